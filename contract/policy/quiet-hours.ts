/** Hours in which pushes and mails wait, `HH:MM` in the reader's own time; `from` may be later than `to`. */
export type QuietHours = { from: string; to: string; timeZone: string }

/** When the quiet hours around a moment end, in milliseconds, or null outside of them. Their last minute is not quiet. */
export function quietUntil(hours: QuietHours | null, now: number): number | null {
  if (hours === null) return null
  const [from, to, at] = [minutesOf(hours.from), minutesOf(hours.to), localMinutes(hours.timeZone, now)]
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to
  if (!isQuiet) return null
  const minuteStart = now - (now % minuteMs)
  const end = minuteStart + daily(to - at) * minuteMs
  // Where clocks change in between, the end is as much earlier or later.
  const drift = signed(to - localMinutes(hours.timeZone, end))
  return end + drift * minuteMs
}

/** Whether a browser's name of its time zone is one that can be told the time in. */
export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined
  } catch {
    return false
  }
}

const minuteMs = 60_000
const dayMinutes = 1440
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** From 0 to a day. */
const daily = (minutes: number): number => (minutes + dayMinutes) % dayMinutes
/** From half a day before to half a day after. */
const signed = (minutes: number): number => daily(minutes + dayMinutes / 2) - dayMinutes / 2

/** Minutes since midnight on the clocks of a time zone. */
function localMinutes(timeZone: string, at: number): number {
  const parts = clockOf(timeZone).formatToParts(at)
  const value = (type: 'hour' | 'minute') => Number(parts.find((it) => it.type === type)?.value)
  return value('hour') * 60 + value('minute')
}

/** A format is dear to make; there are some four hundred time zones. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  // A name may be written in capitals and small letters alike, so there is no end of them.
  if (clocks.size > 500) clocks.clear()
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return clock
}
const clocks = new Map<string, Intl.DateTimeFormat>()
