import { isTimeZone, offsetOf } from './zoned-time.ts'

/** Weekly windows in which a grant holds, by the clocks of a time zone (product §79). */
export type Shift = { zone: string; windows: ShiftWindow[] }

/**
 * `day` is 1 for Monday to 7 for Sunday, `from` and `to` are `HH:MM`. It ends when the clocks next show `to`: on the day
 * after where that is not later than `from`, and after a whole day where the two are the same.
 */
export type ShiftWindow = { day: number; from: string; to: string }

/** Minutes of the week from Monday 00:00: `from` is one of this week, and `to`, which is out of it, may be in the next. */
export type Span = readonly [from: number, to: number]

const [dayMinutes, weekMinutes] = [1_440, 10_080] as const
export const shiftMinimumMinutes = 15
export const shiftsAtMost = 21

/** The windows in their order, with those that touch or overlap made one, around the end of the week too. */
export function spansOf(windows: readonly ShiftWindow[]): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of windows.map(spanOf).sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  const last = merged.at(-1)
  while (last !== undefined && merged.length > 1) {
    const [from, to] = merged[0] ?? last
    if (from + weekMinutes > last[1]) break
    last[1] = Math.max(last[1], to + weekMinutes)
    merged.shift()
  }
  return last !== undefined && last[1] - last[0] >= weekMinutes ? [[0, weekMinutes]] : merged
}

/** The windows of spans, each of a day at most and none shorter than a window may be. */
export const windowsOf = (spans: readonly Span[]): ShiftWindow[] =>
  spans.flatMap(([from, to]) => {
    const windows: ShiftWindow[] = []
    for (let start = from; start < to; ) {
      const rest = to - start
      const short = rest > dayMinutes && rest < dayMinutes + shiftMinimumMinutes
      const end = start + (short ? rest - shiftMinimumMinutes : Math.min(rest, dayMinutes))
      const day = Math.floor((start % weekMinutes) / dayMinutes) + 1
      windows.push({ day, from: clockText(start), to: clockText(end) })
      start = end
    }
    return windows
  })

/** Whether the windows leave no minute out, so that they are as good as none. */
export const isWholeWeek = (spans: readonly Span[]): boolean => spans.some(([from, to]) => to - from >= weekMinutes)

/** Whether a grant with these spans holds at a moment, in milliseconds. The SQL of the same is in `api/identity/shifts.ts`. */
export const isOnShift = (spans: readonly Span[], zone: string, at: number): boolean =>
  isOnShiftSince(spans, zone, at, at)

/** Whether it has held without a break from one moment to another. An hour that clocks show twice counts once. */
export function isOnShiftSince(spans: readonly Span[], zone: string, since: number, at: number): boolean {
  const [begun, now] = [clockMinutes(zone, since), clockMinutes(zone, at)]
  const minute = weekMinute(now)
  return spans.some(([from, to]) =>
    [minute, minute + weekMinutes].some((it) => from <= it && it < to && begun >= now - (it - from)),
  )
}

/** When it next begins to hold, or to hold no more, in milliseconds. */
export function nextChange(spans: readonly Span[], zone: string, at: number): number {
  const isOn = isOnShift(spans, zone, at)
  let moment = at - (at % minuteMs)
  // Where clocks change, an edge may be passed over, or come twice.
  for (let steps = 0; steps < 100; steps++) {
    moment = nextEdge(spans, zone, moment)
    if (isOnShift(spans, zone, moment) !== isOn) break
  }
  return moment
}

/** A zone by its area and city: short names such as `CET` and offsets mean other things to a database. */
export const isShiftZone = (name: string): boolean =>
  name === 'UTC' || (/^[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name) && isTimeZone(name))

/** The windows with the same times on several days, in the order of the week. */
export function groupsOf(windows: readonly ShiftWindow[]): ShiftGroup[] {
  const byTimes = Map.groupBy(windows, ({ from, to }) => `${from} ${to}`)
  return [...byTimes.values()].flatMap((of) =>
    of[0] === undefined ? [] : [{ days: [...new Set(of.map((it) => it.day))].sort(), from: of[0].from, to: of[0].to }],
  )
}
export type ShiftGroup = { days: readonly number[]; from: string; to: string }

/** A shift as the log keeps it: `Mon Tue 09:00-17:00, Sat 10:00-14:00, Europe/Paris`. */
export const shiftLogText = ({ zone, windows }: Shift): string =>
  [
    ...groupsOf(windows).map(({ days, from, to }) => `${days.map((day) => dayNames[day - 1]).join(' ')} ${from}-${to}`),
    zone,
  ].join(', ')

/** A shift from the log; null for a text that is none. */
export function parseShiftLog(text: string): Shift | null {
  const parts = text.split(', ')
  const zone = parts.pop() ?? ''
  const windows = parts.flatMap((part) => {
    const words = part.split(' ')
    const [from = '', to = ''] = words.pop()?.split('-') ?? []
    return words.map((name) => ({ day: dayNames.indexOf(name) + 1, from, to }))
  })
  const isOne = isShiftZone(zone) && windows.length > 0 && windows.every((it) => it.day > 0 && it.to !== '')
  return isOne ? { zone, windows } : null
}
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** How long a window lasts, in minutes of the clock. */
export const lengthOf = ({ from, to }: Pick<ShiftWindow, 'from' | 'to'>): number =>
  (minutesOf(to) - minutesOf(from) + dayMinutes) % dayMinutes || dayMinutes

const minuteMs = 60_000

function spanOf(window: ShiftWindow): Span {
  const from = (window.day - 1) * dayMinutes + minutesOf(window.from)
  return [from, from + lengthOf(window)]
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const clockText = (minute: number): string => {
  const ofDay = minute % dayMinutes
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/** Minutes that the clocks of a zone have counted, as if they had never been changed. */
const clockMinutes = (zone: string, at: number): number => Math.floor((at + offsetOf(zone, at)) / minuteMs)
/** The first day of 1970 was a Thursday. */
const weekMinute = (clock: number): number => (clock + 3 * dayMinutes) % weekMinutes

/** The next moment at which a span begins or ends by the clocks as they go now, or at which they are changed. */
function nextEdge(spans: readonly Span[], zone: string, moment: number): number {
  const minute = weekMinute(clockMinutes(zone, moment))
  const edges = spans.flat().map((edge) => ((((edge - minute - 1) % weekMinutes) + weekMinutes) % weekMinutes) + 1)
  const next = moment + Math.min(...edges, weekMinutes) * minuteMs
  return clockChange(zone, moment, next) ?? next
}

/** The first minute at which clocks are ahead of UTC by something else than at the beginning; null where none is. */
function clockChange(zone: string, from: number, to: number): number | null {
  const offset = offsetOf(zone, from)
  if (offsetOf(zone, to) === offset) return null
  let [same, other] = [from, to]
  while (other - same > minuteMs) {
    const between = same + Math.floor((other - same) / 2 / minuteMs) * minuteMs
    if (offsetOf(zone, between) === offset) same = between
    else other = between
  }
  return other
}
