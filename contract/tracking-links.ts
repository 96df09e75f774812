import * as v from 'valibot'
import { anyone, creator, endpoint } from './endpoint.ts'
import { trackingLinkNameLength } from './limits.ts'
import { coins, coinsIn, done, id, list, listing, text, time } from './shapes.ts'
import { trackingLinkSorts } from './tracking-link-sorts.ts'

const day = v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d/), v.maxLength(30))
const amount = v.pipe(coinsIn, v.minValue(0), v.maxValue(100_000_000))

const figures = {
  /** Browsers that opened it, each once a day. */
  visits: v.number(),
  /** Who began to follow by it, and who subscribed; a fan counts for one link of a creator. */
  follows: v.number(),
  subscriptions: v.number(),
  /** Follows, and who followed before and subscribed by it. */
  fans: v.number(),
  /** What its fans paid since they came, before and after the fee, less refunds. Null without `can_payment`. */
  revenue: v.nullable(v.object({ gross: coins, net: coins })),
}

const trackingLinkShape = v.object({
  id: v.string(),
  name: v.string(),
  url: v.string(),
  created_at: time,
  is_archived: v.boolean(),
  /** Null for none. */
  list_id: v.nullable(v.string()),
  /** What the creator paid for it. Null without `can_payment`. */
  cost: v.nullable(coins),
  ...figures,
})
export type TrackingLink = v.InferOutput<typeof trackingLinkShape>

/** What all links together brought. */
const totalsShape = v.object({ links: v.number(), cost: trackingLinkShape.entries.cost, ...figures })
export type TrackingLinkTotals = v.InferOutput<typeof totalsShape>

const span = { from: v.optional(day), to: v.optional(day) }
const name = text(trackingLinkNameLength, 1)

/** Links of a creator's profile for the places where it is shown, and what each brings (product §81). */
export const trackingLinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/creator/tracking-links',
    access: creator('show_in_analytics'),
    rate: 'heavy',
    input: v.object({
      ...span,
      ...listing,
      sort: v.optional(v.picklist(trackingLinkSorts), 'newest'),
      archived: v.optional(v.picklist(['no', 'only']), 'no'),
    }),
    output: v.object({
      ...list(trackingLinkShape).entries,
      /** Of all pages, on the first one alone. */
      totals: v.nullable(totalsShape),
    }),
    errors: [],
    summary:
      'The links with the figures of a span of at most 366 days, of all days without one, and on the first page what they are together.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/creator/tracking-links/{id}',
    access: creator('show_in_analytics'),
    rate: 'heavy',
    input: v.object({ id, ...span }),
    output: v.object({
      link: trackingLinkShape,
      /** Every day of the span, of the last 366 days without one. */
      days: v.array(v.object({ at: time, ...figures })),
    }),
    errors: ['not_found'],
    summary: 'A link with its figures in all and by day.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/creator/tracking-links',
    access: creator(['show_in_analytics', 'can_profile']),
    input: v.object({ name, cost: v.optional(amount), list_id: v.optional(v.nullable(id)) }),
    output: trackingLinkShape,
    errors: ['not_found', 'too_many_tracking_links'],
    summary: 'Make a link. A cost needs can_payment, a list can_social.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/creator/tracking-links/{id}',
    access: creator(['show_in_analytics', 'can_profile']),
    input: v.object({
      id,
      name: v.optional(name),
      cost: v.optional(amount),
      list_id: v.optional(v.nullable(id)),
      is_archived: v.optional(v.boolean()),
    }),
    output: done,
    errors: ['not_found'],
    summary: 'Change a link, or archive it: it then leads to the profile still and counts no one new.',
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/links/{code}',
    access: anyone('any'),
    input: v.object({ code: v.pipe(v.string(), v.regex(/^[a-z2-9]{8}$/)) }),
    output: done,
    errors: ['not_found'],
    summary: 'Where `/l/{code}` leads: counts the visit and redirects to the profile.',
  }),
}
