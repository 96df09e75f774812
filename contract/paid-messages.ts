import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { paidMessageSorts, paidMessageStates } from './paid-message-sorts.ts'
import { coins, list, listing, time } from './shapes.ts'
import { userShape } from './users.ts'

const day = v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d/), v.maxLength(30))

const paidMessageShape = v.object({
  id: v.string(),
  sent_at: time,
  /** Null for an account that is deleted. */
  fan: v.nullable(userShape),
  author: v.picklist(['creator', 'team']),
  /** The operator who wrote it; null for the creator, and for one whom the caller may not know by name. */
  operator: v.nullable(userShape),
  /** Its beginning; empty for one without words, and for one that was deleted after it was bought. */
  text: v.string(),
  is_deleted: v.boolean(),
  price: coins,
  is_opened: v.boolean(),
  /** When it was bought, without a sale that was refunded. */
  bought_at: v.nullable(time),
  /** What the fan paid for it, before the fee. */
  earned: coins,
})
export type PaidMessage = v.InferOutput<typeof paidMessageShape>

const totalsShape = v.object({ messages: v.number(), opened: v.number(), bought: v.number(), earned: coins })
export type PaidMessageTotals = v.InferOutput<typeof totalsShape>

/** Messages with a price that a creator or an operator wrote to one fan, and what became of each (product §89). */
export const paidMessages = {
  list: endpoint({
    method: 'GET',
    path: '/api/creator/analytics/messages',
    access: creator(['show_in_analytics', 'can_chat', 'can_payment']),
    rate: 'heavy',
    input: v.object({
      from: v.optional(day),
      to: v.optional(day),
      ...listing,
      sort: v.optional(v.picklist(paidMessageSorts), 'newest'),
      state: v.optional(v.picklist(paidMessageStates)),
    }),
    output: v.object({
      ...list(paidMessageShape).entries,
      /** Of the whole span whatever its state, on the first page alone. */
      totals: v.nullable(totalsShape),
    }),
    errors: [],
    summary:
      'Messages with a price of a span of at most 366 days, the last 30 by default, without those of broadcasts and automatic ones.',
  }),
}
