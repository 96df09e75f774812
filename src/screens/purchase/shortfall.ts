import { toTheCent } from '../../../contract/coins.ts'
import { Refusal } from '../../lib/refusal.ts'

/**
 * Coins that are missing for a price. The API's word counts before what this page believes about the balance; it was
 * said of the price that was asked for then.
 */
export function shortfall(coins: number, price: number, said: { error: Error | null; price: number | null }): number {
  const { error } = said
  const told = error instanceof Refusal && error.code === 'insufficient_coins' ? (error.facts.shortfall ?? 0) : 0
  const balance = told > 0 && said.price !== null ? said.price - told : coins
  return Math.max(0, toTheCent(price - Math.min(coins, balance)))
}
