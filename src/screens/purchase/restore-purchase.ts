import type { QueryClient } from '@tanstack/react-query'
import { setBalance } from '../../queries/purchases.ts'
import { topupQuery } from '../../queries/wallet.ts'
import { reopenPurchase, usePurchase } from '../../stores/purchase.ts'
import { readPurchase } from '../../stores/stored-purchase.ts'

/**
 * Opens the purchase again that a reload, or the way to the payment provider, took from this tab. In another tab or on
 * another page it opens only when the coins for it were paid meanwhile, so that it can complete itself.
 */
export async function restorePurchase(queryClient: QueryClient, who: string, path: string): Promise<void> {
  const own = readPurchase('tab', who)
  if (own?.path === path) return openOnce(own)
  const other = readPurchase('browser', who)
  if (other?.topup == null) return
  const topup = await queryClient.fetchQuery(topupQuery(other.topup)).catch(() => null)
  if (topup?.status !== 'paid') return
  setBalance(queryClient, topup.coins)
  openOnce(other)
}

/** What the fan has opened meanwhile stays open. */
function openOnce({ purchase, topup, payment }: NonNullable<ReturnType<typeof readPurchase>>): void {
  if (usePurchase.getState().purchase === null) reopenPurchase({ purchase, topup, payment })
}
