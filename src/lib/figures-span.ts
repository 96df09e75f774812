import { addDays, isDay } from '../../contract/policy/zoned-time.ts'

/** What the address of the figures says: so many days up to today, or days that were chosen, `2026-11-20`. */
export type FiguresSearch = { days?: number | undefined; from?: string | undefined; to?: string | undefined }

/** The first and the last day of a span, both in it, as `2026-11-20` in UTC. */
export type FiguresSpan = { from: string; to: string }

export const spanLengths = [7, 30, 90, 365] as const
const [, usual] = spanLengths
/** The longest span that the API answers. */
const mostDays = 366

const dayMs = 86_400_000
const isDayText = (text: unknown): text is string => typeof text === 'string' && isDay(text)

/** What of an address is understood; the rest is the last 30 days. */
export function knownSpan({ days, from, to }: FiguresSearch): FiguresSearch {
  if (isDayText(from) && isDayText(to) && isSpan({ from, to })) return { from, to }
  return spanLengths.some((it) => it === days && it !== usual) ? { days } : {}
}

/** Whether the days stand in their order and are no more than the API answers. */
export const isSpan = ({ from, to }: FiguresSpan): boolean => from <= to && daysIn({ from, to }) <= mostDays

/** The days that an address stands for, when it is `now`. */
export function spanOf(search: FiguresSearch, now: number): FiguresSpan {
  const { days = usual, from, to } = knownSpan(search)
  if (from !== undefined && to !== undefined) return { from, to }
  const today = new Date(now).toISOString().slice(0, 10)
  return { from: addDays(today, 1 - days), to: today }
}

/** As many days, which end on the day before the first. */
export function spanBefore(span: FiguresSpan): FiguresSpan {
  return { from: addDays(span.from, -daysIn(span)), to: addDays(span.from, -1) }
}

/** How many days a span has. */
export const daysIn = ({ from, to }: FiguresSpan): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1
