import { present, readSearch } from './read-search.ts'

/** Whether the calendar shows a month, and which day is within what it shows; today's week without them. */
export type CalendarSearch = ReturnType<typeof calendarSearch>

export function calendarSearch(raw: Record<string, unknown>) {
  const { matching, oneOf } = readSearch(raw)
  return present({ view: oneOf('view', 'month'), day: matching('day', /^\d{4}-\d{2}-\d{2}$/) })
}
