import { roundToCents } from '../../../contract/coins.ts'
import { RefusalError } from '../../lib/refusal.ts'

/**
 * Coins that are missing for a price. The API's word counts before what this page believes about the balance; it was
 * reported for the price of that call.
 */
export function shortfall(
  coins: number,
  price: number,
  lastReply: { error: Error | null; price: number | null },
): number {
  const { error } = lastReply
  const reported =
    error instanceof RefusalError && error.code === 'insufficient_coins' ? (error.facts.shortfall ?? 0) : 0
  const balance = reported > 0 && lastReply.price !== null ? lastReply.price - reported : coins
  return Math.max(0, roundToCents(price - Math.min(coins, balance)))
}
