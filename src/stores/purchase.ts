import { create } from 'zustand'

type Who = { id: string; username: string | null; display_name: string | null }

/** Something that costs coins, as it was shown to the one who wants it. */
export type Purchase =
  | {
      kind: 'subscribe'
      creator: Who
      price: number /** While a paid period runs, coming back costs nothing. */
      free?: boolean
    }
  | { kind: 'unlock'; creator: Who; price: number; mediaId: string; count: number; onBought?: () => void }
  | { kind: 'tip'; creator: Who; postId?: string }

/** What the buyer is being asked about. The sheet that asks is loaded with the first question. */
export const usePurchase = create<{ asked: Purchase | null }>(() => ({ asked: null }))

/** Asks before any coin moves: price, balance after it, and what is missing (VISUAL.md). */
export function askPurchase(asked: Purchase): void {
  usePurchase.setState({ asked })
}

export function closePurchase(): void {
  usePurchase.setState({ asked: null })
}
