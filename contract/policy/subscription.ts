/**
 * What asking to subscribe comes to (product §5, safety §5): facts in, a decision out. Inside a period that lets
 * in nothing is charged again; a lapsed month inside its grace costs what its renewal would have; everything else begins
 * anew at the creator's present price, and nobody pays for what is free by now. Who subscribes for nothing and is asked
 * whether they stay for a price agrees to it from the end of their free time on.
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

/** Whether a free subscription goes on only for a price that its fan has yet to agree to (product §5). */
export const asksConsent = (it: Pick<SubscriptionFacts, 'status' | 'priceCents'>, priceCents: number): boolean =>
  it.status === 'cancelled' && it.priceCents === 0 && priceCents > 0

/** Whether a subscription lets its fan in at a moment; it needs no event to end (safety §4). */
export const letsIn = (it: Pick<SubscriptionFacts, 'status' | 'activeUntil'>, now: number): boolean =>
  it.status !== 'ended' && (it.activeUntil === null || it.activeUntil > now)

/**
 * What a fan who names a price must have seen: the locked one while theirs goes on, else the creator's. Inside their
 * period either is the truth, as nothing is charged, unless it is the price that they agree to.
 */
export function agreedPrices(facts: SubscribeFacts): number[] {
  const { before, priceCents, now } = facts
  if (before === null || !letsIn(before, now) || asksConsent(before, priceCents)) return [priceCents]
  return before.status === 'past_due' ? [decideSubscribe(facts).cents] : [before.priceCents, priceCents]
}

/** The end of the month that begins at `from`, counted from the day of the month of `anchor`, so that the 31st comes back after a short month. */
export function monthAfter(anchor: number, from: number): number {
  const start = new Date(anchor)
  const first = new Date(from)
  let months = (first.getUTCFullYear() - start.getUTCFullYear()) * 12 + first.getUTCMonth() - start.getUTCMonth()
  let end = addMonths(start, months)
  while (end <= from) end = addMonths(start, ++months)
  return end
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
  /** What the present month costs, and what the next one will. */
  priceCents: number
  dueCents: number
  activeUntil: number | null
}
export type SubscribeFacts = { before: SubscriptionFacts | null; priceCents: number; now: number }
export type SubscribeDecision =
  | { act: 'none' | 'resume' | 'agree' | 'begin_free'; cents: 0 }
  | { act: 'begin' | 'settle'; cents: number }
