import * as v from 'valibot'
import { seenBundleShape } from '../../contract/bundles.ts'
import { giftMonths } from '../../contract/prices.ts'
import { seenOfferShape } from '../../contract/subscriptions.ts'
import { paymentKeysKey, purchaseKey } from '../lib/storage-keys.ts'
import type { Purchase } from './purchase.ts'

const id = v.pipe(v.string(), v.uuid())
const price = v.pipe(v.number(), v.minValue(0))
const typed = v.optional(v.pipe(v.string(), v.maxLength(2_000)))
const creator = v.object({ id, username: v.nullable(v.string()), display_name: v.nullable(v.string()) })

const purchaseShape = v.variant('kind', [
  v.object({
    kind: v.literal('subscribe'),
    creator,
    price,
    free: v.optional(v.boolean()),
    from: v.optional(v.nullable(v.string())),
    offer: v.optional(seenOfferShape),
    months: v.optional(v.number()),
    bundle: v.optional(seenBundleShape),
  }),
  v.object({
    kind: v.literal('unlock'),
    creator,
    price,
    mediaId: id,
    within: id,
    media: v.array(
      v.object({ type: v.picklist(['IMAGE', 'VIDEO', 'SOUND']), price: v.nullable(price), locked: v.boolean() }),
    ),
  }),
  v.object({ kind: v.literal('read'), creator, price, postId: id }),
  v.object({ kind: v.literal('tip'), creator, postId: v.optional(id), amount: typed, message: typed }),
  v.object({
    kind: v.literal('gift'),
    creator,
    price,
    months: v.optional(v.picklist(giftMonths)),
    anonymous: v.optional(v.boolean()),
    message: typed,
  }),
  v.object({ kind: v.literal('request'), creator, price, amount: typed, text: typed }),
])

const recordShape = v.object({
  /** Whose purchase it is. */
  who: id,
  /** The page on which it was opened. */
  path: v.string(),
  at: v.pipe(v.number(), v.integer()),
  /** The payment of missing coins that was begun for it. */
  topup: v.nullable(id),
  /** The key under which it is paid, and for what. */
  payment: v.object({ question: v.string(), key: id }),
  purchase: purchaseShape,
})
type StoredPurchase = Omit<v.InferOutput<typeof recordShape>, 'purchase'> & { purchase: Purchase }

const lifetimeMs = 30 * 60_000

/**
 * Remembers the open purchase: in this tab, and once coins are being paid for it in the whole browser, because the
 * provider may come back in another tab. No address of a picture is stored.
 */
export function storePurchase(record: Omit<StoredPurchase, 'at'>, now = Date.now()): void {
  try {
    const text = JSON.stringify(v.parse(recordShape, { ...record, at: now }))
    const paidBefore = topupIn(sessionStorage)
    sessionStorage.setItem(purchaseKey, text)
    if (record.topup !== null) localStorage.setItem(purchaseKey, text)
    // Its payment was answered: without a tap, no other page may buy with what it left in the wallet.
    else if (paidBefore !== null && topupIn(localStorage) === paidBefore) localStorage.removeItem(purchaseKey)
  } catch {
    // Without storage a purchase lives as long as its page.
  }
}

/** The stored purchase of this tab, or of the browser; null when there is none, or an old, foreign or damaged one. */
export function readPurchase(of: 'tab' | 'browser', who: string, now = Date.now()): StoredPurchase | null {
  try {
    const storage = of === 'tab' ? sessionStorage : localStorage
    const stored = storage.getItem(purchaseKey)
    if (stored === null) return null
    const result = v.safeParse(recordShape, JSON.parse(stored))
    const age = result.success ? now - result.output.at : -1
    if (result.success && result.output.who === who && age >= 0 && age < lifetimeMs)
      return result.output as StoredPurchase
    storage.removeItem(purchaseKey)
  } catch {
    // What cannot be read is no purchase.
  }
  return null
}

/** Forgets the purchase; at a sign-out, with `keys`, also which payments had no answer. */
export function dropPurchase({ keys = false } = {}): void {
  try {
    const own = topupIn(sessionStorage)
    sessionStorage.removeItem(purchaseKey)
    // Another tab may be paying for another purchase.
    if (keys || (own !== null && topupIn(localStorage) === own)) localStorage.removeItem(purchaseKey)
    if (keys) localStorage.removeItem(paymentKeysKey)
  } catch {
    // Without storage there is nothing to delete.
  }
}

function topupIn(storage: Storage): string | null {
  try {
    return v.parse(recordShape, JSON.parse(storage.getItem(purchaseKey) ?? 'null')).topup
  } catch {
    return null
  }
}
