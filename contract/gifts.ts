import * as v from 'valibot'
import { anyone, endpoint, ownerOnly } from './endpoint.ts'
import { giftMessageLength } from './limits.ts'
import { giftMonths } from './prices.ts'
import { coins, coinsSeen, id, list, listing, text, time, verdict } from './shapes.ts'
import { userShape } from './users.ts'

const giftStates = ['open', 'accepted', 'expired', 'returned'] as const
const months = v.picklist(giftMonths)

/** A gift as its giver sees it. */
const giftShape = v.object({
  id: v.string(),
  code: v.string(),
  link: v.string(),
  creator: userShape,
  months: v.number(),
  /** For all months together. */
  price: coins,
  anonymous: v.boolean(),
  message: v.string(),
  state: v.picklist(giftStates),
  /** Why the coins were returned: withdrawn by the giver, not accepted in time, or refunded. */
  returned: v.nullable(v.picklist(['taken_back', 'expired', 'refunded'])),
  accepted_by: v.nullable(userShape),
  accepted_at: v.nullable(time),
  expires_at: time,
  created_at: time,
})
export type Gift = v.InferOutput<typeof giftShape>

/** A gift as a visitor of its link sees it. */
const seenGiftShape = v.object({
  code: v.string(),
  creator: userShape,
  /** Null when the gift is anonymous. */
  giver: v.nullable(v.object({ username: v.nullable(v.string()), display_name: v.nullable(v.string()) })),
  months: v.number(),
  message: v.string(),
  state: v.picklist(giftStates),
  expires_at: time,
  /** Whether the viewer has accepted it and still has its months. */
  is_mine: v.boolean(),
  /** Whether the viewer may accept it; the reason is `own`, `creator`, `taken`, `over` or `free`. */
  accepting: verdict,
})
export type SeenGift = v.InferOutput<typeof seenGiftShape>

export const gifts = {
  give: endpoint({
    method: 'POST',
    path: '/api/users/{id}/gifts',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      months,
      /** The price of one month as it was shown. */
      expected_price: v.optional(coinsSeen),
      anonymous: v.optional(v.boolean(), false),
      message: v.optional(text(giftMessageLength), ''),
    }),
    output: v.object({ gift: giftShape, coins }),
    errors: [
      'insufficient_coins',
      'price_changed',
      'invalid_price',
      'spending_limit',
      'not_creator',
      'own_thing',
      'not_found',
      'idempotency_conflict',
    ],
    summary: 'Give 1, 3, 6 or 12 months of a subscription; the coins are held until the link is accepted.',
    money: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/gifts',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(giftShape),
    errors: [],
    summary: 'The gifts that the user gave, newest first.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/gifts/{code}',
    access: anyone('any'),
    input: v.object({ code: text(20, 4) }),
    output: seenGiftShape,
    errors: ['not_found'],
    summary: 'A gift by its link, and whether the viewer may accept it.',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/gifts/{code}/accept',
    access: ownerOnly({ verified: true }),
    input: v.object({ code: text(20, 4) }),
    output: v.object({ is_subscribed: v.boolean(), active_until: time }),
    errors: ['not_found', 'own_thing', 'already_done', 'gone', 'idempotency_conflict'],
    summary: 'Accept a gift: the subscription starts or continues for its months, and the creator is paid.',
    money: true,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/gifts/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({ gift: giftShape, coins }),
    errors: ['not_found', 'already_done', 'idempotency_conflict'],
    summary: 'Withdraw a gift that is not accepted; its coins return to the wallet.',
    money: true,
  }),
}
