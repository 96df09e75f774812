import { RefusalError } from '../../lib/refusal.ts'

/** The price that was shown, until a refusal says that it has changed meanwhile. */
export function priceNow(shown: number, error: Error | null): number {
  const changed = error instanceof RefusalError && error.code === 'price_changed' ? error.facts.price : undefined
  return changed ?? shown
}
