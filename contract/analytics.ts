import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { coins, time } from './shapes.ts'
import { userShape } from './users.ts'

const day = v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d/), v.maxLength(30))

const analyticsShape = v.object({
  /**
   * Every list has a row for each day, week or month of the span, also when nothing happened. Earnings are net of the
   * fee and of refunds, and empty for an operator who may not see amounts.
   */
  earnings: v.array(v.object({ at: time, subscriptions: coins, tips: coins, requests: coins, unlocks: coins })),
  subscribers: v.array(v.object({ at: time, new: v.number(), renewed: v.number(), lost: v.number() })),
  visits: v.array(v.object({ at: time, count: v.number() })),
  top_fans: v.array(v.object({ user: userShape, spent: coins })),
})
export type Analytics = v.InferOutput<typeof analyticsShape>

export const analytics = {
  get: endpoint({
    method: 'GET',
    path: '/api/creator/analytics',
    access: creator('show_in_analytics'),
    rate: 'heavy',
    input: v.object({
      from: v.optional(day),
      to: v.optional(day),
      by: v.optional(v.picklist(['day', 'week', 'month']), 'day'),
    }),
    output: analyticsShape,
    errors: [],
    summary: 'Figures of a span of at most 366 days, the last 30 by default; amounts need can_payment beside it.',
  }),
}
