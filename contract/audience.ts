import * as v from 'valibot'
import { audienceChoiceShape, audienceFilter, audienceFilterShape } from './audience-filter.ts'
import { audienceSorts } from './audience-sorts.ts'
import { creator, endpoint } from './endpoint.ts'
import { listNameLength } from './limits.ts'
import { fanRelations } from './policy/fan-relation.ts'
import { coins, done, id, list, listing, text, time } from './shapes.ts'
import { userShape } from './users.ts'

const relation = v.picklist(fanRelations)

/** A fan in the table. Amounts and the time of the last payment are null for an operator without `can_payment`. */
const audienceFanShape = v.object({
  user: userShape,
  relation,
  since: v.nullable(time),
  /** When the next month is due; null where none is. */
  renews_at: v.nullable(time),
  /** Until when the present month, trial or gift lasts. */
  active_until: v.nullable(time),
  spent: v.nullable(coins),
  last_paid_at: v.nullable(time),
  language: v.picklist(['en', 'fr']),
  /** The ids of the lists that hold the fan; smart lists hold no one by name. */
  lists: v.array(v.string()),
})
export type AudienceFan = v.InferOutput<typeof audienceFanShape>

const fanListShape = v.object({
  id: v.string(),
  name: v.string(),
  /** Of a smart list, which holds the fans that it matches. Null for a list of fans that were put into it. */
  filter: v.nullable(audienceFilterShape),
  /** Its filter asks what fans paid, and the caller may not know that. */
  is_closed: v.boolean(),
})
export type FanList = v.InferOutput<typeof fanListShape>

const listName = text(listNameLength, 1)

/** The fans of a creator: one table of all of them, and lists (product §50). */
export const audience = {
  list: endpoint({
    method: 'GET',
    path: '/api/creator/audience',
    access: creator('can_social'),
    input: v.object({
      ...audienceFilter,
      ...listing,
      sort: v.optional(v.picklist(audienceSorts), 'newest'),
    }),
    output: list(audienceFanShape),
    errors: [],
    summary: 'The fans whom a filter matches, a page at a time.',
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/creator/audience/count',
    access: creator('can_social'),
    input: v.object(audienceFilter),
    output: v.object({
      count: v.number(),
      /** How many the rest of the filter matches by what they are, whichever of these it asks for. */
      relations: v.array(v.object({ relation, count: v.number() })),
    }),
    errors: [],
    summary: 'How many fans a filter matches, in all and by what they are to the creator.',
  }),
  lists: endpoint({
    method: 'GET',
    path: '/api/creator/lists',
    access: creator('can_social'),
    input: v.object({}),
    output: v.object({ data: v.array(fanListShape) }),
    errors: [],
    summary: 'The lists of fans, by name; those with a filter are smart lists.',
  }),
  createList: endpoint({
    method: 'POST',
    path: '/api/creator/lists',
    access: creator('can_social'),
    input: v.object({ name: listName, filter: v.optional(v.nullable(audienceFilterShape)) }),
    output: fanListShape,
    errors: ['list_exists', 'too_many_lists'],
    summary: 'Make a list of fans, or with a filter a smart list; a hundred at most.',
  }),
  updateList: endpoint({
    method: 'PATCH',
    path: '/api/creator/lists/{id}',
    access: creator('can_social'),
    input: v.object({ id, name: v.optional(listName), filter: v.optional(audienceFilterShape) }),
    output: fanListShape,
    errors: ['not_found', 'list_exists'],
    summary: 'Rename a list, or change the filter of a smart list.',
  }),
  removeList: endpoint({
    method: 'DELETE',
    path: '/api/creator/lists/{id}',
    access: creator('can_social'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'list_in_use'],
    summary: 'Delete a list that no planned broadcast and no automatic message needs; its fans stay fans.',
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/creator/audience/change',
    access: creator('can_social'),
    input: v.object({ choice: audienceChoiceShape, act: v.picklist(['add', 'remove']), list_id: id }),
    output: v.object({ changed: v.number() }),
    errors: ['not_found'],
    summary: 'Add many fans to a list, or remove them from it.',
  }),
}
