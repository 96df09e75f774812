import * as v from 'valibot'
import { fansPerChoice, searchLength } from './limits.ts'
import { fanRelations } from './policy/fan-relation.ts'
import { id, text, whole } from './shapes.ts'

/** One or several of them; a query has a single one without brackets. */
const several = <T extends v.GenericSchema<unknown, unknown>>(item: T, max: number) =>
  v.pipe(
    v.union([v.pipe(v.array(item), v.maxLength(max)), item]),
    v.transform((it) => [it].flat() as v.InferOutput<T>[]),
  )

const days = whole(0, 3_650)
const coins = whole(0, 1_000_000)

/** Which fans of a creator are meant: each part that is given narrows them (product §50). */
export const audienceFilter = {
  /** Found in names. */
  q: v.optional(text(searchLength)),
  /** Everyone but the blocked without it. */
  relation: v.optional(several(v.picklist(fanRelations), fanRelations.length)),
  /** A fan for so many days at most, or at least. */
  since_days: v.optional(days),
  since_over_days: v.optional(days),
  /** The subscription runs and renews, or runs and ends. */
  renewal: v.optional(v.picklist(['on', 'off'])),
  /** It renews or ends within so many days. */
  renewal_days: v.optional(days),
  /** Whole coins that the fan has paid, refunds taken off. */
  min_spent: v.optional(coins),
  max_spent: v.optional(coins),
  /** Paid something in the last so many days, or nothing. */
  paid_days: v.optional(days),
  unpaid_days: v.optional(days),
  /** In one of these lists, and in none of those; lists with a filter of their own match no fan here. */
  list: v.optional(several(id, 20)),
  not_list: v.optional(several(id, 20)),
  language: v.optional(v.picklist(['en', 'fr'])),
  /** Came by one of these tracking links (product §81). */
  link: v.optional(several(id, 20)),
  /** Opened one of these broadcasts and did not buy what it sells (product §89). */
  unbought: v.optional(several(id, 20)),
}

export const audienceFilterShape = v.object(audienceFilter)
export type AudienceFilter = v.InferOutput<typeof audienceFilterShape>

const ids = v.pipe(v.array(id), v.maxLength(fansPerChoice))

/** Fans by their ids, or everyone whom a filter matches, with exceptions. */
export const audienceChoiceShape = v.pipe(
  v.object({ ids: v.optional(ids), filter: v.optional(audienceFilterShape), except: v.optional(ids) }),
  v.check((it) => it.ids !== undefined || it.filter !== undefined, 'neither ids nor a filter'),
)
export type AudienceChoice = v.InferOutput<typeof audienceChoiceShape>

/** Whether a filter says what fans have paid, which an operator without `can_payment` must not learn. */
export const asksForSpending = (filter: AudienceFilter): boolean =>
  [filter.min_spent, filter.max_spent, filter.paid_days, filter.unpaid_days, filter.unbought].some(
    (it) => it !== undefined,
  ) || (filter.relation ?? []).includes('buyer')
