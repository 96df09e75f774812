import { offsetOf } from '../../../contract/policy/zoned-time.ts'

type Span = { from: Date; to: Date }
/** A part of a span in which clocks are not changed, in quarters of an hour since 1970. */
export type Stretch = { since: number; until: number; shift: number }

const dayMs = 86_400_000
const quarterMs = 900_000

/** A span as the clocks of a time zone show it, which is asked once a day, and where it answers otherwise for each quarter. */
export function stretchesOf({ from, to }: Span, timeZone: string): Stretch[] {
  const shiftAt = (quarter: number): number => Math.round(offsetOf(timeZone, quarter * quarterMs) / quarterMs)
  const [first, end] = [Math.floor(from.getTime() / quarterMs), Math.ceil(to.getTime() / quarterMs)]
  const stretches: Stretch[] = []
  for (let at = first, shift = shiftAt(first); at < end; ) {
    const until = endOfStretch(at, end, shift, shiftAt)
    stretches.push({ since: at, until, shift })
    at = until
    shift = shiftAt(at)
  }
  return stretches
}

function endOfStretch(since: number, end: number, shift: number, shiftAt: (quarter: number) => number): number {
  let at = since
  while (at < end && shiftAt(at + quartersOfDay) === shift) at += quartersOfDay
  do at++
  while (at < end && shiftAt(at) === shift)
  return Math.min(at, end)
}
const quartersOfDay = dayMs / quarterMs

/** `hour` counts from Monday at 0:00; of the answer, `weekday` is 1 for Monday to 7 for Sunday. */
export const nameHour = (hour: number): { weekday: number; hour: number } => ({
  weekday: Math.floor(hour / 24) + 1,
  hour: hour % 24,
})
