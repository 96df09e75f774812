import { create } from 'zustand'
import type { SeenBundle } from '../../contract/bundles.ts'
import type { Media } from '../../contract/media.ts'
import type { Post } from '../../contract/posts.ts'
import type { giftMonths } from '../../contract/prices.ts'
import type { SeenOffer } from '../../contract/subscriptions.ts'
import type { PublicProfile } from '../../contract/users.ts'

type GiftMonths = (typeof giftMonths)[number]
type Who = { id: string; username: string | null; display_name: string | null }

/** Something that costs coins, as it was shown to the fan who wants it, and what they have filled in. */
export type Purchase =
  | {
      kind: 'subscribe'
      creator: Who
      price: number
      /** While a paid period runs, coming back costs nothing. */
      free?: boolean
      /** The end of a free time (ISO), from which on the price is charged that is agreed to now. */
      from?: string | null
      /** A trial or discount that lowers the first charge; `price` is then that charge. */
      offer?: SeenOffer
      /** Months that are paid at once; `price` is that of one. */
      months?: number
      /** The terms of those months, once they were shown. */
      bundle?: SeenBundle
    }
  /** `within` is the post or message that sells it. */
  | {
      kind: 'unlock'
      creator: Who
      price: number
      mediaId: string
      within: string
      /** All media of it, as they are seen: who owns a part pays the share of the rest. */
      media: readonly Pick<Media, 'type' | 'price' | 'locked'>[]
      onBought?: () => void
    }
  /** A post that sells its text alone. */
  | { kind: 'read'; creator: Who; price: number; postId: string }
  | { kind: 'tip'; creator: Who; postId?: string; amount?: string; message?: string }
  /** Months of a subscription as a gift; `price` is that of one. */
  | { kind: 'gift'; creator: Who; price: number; months?: GiftMonths; anonymous?: boolean; message?: string }
  /** A paid request; `price` is the minimum. */
  | { kind: 'request'; creator: Who; price: number; amount?: string; text?: string }

type PurchaseState = {
  purchase: Purchase | null
  /** The payment of missing coins that was begun for it: once it is paid, the purchase completes itself. */
  topup: string | null
  /** The key under which it was asked for before a reload: another tab may have been answered under it. */
  payment: AskedPayment | null
  /** What was bought last, for the moment after it. */
  bought: Bought | null
}
type AskedPayment = { question: string; key: string }
export type Bought = { kind: 'subscribe' | 'unlock' | 'read'; creator: Who }

/** The open purchase. Its sheet is loaded with the first one. */
export const usePurchase = create<PurchaseState>(() => ({
  purchase: null,
  topup: null,
  payment: null,
  bought: null,
}))

/** Asks before any coin moves: price, balance after it, and what is missing. */
export function openPurchase(purchase: Purchase): void {
  reopenPurchase({ purchase, topup: null, payment: null })
}

/** Opens a purchase again as it was left. */
export function reopenPurchase(left: Pick<PurchaseState, 'purchase' | 'topup' | 'payment'>): void {
  usePurchase.setState({ ...left, bought: null })
}

/** Remembers the payment that was begun for the open purchase, or that it is answered. */
export function setTopup(topup: string | null): void {
  usePurchase.setState({ topup })
}

/** Closes the sheet and shows what was bought. */
export function showBought(bought: Bought): void {
  usePurchase.setState({ purchase: null, topup: null, payment: null, bought })
}

export function closeBought(): void {
  usePurchase.setState({ bought: null })
}

/** The subscription to a creator at what it costs this viewer: a month, the rest of a paid one, or a price to agree to. */
export function subscriptionTo(user: PublicProfile): Purchase {
  const { subscription, subscription_price: price } = user
  // Coming back inside the paid period costs nothing (safety §5).
  const resumes = user.is_subscribed && subscription !== null
  const consent = subscription?.consent_price ?? null
  return {
    kind: 'subscribe',
    creator: user,
    price: consent ?? (resumes ? subscription.price : (price ?? 0)),
    free: resumes,
    ...(consent !== null && { from: subscription?.active_until ?? null }),
  }
}

/** What opens the locked media of a post, or its text where it sells that alone; null when it is not for sale. */
export function unlockingOf(post: Post, onBought?: () => void): Purchase | null {
  const first = post.media.find((it) => it.locked)
  const price = post.price ?? first?.price ?? null
  if (price === null || !post.access.offers.includes('buy')) return null
  if (first === undefined) return { kind: 'read', creator: post.author, price, postId: post.id }
  return {
    kind: 'unlock',
    creator: post.author,
    price,
    mediaId: first.id,
    within: post.id,
    media: post.media,
    ...(onBought && { onBought }),
  }
}

export function closePurchase(): void {
  usePurchase.setState({ purchase: null, topup: null, payment: null })
}
