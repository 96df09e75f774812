/** Coins to the cent, as sums and differences of them are not by themselves. */
export const roundToCents = (coins: number): number => Math.round(coins * 100) / 100
