import { letsIn, monthsAfter, paidUntil, type SubscriptionFacts } from './subscription.ts'

/** What the months of a bundle cost together, in cents. */
export const bundleCents = (priceCents: number, { months, percent }: { months: number; percent: number }): number =>
  Math.round((priceCents * months * (100 - percent)) / 100)

/**
 * What buying a bundle does (product §85). After a period that is paid it only follows: whether that renews, and at what
 * price, stays as it is. Otherwise it begins a subscription, after a free month that runs, which renews at the creator's
 * present price. A month that is owed is the first of the bundle.
 */
export function bundleTerms({ before, priceCents, now }: BundleFacts): BundleAgreement {
  if (before === null || !letsIn(before, now)) return { from: null, renewalCents: priceCents, follows: false }
  const from = paidUntil(before)
  if (before.priceCents === 0 || from === null) return { from, renewalCents: priceCents, follows: false }
  return { from, renewalCents: before.renewsAt === null ? null : before.dueCents, follows: true }
}

/**
 * Whether it costs less than the same months one by one. A fan whose own month is older and cheaper is sold nothing dearer.
 */
export const savesMoney = ({ follows, renewalCents }: BundleAgreement, months: number, cents: number): boolean =>
  !follows || renewalCents === null || cents < renewalCents * months

/** The end of the months: on the day of the month of what they follow, else of their own beginning. */
export function bundleEnd(
  agreed: BundleAgreement,
  months: number,
  { startedAt, now }: { startedAt: number; now: number },
) {
  const from = agreed.from ?? now
  return monthsAfter(agreed.follows ? startedAt : from, from, months)
}

/** Milliseconds and cents. */
type BundleFacts = {
  before: (SubscriptionFacts & { renewsAt: number | null }) | null
  /** The creator's price of a month. */
  priceCents: number
  now: number
}
export type BundleAgreement = {
  /** The end of what runs, from which on the months count; null for now. */
  from: number | null
  /** The price of each month after them; null where nothing renews. */
  renewalCents: number | null
  /** Whether what runs goes on by its own terms. */
  follows: boolean
}
