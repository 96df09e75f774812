import { addDays } from '../../../contract/policy/zoned-time.ts'
import { getLocale } from '../../paraglide/runtime.js'

export type View = 'week' | 'month'

/** The days that a view shows around a day: a week, or the whole weeks of a month. */
export function spanOf(view: View, day: string): { from: string; days: number } {
  if (view === 'week') return { from: weekStart(day), days: 7 }
  const from = weekStart(monthStart(day))
  const end = addDays(weekStart(addDays(nextMonth(day), -1)), 7)
  return { from, days: (Date.parse(end) - Date.parse(from)) / dayMs }
}

/** The days of a span in their order. */
export const daysOf = ({ from, days }: { from: string; days: number }): string[] =>
  Array.from({ length: days }, (_, at) => addDays(from, at))

/** The same day a week earlier or later, or the first of the month before or after. */
export function stepFrom(view: View, day: string, step: 1 | -1): string {
  if (view === 'week') return addDays(day, 7 * step)
  return step === 1 ? nextMonth(day) : monthStart(addDays(monthStart(day), -1))
}

export const isSameMonth = (a: string, b: string): boolean => a.slice(0, 7) === b.slice(0, 7)

const dayMs = 86_400_000
const monthStart = (day: string): string => `${day.slice(0, 7)}-01`
const nextMonth = (day: string): string => monthStart(addDays(monthStart(day), 31))

/** Plain English is American (spec §1), where a week begins on Sunday; a French one begins on Monday. */
function weekStart(day: string): string {
  const first = getLocale() === 'fr' ? 1 : 0
  return addDays(day, -((new Date(day).getUTCDay() - first + 7) % 7))
}
