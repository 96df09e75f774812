import { centsOf, coinsOf } from '../coins.ts'
/** The price for a fan to whom some of the media are open already: the share of the rest, in cents (product §13). */
export const shareOf = (cents: number, left: number, of: number): number => Math.round((cents * left) / of)

/** The same in coins, of a post or message as its buyer sees it. Only media with a price are sold. */
export function costOfRest(price: number, media: readonly Part[]): number {
  const sold = media.filter((it) => it.price !== null)
  if (sold.length === 0) return price
  return coinsOf(shareOf(centsOf(price), sold.filter((it) => it.locked).length, sold.length))
}

type Part = { price: number | null; locked: boolean }
