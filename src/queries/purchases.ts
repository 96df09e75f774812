import type { QueryClient } from '@tanstack/react-query'
import { patchProfile } from './session.ts'
import { walletKeys } from './wallet-keys.ts'

/**
 * What every purchase has in common: its sheet shows the refusal, and the same key is sent again when
 * an answer got lost, so that no fan pays twice (product §3).
 */
export const purchaseMutation = { meta: { shown: true }, scope: { id: 'purchase' } } as const

/** Sets the balance to the API's answer after a purchase; the history is fetched when it is next shown. */
export function setBalance(queryClient: QueryClient, coins: number): void {
  patchProfile(queryClient, () => ({ coins }))
  void queryClient.invalidateQueries({ queryKey: walletKeys.all })
}
