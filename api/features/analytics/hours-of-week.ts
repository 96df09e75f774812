import { offsetOf } from '../../../contract/policy/zoned-time.ts'

type Quarter = { quarter: number; sales: number; paid: number }
/** `weekday` is 1 for Monday to 7 for Sunday. */
type Hour = { weekday: number; hour: number; sales: number; paid: number }

const dayMs = 86_400_000
const quarterMs = 900_000

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
  const days = new Map<number, number | null>()
  const shiftOf = (day: number): number | null => {
    const [first, last] = [offsetOf(timeZone, day * dayMs), offsetOf(timeZone, (day + 1) * dayMs)]
    return first === last ? first : null
  }
  return (at) => {
    const day = Math.floor(at / dayMs)
    const known = days.get(day)
    const shift = known === undefined ? shiftOf(day) : known
    days.set(day, shift)
    return at + (shift ?? offsetOf(timeZone, at))
  }
}
