import * as v from 'valibot'
import { anyone, creator, endpoint, ownerOnly } from './endpoint.ts'
import { offerLimits } from './prices.ts'
import { coins, coinsSeen, done, id, list, listing, text, time, timeIn, verdict, whole } from './shapes.ts'
import { userShape } from './users.ts'

const subscriptionStatuses = ['active', 'cancelled', 'past_due', 'ended'] as const

const subscriptionShape = v.object({
  id: v.string(),
  creator: userShape,
  status: v.picklist(subscriptionStatuses),
  price: coins,
  /** The price of the next month; null when it does not renew. */
  next_price: v.nullable(coins),
  /** The price that the fan must agree to before their free month ends; null when no consent is needed. */
  consent_price: v.nullable(coins),
  started_at: time,
  active_until: v.nullable(time),
  renews: v.boolean(),
  /** The end of the last months that were paid together, while it is ahead; null without any. */
  bundle_until: v.nullable(time),
  /** Whether the creator sells several months at once, which would follow. */
  extendable: v.boolean(),
  /** What the creator has published for subscribers in the last 30 days; null once the subscription is over. */
  month: v.nullable(v.object({ posts: v.number(), media: v.number() })),
})
export type Subscription = v.InferOutput<typeof subscriptionShape>

/** A trial or discount link. */
const offerShape = v.object({
  id: v.string(),
  code: v.string(),
  link: v.string(),
  kind: v.picklist(['trial', 'discount']),
  days: v.nullable(v.number()),
  percent: v.nullable(v.number()),
  months: v.nullable(v.number()),
  uses: v.number(),
  max_uses: v.nullable(v.number()),
  expires_at: v.nullable(time),
  open: v.boolean(),
  /** Whether a trial is shown to everyone, on the profile and in search. */
  listed: v.boolean(),
})
export type Offer = v.InferOutput<typeof offerShape>

/** A trial or discount link as its visitor sees it. */
export const seenOfferShape = v.object({
  code: v.string(),
  creator_id: v.string(),
  kind: v.picklist(['trial', 'discount']),
  days: v.nullable(v.number()),
  percent: v.nullable(v.number()),
  months: v.nullable(v.number()),
  /** The uses that are left; null without a limit. */
  left: v.nullable(v.number()),
  expires_at: v.nullable(time),
  /** The price of a month without the link, and what is charged now with it. */
  price: coins,
  first_price: coins,
  /** Whether the viewer may take it; the reason is `over`, `free`, `own` or `not_new`. Visitors sign in first. */
  taking: verdict,
})
export type SeenOffer = v.InferOutput<typeof seenOfferShape>

const within = (name: keyof typeof offerLimits) => whole(offerLimits[name].min, offerLimits[name].max)

export const subscriptions = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/users/{id}/subscribe',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, expected_price: v.optional(coinsSeen), offer: v.optional(text(20, 4)) }),
    output: v.object({ is_subscribed: v.boolean(), active_until: v.nullable(time), price: coins, coins }),
    errors: [
      'insufficient_coins',
      'price_changed',
      'spending_limit',
      'not_creator',
      'own_thing',
      'not_found',
      'gone',
      'already_done',
      'idempotency_conflict',
    ],
    summary:
      'Subscribe for a month, renewed from the wallet. Inside a paid period it resumes, and inside a free one it agrees to the price, at no cost.',
    money: true,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/subscribe',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({ is_subscribed: v.boolean(), active_until: v.nullable(time) }),
    errors: ['not_found'],
    summary: 'Stop at the end of the paid period; a free subscription ends at once.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/subscriptions',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(subscriptionShape),
    errors: [],
    summary: "The user's subscriptions, newest first.",
  }),
  subscribers: endpoint({
    method: 'GET',
    path: '/api/creator/subscribers',
    access: creator('can_social'),
    input: v.object(listing),
    output: v.object({
      figures: v.object({
        active: v.number(),
        past_due: v.number(),
        cancelled: v.number(),
        new_30_days: v.number(),
        lost_30_days: v.number(),
      }),
      data: v.array(
        v.object({
          user: userShape,
          status: v.picklist(subscriptionStatuses),
          /** Whether the fan has yet to agree to the price. */
          asked: v.boolean(),
          /** Null for an operator who may not see amounts. */
          price: v.nullable(coins),
          started_at: time,
          active_until: v.nullable(time),
        }),
      ),
      next: v.nullable(v.string()),
    }),
    errors: [],
    summary: 'The present subscribers, newest first, with figures of the last 30 days.',
  }),
  offers: endpoint({
    method: 'GET',
    path: '/api/creator/offers',
    access: creator('can_payment'),
    input: v.object({}),
    output: v.object({ data: v.array(offerShape) }),
    errors: [],
    summary: 'The trial and discount links that are not revoked.',
  }),
  makeOffer: endpoint({
    method: 'POST',
    path: '/api/creator/offers',
    access: creator('can_payment'),
    input: v.object({
      kind: v.picklist(['trial', 'discount']),
      days: v.optional(within('days')),
      percent: v.optional(within('percent')),
      months: v.optional(within('months')),
      max_uses: v.optional(within('max_uses')),
      expires_in_days: v.optional(within('expires_in_days')),
    }),
    output: offerShape,
    errors: [],
    summary: 'Create a link for new subscribers: free days, or percent off for some months.',
  }),
  updateOffer: endpoint({
    method: 'PUT',
    path: '/api/creator/offers/{id}',
    access: creator('can_payment'),
    input: v.object({ id, listed: v.boolean() }),
    output: offerShape,
    errors: ['not_found'],
    summary: 'Show a trial to everyone, on the profile and in search, or only to those who have its link.',
  }),
  moveOffer: endpoint({
    method: 'POST',
    path: '/api/creator/offers/{id}/move',
    access: creator('can_payment'),
    /** `moved_from` is the end that the caller sees. */
    input: v.object({ id, expires_at: timeIn, moved_from: timeIn }),
    output: v.object({ expires_at: time }),
    errors: ['not_found', 'not_planned', 'time_passed'],
    summary: 'Let a link end at another time, while it ends when the caller sees and is not over.',
  }),
  revokeOffer: endpoint({
    method: 'DELETE',
    path: '/api/creator/offers/{id}',
    access: creator('can_payment'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Revoke a link; fans who used it keep what it gave.',
  }),
  offer: endpoint({
    method: 'GET',
    path: '/api/offers/{code}',
    access: anyone('any'),
    input: v.object({ code: text(20, 4) }),
    output: seenOfferShape,
    errors: ['not_found'],
    summary: 'What a link gives, and whether the viewer may use it.',
  }),
  setPrice: endpoint({
    method: 'PUT',
    path: '/api/creator/subscription-price',
    access: creator('can_payment'),
    input: v.object({ price: v.number() }),
    output: v.object({ price: coins }),
    errors: ['invalid_price', 'rate_limited'],
    summary:
      'Set the price, one of the 25 points. Subscribers keep theirs; free subscribers have a month to agree to it.',
  }),
}
