import * as v from 'valibot'
import { creatorCategory, creatorLanguage, creatorTag } from './categories.ts'
import { anyone, endpoint } from './endpoint.ts'
import { searchLength } from './limits.ts'
import { postShape } from './posts.ts'
import { list, listing, text, whole } from './shapes.ts'
import { userShape } from './users.ts'

const searchTypes = ['creators', 'posts'] as const

/** Which creators are meant; each part that is given narrows them, and posts know none of them. */
const creatorFilter = {
  tag: v.optional(creatorTag),
  category: v.optional(creatorCategory),
  language: v.optional(creatorLanguage),
  /** Coins a month that a subscription may cost; 0 for the free ones. */
  max_price: v.optional(whole(0, 500)),
  /** Here within the last five minutes, and not hiding it. */
  online: v.optional(v.picklist(['yes'])),
  /** With a trial that is shown to everyone and still open. */
  trial: v.optional(v.picklist(['yes'])),
  /** Without words: the most followed, or whom most people have begun to follow in the last seven days. */
  sort: v.optional(v.picklist(['followed', 'trending']), 'followed'),
}
const filterShape = v.object(creatorFilter)
export type CreatorFilter = v.InferOutput<typeof filterShape>

export const search = {
  results: endpoint({
    method: 'GET',
    path: '/api/search',
    access: anyone('can_social'),
    input: v.object({
      q: v.optional(text(searchLength), ''),
      type: v.optional(v.picklist(searchTypes), 'creators'),
      ...creatorFilter,
      ...listing,
    }),
    mayBeLate: 'for everyone',
    output: list(v.union([userShape, postShape])),
    errors: [],
    rate: 'search',
    summary:
      'Creators by name, tag or bio, in spite of typing errors, or posts by text that the viewer may read; without a query, the most followed and the newest.',
  }),
}
