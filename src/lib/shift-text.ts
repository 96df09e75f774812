import { groupsOf, type Shift, type ShiftGroup } from '../../contract/policy/shift.ts'
import { addDays, clockAt } from '../../contract/policy/zoned-time.ts'
import { m } from '../paraglide/messages.js'
import { getOrCreate } from './get-or-create.ts'
import { languageTag } from './money.ts'

/** A shift in words: `Mon–Fri 09:00–12:00, 13:00–17:00; Sat 10:00–14:00, Paris`. */
export function shiftText({ zone, windows }: Shift): string {
  const byDays = Map.groupBy(groupsOf(windows), ({ days }) => days.join(' '))
  const parts = [...byDays.values()].map((of) => `${daysText(of[0]?.days ?? [])} ${of.map(timesText).join(', ')}`)
  return `${parts.join(m.agencies_shift_and())}, ${placeName(zone)}`
}

/** `Europe/Paris` as people call it: `Paris`. */
const placeName = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** A day of the week, 1 for Monday: `Mon`, `lun.`. */
export const dayName = (day: number): string => dayFormat('short').format(Date.UTC(2024, 0, day))
/** The same in full: `Monday`. */
export const longDayName = (day: number): string => dayFormat('long').format(Date.UTC(2024, 0, day))

/**
 * A moment near now by the clocks of a time zone: `at 17:00` today, `tomorrow at 09:00`, `Monday at 09:00`, and with its
 * date where the weekday alone could be another one.
 */
export function whenText(iso: string, timeZone: string, now: number): string {
  const [then, today] = [clockAt(timeZone, Date.parse(iso)), clockAt(timeZone, now).day]
  const time = new Date(then.time).toISOString().slice(11, 16)
  if (then.day === today) return m.agencies_when_today({ time })
  return m.agencies_when_day({ day: nearDay(then.day, today), time })
}

function nearDay(day: string, today: string): string {
  const near = [-1, 1].find((step) => addDays(today, step) === day)
  if (near !== undefined) return new Intl.RelativeTimeFormat(languageTag(), { numeric: 'auto' }).format(near, 'day')
  const date = Date.parse(`${day}T00:00:00Z`)
  if (day > today && day < addDays(today, 7)) return dayFormat('long').format(date)
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(languageTag(), options).format(date)
}

const timesText = ({ from, to }: ShiftGroup): string =>
  from === to && from === '00:00' ? '00:00–24:00' : `${from}–${to}`

/** Three days in a row and more are a span. */
function daysText(days: readonly number[]): string {
  if (days.length === 7) return m.agencies_shift_daily()
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => (run.length < 3 ? run.map(dayName) : [`${dayName(run[0] ?? 1)}–${dayName(run.at(-1) ?? 7)}`]))
    .join(', ')
}

function dayFormat(weekday: 'short' | 'long'): Intl.DateTimeFormat {
  const tag = languageTag()
  return getOrCreate(formats, `${tag} ${weekday}`, () => new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }))
}
const formats = new Map<string, Intl.DateTimeFormat>()
