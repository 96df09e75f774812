import { create } from 'zustand'
import type { Media } from '../../contract/media.ts'
import type { SeenOffer } from '../../contract/subscriptions.ts'

type Who = { id: string; username: string | null; display_name: string | null }

/** Something that costs coins, as it was shown to the one who wants it. */
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
    }
  /** `within` is the post or message that sells it. */
  | {
      kind: 'unlock'
      creator: Who
      price: number
      mediaId: string
      within: string
      /** All media of it, as they are seen: who owns a part pays the share of the rest. */
      media: readonly Media[]
      onBought?: () => void
    }
  /** A post that sells its text alone. */
  | { kind: 'read'; creator: Who; price: number; postId: string }
  | { kind: 'tip'; creator: Who; postId?: string }
  /** Months of a subscription as a gift; `price` is that of one. */
  | { kind: 'gift'; creator: Who; price: number }
  /** A paid request; `price` is the minimum. */
  | { kind: 'request'; creator: Who; price: number }

/** The open purchase. Its sheet is loaded with the first one. */
export const usePurchase = create<{ purchase: Purchase | null }>(() => ({ purchase: null }))

/** Asks before any coin moves: price, balance after it, and what is missing. */
export function openPurchase(purchase: Purchase): void {
  usePurchase.setState({ purchase })
}

export function closePurchase(): void {
  usePurchase.setState({ purchase: null })
}
