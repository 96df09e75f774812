/** The amounts that client and server share, apart from `limits.ts`: no page needs them before something is bought. */

/** The allowed subscription prices in coins, as listed in spec §9. */
export const pricePoints = [
  0, 3.99, 4.99, 5.99, 6.99, 7.99, 9.99, 10.99, 11.99, 12.99, 14.99, 19.99, 24.99, 34.99, 39.99, 44.99, 49.99, 59.99,
  69.99, 79.99, 89.99, 99.99, 199.99, 299.99, 499.99,
] as const
/** From the least to the most of an amount, in cents. */
export const tipCents = { min: 100, max: 20_000 }
export const topupCents = { min: 500, max: 50_000 }
export const paidCents = { min: 100, max: 20_000 }
/** Packs of coins, in coins. */
export const topupPacks = [10, 20, 50, 100] as const
/** Shares of a referred creator's gross and a referred fan's spending, paid from the platform's fee (product §10). */
export const referralRates = { creatorPercent: 5, creatorMonths: 12, fanPercent: 1, fanDays: 90 } as const
/** Limits of a trial or discount link: free days, percent off for some months, uses, days until it expires. */
export const offerLimits = {
  days: { min: 1, max: 90 },
  percent: { min: 5, max: 95 },
  months: { min: 1, max: 12 },
  max_uses: { min: 1, max: 100_000 },
  expires_in_days: { min: 1, max: 365 },
} as const
/** Months of a gift. */
export const giftMonths = [1, 3, 6, 12] as const
/** Months that a creator may sell together, and the percent by which that is less (product §85). */
export const bundleMonths = [3, 6, 12] as const
export const bundlePercents = [5, 10, 15, 20, 25, 30, 40, 50] as const
