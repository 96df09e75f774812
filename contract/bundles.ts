import * as v from 'valibot'
import { creator, endpoint, ownerOnly } from './endpoint.ts'
import { bundleMonths, bundlePercents } from './prices.ts'
import { coins, coinsSeen, id, time, timeIn } from './shapes.ts'

const months = v.picklist(bundleMonths)

/** What a creator sells: months paid at once, and by how many percent they cost less than one by one. */
const discount = v.object({ months, percent: v.picklist(bundlePercents) })

/** A bundle as it is sold; the price is of all its months. */
export const bundleShape = v.object({ ...discount.entries, price: coins })
export type Bundle = v.InferOutput<typeof bundleShape>

/** The terms on which a fan buys any of a creator's bundles. */
const termsShape = v.object({
  /** The end of what runs, from which on the months count; null where they begin at once. */
  from: v.nullable(time),
  /** The price of each month after them; null where nothing renews. */
  renewal_price: v.nullable(coins),
})
export type BundleTerms = v.InferOutput<typeof termsShape>

/** A bundle as it is sold to a fan, with the end of its months. */
const offered = v.object({ ...bundleShape.entries, until: time })

/** The same with its terms. */
export const seenBundleShape = v.object({ ...offered.entries, ...termsShape.entries })
export type SeenBundle = v.InferOutput<typeof seenBundleShape>

export const bundles = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/{id}/bundles',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({ ...termsShape.entries, data: v.array(offered) }),
    errors: ['not_found', 'not_creator', 'own_thing'],
    summary: 'The bundles of a creator, shortest first, and what the user agrees to by buying one.',
  }),
  buy: endpoint({
    method: 'POST',
    path: '/api/users/{id}/bundles',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      months,
      /** All of it as it was shown: the price of the bundle, and the terms of `get`. */
      expected_price: v.optional(coinsSeen),
      renewal_price: v.nullable(coinsSeen),
      from: v.nullable(timeIn),
    }),
    output: v.object({ is_subscribed: v.boolean(), active_until: time, coins }),
    errors: [
      'insufficient_coins',
      'price_changed',
      'terms_changed',
      'spending_limit',
      'not_creator',
      'own_thing',
      'not_found',
      'gone',
      'idempotency_conflict',
    ],
    summary:
      'Pay several months at once, for less: from now on, or after what runs. Refused with `terms_changed` where the fan has seen other terms.',
    money: true,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/creator/bundles',
    access: creator('can_payment'),
    input: v.object({
      bundles: v.pipe(
        v.array(discount),
        v.maxLength(bundleMonths.length),
        v.check((all) => new Set(all.map((it) => it.months)).size === all.length, 'the same months twice'),
      ),
    }),
    output: v.object({ data: v.array(bundleShape) }),
    errors: ['invalid_price'],
    summary: 'Set the bundles; what is left out is sold no more. Months that fans have paid stay theirs.',
  }),
}
