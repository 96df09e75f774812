import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { setBalance } from '../../queries/purchases.ts'
import { topupQuery } from '../../queries/wallet.ts'
import { setTopup, usePurchase } from '../../stores/purchase.ts'
import { isAnswer } from './unanswered.ts'

type Completion = {
  price: number | null
  busy: boolean
  error: Error | null
  onConfirm: () => void
}

/**
 * The payment of missing coins that was begun for the open purchase. Once it is paid, the purchase
 * completes itself, once, at the price that was agreed to; a refusal of that ends it, and the coins stay in the wallet.
 */
export function useTopup({ price, busy, error, onConfirm }: Completion) {
  const queryClient = useQueryClient()
  const topup = usePurchase((it) => it.topup)
  const { data } = useQuery({ ...topupQuery(topup ?? ''), enabled: topup !== null })
  const [completed, setCompleted] = useState<string | null>(null)
  const paid = topup !== null && data?.status === 'paid' ? data : null
  useEffect(() => {
    if (paid === null || completed === paid.id || busy) return
    setBalance(queryClient, paid.coins)
    setCompleted(paid.id)
    // Without the coins too: they may be gone because another tab has made the purchase, or because its answer was lost. The
    // same key finds that answer, and otherwise the API refuses.
    if (price !== null) onConfirm()
    else setTopup(null)
  }, [paid, completed, busy, price, onConfirm, queryClient])
  useEffect(() => {
    if (error && completed !== null && isAnswer(error)) setTopup(null)
  }, [error, completed])
  return {
    /** Coins were paid for this purchase, which was then refused or costs more by now. */
    isUnspent: completed !== null && !busy && topup === null,
    isPending: topup !== null && data?.status === 'pending',
    failed: data?.status === 'failed' || data?.status === 'expired' ? topup : null,
  }
}
