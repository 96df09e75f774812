type Quarter = { quarter: number; sales: number; paid: number }
/** `weekday` is 1 for Monday to 7 for Sunday. */
type Hour = { weekday: number; hour: number; sales: number; paid: number }

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
const quarterMs = 15 * minuteMs

/** Adds up quarters of an hour by the hour of the week as clocks in `timeZone` show it; from Monday on, without empty hours. */
export function hoursOfWeek(quarters: readonly Quarter[], timeZone: string): Hour[] {
  const localTimeOf = clockIn(timeZone)
  const hours = new Map<number, Hour>()
  for (const { quarter, sales, paid } of quarters) {
    const local = new Date(localTimeOf(quarter * quarterMs))
    const [weekday, hour] = [local.getUTCDay() || 7, local.getUTCHours()]
    const known = hours.get(weekday * 24 + hour) ?? { weekday, hour, sales: 0, paid: 0 }
    hours.set(weekday * 24 + hour, { ...known, sales: known.sales + sales, paid: known.paid + paid })
  }
  return [...hours].sort(([a], [b]) => a - b).map(([, hour]) => hour)
}

/** Tells the local time of moments, as UTC has it. A time zone is asked once a day, on days of a clock change each time. */
function clockIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const days = new Map<number, number | null>()
  const shiftOf = (day: number): number | null => {
    const [first, last] = [offsetOf(format, day * dayMs), offsetOf(format, (day + 1) * dayMs)]
    return first === last ? first : null
  }
  return (at) => {
    const day = Math.floor(at / dayMs)
    const shift = days.get(day) ?? shiftOf(day)
    days.set(day, shift)
    return at + (shift ?? offsetOf(format, at))
  }
}

/** How far local time is ahead of UTC, in milliseconds: `GMT-03:30` is behind. */
function offsetOf(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find((it) => it.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs
}
