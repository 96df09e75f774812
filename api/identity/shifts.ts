import { isOnShift, nextChange, type Shift, type Span, spansOf, windowsOf } from '../../contract/policy/shift.ts'
import type { ShiftNow } from '../../contract/shifts.ts'
import { orNull, text } from '../platform/db/statement.ts'

/**
 * The weekly windows of a grant as its row has them: minutes of the week from Monday 00:00, merged (`spansOf`), by the
 * clocks of a zone. Both null is always. The rule is `contract/policy/shift.ts`; a test holds its SQL here equal to it.
 */
export const shiftTypes = { shifts: orNull(text), shift_zone: orNull(text) }
export const shiftColumns = 'g.shifts::text as shifts, g.shift_zone'
export type ShiftRow = { shifts: string | null; shift_zone: string | null }

/** SQL: grant `g` is on shift at a moment. */
export const onShift = (at: string): string => `(g.shifts is null or (
    select g.shifts @> c.minute or g.shifts @> c.minute + ${week} from (select ${weekMinute(clock(at))} as minute) c))`

/** SQL: it has been since another moment, so that what ended with one shift does not go on with the next. */
export const onShiftSince = (since: string, at: string): string => `(g.shifts is null or exists (
    select from (select ${clock(at)} as now, ${clock(since)} as begun) c
    cross join unnest(array[${weekMinute('c.now')}, ${weekMinute('c.now')} + ${week}]) as minute
    cross join unnest(g.shifts) as span
    where span @> minute and c.begun >= c.now - (minute - lower(span))))`

const week = 10_080
/** SQL: minutes that the clocks of the zone have counted. */
const clock = (at: string): string => `floor(extract(epoch from ${at} at time zone g.shift_zone) / 60)::bigint`
/** SQL: the first day of 1970 was a Thursday. */
const weekMinute = (minutes: string): string => `((${minutes} + ${3 * 1_440}) % ${week})::int`

/** The columns of a shift; null is always. */
export const toShiftRow = (shift: Shift | null): ShiftRow =>
  shift === null
    ? { shifts: null, shift_zone: null }
    : { shifts: `{${spansOf(shift.windows).map(([from, to]) => `[${from},${to})`)}}`, shift_zone: shift.zone }

/** The shift of a row; null is always. */
export function shiftOf({ shifts, shift_zone: zone }: ShiftRow): { zone: string; spans: Span[] } | null {
  if (shifts === null || zone === null) return null
  const spans = [...shifts.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const)
  return { zone, spans }
}

/** The shift of a row as answers have it, at a moment in milliseconds. */
export function presentShift(row: ShiftRow, now: number): ShiftNow | null {
  const shift = shiftOf(row)
  if (shift === null) return null
  const { zone, spans } = shift
  return {
    zone,
    windows: windowsOf(spans),
    is_on: isOnShift(spans, zone, now),
    changes_at: new Date(nextChange(spans, zone, now)).toISOString(),
  }
}
