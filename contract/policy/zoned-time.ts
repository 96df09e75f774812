/**
 * The moment at which the clocks of a time zone show a time of a day, in milliseconds; `day` is `2026-11-20`, `time` the
 * milliseconds after midnight. Of two such moments it is the first, and where clocks skip the time it is as much later.
 */
export function momentIn(timeZone: string, day: string, time: number): number {
  const shown = Date.parse(`${day}T00:00:00Z`) + time
  const before = shown - offsetOf(timeZone, shown - dayMs)
  const after = shown - offsetOf(timeZone, shown + dayMs)
  const fitting = [before, after].filter((it) => it + offsetOf(timeZone, it) === shown)
  return fitting.length > 0 ? Math.min(...fitting) : before
}

/** The beginnings of so many days in a row and of the day after the last, as a time zone has them, in milliseconds. */
export const dayStarts = (timeZone: string, first: string, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, at) => momentIn(timeZone, addDays(first, at), 0))

/** The day and the time of day that the clocks of a time zone show at a moment. */
export function clockAt(timeZone: string, moment: number): { day: string; time: number } {
  const shown = new Date(moment + offsetOf(timeZone, moment)).toISOString()
  return { day: shown.slice(0, 10), time: Date.parse(shown) - Date.parse(`${shown.slice(0, 10)}T00:00:00Z`) }
}

/** The day so many days after another one. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** Whether it is a day of the calendar between the years 2000 and 2999; 30 February is none. */
export function isDay(text: string): boolean {
  const at = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Whether a browser's name of its time zone is one that can be told the time in. */
export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined
  } catch {
    return false
  }
}

const dayMs = 86_400_000

/** How much the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
export function offsetOf(timeZone: string, moment: number): number {
  const seconds = Math.floor(moment / 1_000) * 1_000
  const parts = clockOf(timeZone).formatToParts(seconds)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((it) => it.type === type)?.value)
  const shown = Date.UTC(
    ...([value('year'), value('month') - 1, value('day')] as const),
    ...([value('hour'), value('minute'), value('second')] as const),
  )
  return shown - seconds
}

/** A format is dear to make; there are some four hundred time zones. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  // A name may be written in capitals and small letters alike, so there is no end of them.
  if (clocks.size > 500) clocks.clear()
  const two = '2-digit' as const
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
  })
  clocks.set(timeZone, clock)
  return clock
}
const clocks = new Map<string, Intl.DateTimeFormat>()
