import * as v from 'valibot'
import { anyone, endpoint } from './endpoint.ts'
import { searchLength } from './limits.ts'
import { postShape } from './posts.ts'
import { list, listing, text } from './shapes.ts'
import { userShape } from './users.ts'

const searchTypes = ['creators', 'posts'] as const

export const search = {
  results: endpoint({
    method: 'GET',
    path: '/api/search',
    access: anyone('can_social'),
    input: v.object({
      q: v.optional(text(searchLength), ''),
      type: v.optional(v.picklist(searchTypes), 'creators'),
      ...listing,
    }),
    output: list(v.union([userShape, postShape])),
    errors: [],
    rate: 'search',
    summary:
      'Creators by name, in spite of typing errors, or posts by text that the viewer may read; without a query, the most followed and the newest.',
  }),
}
