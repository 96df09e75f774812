import { createFileRoute } from '@tanstack/react-router'
import { type CalendarSearch, calendarSearch } from '../../lib/calendar-search.ts'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { CalendarScreen } from '../../screens/calendar/calendar-screen.tsx'

export const Route = createFileRoute('/creator/calendar')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: (search: CalendarSearch) => search,
  loader: () => pageHead({ title: m.calendar_title() }),
  head: loaderHead,
  component: Calendar,
})

function Calendar() {
  return <CalendarScreen search={calendarSearch(Route.useSearch())} />
}
