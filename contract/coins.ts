/** Coins are what people read and write, with at most two decimals; inside all amounts are integer cents. */
export const coinsOf = (cents: number): number => cents / 100

/** The cents of an amount of coins, as sums and differences of them need it. Input is checked by `exactCents` first. */
export const centsOf = (coins: number): number => Math.round(coins * 100)

/** The cents of an amount, or null when it has more than two decimals, is negative zero or is out of range. */
export function exactCents(amount: number): number | null {
  if (!Number.isFinite(amount) || Object.is(amount, -0) || Math.abs(amount) > 1e9) return null
  const cents = centsOf(amount)
  return coinsOf(cents) === amount ? cents : null
}

/** Coins to the cent, as sums and differences of them are not by themselves. */
export const roundToCents = (coins: number): number => coinsOf(centsOf(coins))
