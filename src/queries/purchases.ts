import type { QueryClient } from '@tanstack/react-query'
import { patchProfile } from './session.ts'
import { walletKeys } from './wallet-keys.ts'

/**
 * What every purchase has in common: the sheet that asked shows the refusal, and the same key is sent again when
 * an answer got lost, so that nobody pays twice (product §3).
 */
export const purchaseMutation = { meta: { shown: true }, scope: { id: 'purchase' } } as const

/** The balance as the API told it after a purchase; the history is read anew when it is next looked at. */
export function setBalance(queryClient: QueryClient, coins: number): void {
  patchProfile(queryClient, () => ({ coins }))
  void queryClient.invalidateQueries({ queryKey: walletKeys.all })
}
