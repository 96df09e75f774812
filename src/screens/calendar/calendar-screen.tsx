import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { clockAt, isDay } from '../../../contract/policy/zoned-time.ts'
import type { CalendarSearch } from '../../lib/calendar-search.ts'
import { m } from '../../paraglide/messages.js'
import { calendarQuery } from '../../queries/calendar.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { CalendarBar } from './calendar-bar.tsx'
import { CalendarProvider } from './calendar-context.ts'
import { MonthView } from './month-view.tsx'
import { MoveSheet } from './move-sheet.tsx'
import { daysOf, isSameMonth, spanOf } from './span.ts'
import { useMoves } from './use-moves.ts'
import { WeekView } from './week-view.tsx'

/** What a creator has planned, and dimmed what has gone out; view and day are in the address (product §75). */
export function CalendarScreen({ search }: { search: CalendarSearch }) {
  const isClosed = useClosed('can_social') !== null
  // The server does not know the viewer's clock, so the days come with hydration.
  const zone = useSyncExternalStore(never, zoneHere, () => null)
  return (
    <Frame wide title={m.calendar_title()} back="/creator">
      {isClosed ? (
        <ClosedByFlag flag="can_social" />
      ) : zone === null ? (
        <CalendarSkeleton />
      ) : (
        <Calendar search={search} zone={zone} />
      )}
    </Frame>
  )
}

const never = () => () => undefined
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function Calendar({ search, zone }: { search: CalendarSearch; zone: string }) {
  const today = clockAt(zone, Date.now()).day
  const view = search.view ?? 'week'
  const day = search.day !== undefined && isDay(search.day) ? search.day : today
  const span = spanOf(view, day)
  const days = daysOf(span)
  const { asked, setAsked, onMoved, ...drag } = useMoves(zone)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(calendarQuery({ ...span, time_zone: zone }))
  const found = new Map((data?.data ?? []).map((it) => [it.day, it]))
  const shown = view === 'week' ? days : days.filter((it) => isSameMonth(it, day))
  const isEmpty = data !== undefined && !isPlaceholderData && !shown.some((it) => found.has(it))
  return (
    <CalendarProvider value={{ ...drag, zone, today, onMove: setAsked }}>
      <CalendarBar view={view} day={day} days={days} today={today} />
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : data === undefined ? (
        <SkeletonList rows={7} />
      ) : (
        <div aria-busy={isPlaceholderData}>
          {isEmpty && <Empty text={view === 'week' ? m.calendar_empty_week() : m.calendar_empty_month()} />}
          {view === 'week' ? <WeekView days={days} found={found} /> : <MonthView day={day} days={days} found={found} />}
        </div>
      )}
      {data && <p className="px-4 py-4 text-ink-soft text-sm sm:px-6">{m.calendar_zone({ zone })}</p>}
      {asked && <MoveSheet item={asked} zone={zone} onClose={() => setAsked(null)} onMoved={onMoved} />}
    </CalendarProvider>
  )
}

/** The bar and the days, in their places before the clock is known. */
const CalendarSkeleton = () => (
  <>
    <div className={tabListClasses}>
      <span className={tabClasses} />
    </div>
    <div className="border-hairline border-b px-4 py-2">
      <Skeleton className="h-11 w-2/3" />
    </div>
    <SkeletonList rows={7} />
  </>
)

function Empty({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-4 py-4 sm:px-6">
      <p className="min-w-0 flex-1 basis-52">{text}</p>
      <Link to="/upload" search={{ step: 'post' }} className={buttonClasses({ variant: 'primary' })}>
        {m.calendar_plan()}
      </Link>
    </div>
  )
}
