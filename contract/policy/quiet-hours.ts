import { clockAt } from './zoned-time.ts'

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

const minuteMs = 60_000
const dayMinutes = 1440
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** From 0 to a day. */
const daily = (minutes: number): number => (minutes + dayMinutes) % dayMinutes
/** From half a day before to half a day after. */
const signed = (minutes: number): number => daily(minutes + dayMinutes / 2) - dayMinutes / 2

/** Minutes since midnight on the clocks of a time zone. */
const localMinutes = (timeZone: string, at: number): number => Math.floor(clockAt(timeZone, at).time / minuteMs)
