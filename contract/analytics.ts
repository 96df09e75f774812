import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { thumbnailShape } from './notifications.ts'
import { coins, time, timeZone } from './shapes.ts'
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

/** How many were sold, and what fans paid for them before the fee. */
const sold = { sales: v.number(), paid: coins }

const soldShape = v.object({
  /** In posts, in messages, and media by themselves; a kind without a sale is left out. */
  kinds: v.array(v.object({ kind: v.picklist(['post', 'message', 'media']), ...sold })),
  /** The ten posts that fans paid most for; a deleted one has neither text nor picture. */
  posts: v.array(
    v.object({
      id: v.string(),
      is_deleted: v.boolean(),
      text: v.nullable(v.string()),
      thumbnail: v.nullable(thumbnailShape),
      ...sold,
    }),
  ),
  /** Hours of the week with a sale: `weekday` is 1 for Monday to 7 for Sunday, in the time zone that was asked for. */
  hours: v.array(v.object({ weekday: v.number(), hour: v.number(), ...sold })),
})
export type Sold = v.InferOutput<typeof soldShape>

/** Of the fans who subscribed for the first time in a month, by then; `paid` is what each paid on average, before the fee. */
const cohortFigures = v.object({
  subscribed: v.number(),
  /** Null without `can_payment`. */
  paid: v.nullable(coins),
})

const cohortShape = v.object({
  /** `2026-11`, in UTC. */
  month: v.string(),
  fans: v.number(),
  /** After 1 to 12 months, counted for each fan from their own first day; null until all of them have got there. */
  after: v.array(v.nullable(cohortFigures)),
  today: cohortFigures,
})
export type Cohort = v.InferOutput<typeof cohortShape>

const span = { from: v.optional(day), to: v.optional(day) }

export const analytics = {
  get: endpoint({
    method: 'GET',
    path: '/api/creator/analytics',
    access: creator('show_in_analytics'),
    rate: 'heavy',
    input: v.object({
      ...span,
      by: v.optional(v.picklist(['day', 'week', 'month']), 'day'),
    }),
    mayBeLate: 'for everyone',
    output: analyticsShape,
    errors: [],
    summary: 'Figures of a span of at most 366 days, the last 30 by default; amounts need can_payment beside it.',
  }),
  sold: endpoint({
    method: 'GET',
    path: '/api/creator/analytics/sold',
    access: creator(['show_in_analytics', 'can_payment']),
    rate: 'heavy',
    input: v.object({ ...span, time_zone: v.optional(timeZone, 'UTC') }),
    mayBeLate: 'for everyone',
    output: soldShape,
    errors: [],
    summary: 'What was unlocked in a span, without what was refunded: by kind, by post and by hour of the week.',
  }),
  cohorts: endpoint({
    method: 'GET',
    path: '/api/creator/analytics/cohorts',
    access: creator('show_in_analytics'),
    input: v.object({}),
    mayBeLate: 'for everyone',
    output: v.object({ data: v.array(cohortShape) }),
    errors: [],
    summary:
      'The fans of each of the last 24 months by their first subscription: who still subscribes, and what they paid.',
  }),
}
