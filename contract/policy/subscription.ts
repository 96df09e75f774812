/**
 * Decides what subscribing does (product §5, safety §5). Inside a running period nothing is charged again. A month in
 * its grace period costs what its renewal would have. Otherwise a new period starts at the creator's present price, or
 * free of charge if that is zero. A free subscriber who is asked for a price agrees to pay it from the end of the free
 * period on.
 */
export function decideSubscribe(facts: SubscribeFacts): SubscribeDecision {
  const { before, priceCents, now } = facts
  if (before !== null && letsIn(before, now)) {
    if (before.status === 'cancelled') return { act: asksConsent(before, priceCents) ? 'agree' : 'resume', cents: 0 }
    if (before.status !== 'past_due') return { act: 'none', cents: 0 }
    if (priceCents > 0 && before.dueCents > 0) return { act: 'settle', cents: before.dueCents }
    return { act: 'begin_free', cents: 0 }
  }
  return priceCents === 0 ? { act: 'begin_free', cents: 0 } : { act: 'begin', cents: priceCents }
}

/** Whether a free subscription continues only at a price that its fan has yet to agree to (product §5). */
export const asksConsent = (it: Pick<SubscriptionFacts, 'status' | 'priceCents'>, priceCents: number): boolean =>
  it.status === 'cancelled' && it.priceCents === 0 && priceCents > 0

/** Whether a subscription gives access at a time. It ends without an event (safety §4). */
export const letsIn = (it: Pick<SubscriptionFacts, 'status' | 'activeUntil'>, now: number): boolean =>
  it.status !== 'ended' && (it.activeUntil === null || it.activeUntil > now)

/**
 * The prices that a fan may have seen: the locked one while the subscription renews, else the creator's. Inside the
 * period both are right, because nothing is charged, unless the fan agrees to a price.
 */
export function agreedPrices(facts: SubscribeFacts): number[] {
  const { before, priceCents, now } = facts
  if (before === null || !letsIn(before, now) || asksConsent(before, priceCents)) return [priceCents]
  return before.status === 'past_due' ? [decideSubscribe(facts).cents] : [before.priceCents, priceCents]
}

/** The end of what is paid: of a month that is owed, when it was due. Null where nothing ends. */
export const paidUntil = (it: Pick<SubscriptionFacts, 'status' | 'activeUntil'> & { renewsAt: number | null }) =>
  it.status === 'past_due' ? it.renewsAt : it.activeUntil

/** The end of the month that starts at `from`, on the day of the month of `anchor`, so that the 31st returns after a short month. */
export function monthAfter(anchor: number, from: number): number {
  const start = new Date(anchor)
  const first = new Date(from)
  let months = (first.getUTCFullYear() - start.getUTCFullYear()) * 12 + first.getUTCMonth() - start.getUTCMonth()
  let end = addMonths(start, months)
  while (end <= from) end = addMonths(start, ++months)
  return end
}

/** The same for several months. */
export function monthsAfter(anchor: number, from: number, months: number): number {
  let until = from
  for (let month = 0; month < months; month++) until = monthAfter(anchor, until)
  return until
}

function addMonths(start: Date, months: number): number {
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), lastDay)
  const timeOfDay = start.getTime() % 86_400_000
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, day) + timeOfDay
}

/** Milliseconds and cents. */
export type SubscriptionFacts = {
  status: 'active' | 'cancelled' | 'past_due' | 'ended'
  /** The price of the present month, and of the next one. */
  priceCents: number
  dueCents: number
  activeUntil: number | null
}
export type SubscribeFacts = { before: SubscriptionFacts | null; priceCents: number; now: number }
export type SubscribeDecision =
  | { act: 'none' | 'resume' | 'agree' | 'begin_free'; cents: 0 }
  | { act: 'begin' | 'settle'; cents: number }
