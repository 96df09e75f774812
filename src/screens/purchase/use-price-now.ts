import { useState } from 'react'
import { RefusalError } from '../../lib/refusal.ts'

/**
 * The price that was shown, until a refusal names the present one. That one stays while it is being paid and after
 * another refusal, when the error that named it is gone.
 */
export function usePriceNow(shown: number, error: Error | null): number {
  const [price, setPrice] = useState(shown)
  const changed = error instanceof RefusalError && error.code === 'price_changed' ? error.facts.price : undefined
  if (changed !== undefined && changed !== price) setPrice(changed)
  return changed ?? price
}
