import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useId } from 'react'
import type { CalendarDay } from '../../../contract/calendar.ts'
import { m } from '../../paraglide/messages.js'
import { keyOf, useCalendar, useDropOn } from './calendar-context.ts'
import { ItemLine } from './calendar-item.tsx'
import { dayName, weekdayName } from './labels.ts'
import { isSameMonth } from './span.ts'
import { DayItems, todayClasses } from './week-view.tsx'

type MonthViewProps = { day: string; days: readonly string[]; found: ReadonlyMap<string, CalendarDay> }

/** The weeks of a month: dots on phones, short titles on laptops. The chosen day stands below with all that it has. */
export function MonthView({ day: chosen, days, found }: MonthViewProps) {
  const titleId = useId()
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(7 * at, 7 * at + 7))
  return (
    <>
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className="py-2 font-medium text-ink-soft text-xs">
                <span className="sr-only">{weekdayName(day, 'long')}</span>
                <span aria-hidden="true">{weekdayName(day, 'short')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]} className="border-hairline border-t last:border-b">
              {week.map((day) => (
                <MonthDay key={day} day={day} chosen={chosen} found={found.get(day)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <section aria-labelledby={titleId} className="flex max-w-[44rem] flex-col gap-3 px-4 py-5 sm:px-6">
        <h2 id={titleId} className="font-bold text-lg">
          {dayName(chosen)}
        </h2>
        <DayItems key={chosen} day={chosen} found={found.get(chosen)} />
      </section>
    </>
  )
}

const linesInDay = 3

function MonthDay({ day, chosen, found }: { day: string; chosen: string; found: CalendarDay | undefined }) {
  const { today, dragged } = useCalendar()
  const items = found?.items ?? []
  const count = items.length + (found?.more ?? 0)
  const above = count - Math.min(items.length, linesInDay)
  const isOther = !isSameMonth(day, chosen)
  return (
    <td
      {...useDropOn(day)}
      className={clsx('h-14 p-0 align-top lg:h-32 lg:p-1', day === chosen && 'bg-sunken', dragged && 'lg:bg-sunken')}
    >
      <Link
        to="/creator/calendar"
        search={{ view: 'month', day }}
        resetScroll={false}
        activeOptions={{ exact: true }}
        draggable={false}
        className={clsx(
          'flex h-14 flex-col items-center gap-1 rounded-control py-1.5 text-sm tabular-nums focus-visible:outline-offset-[-4px] hover:bg-sunken lg:h-8 lg:py-0.5',
          isOther ? 'text-ink-soft' : 'font-semibold',
        )}
      >
        <span className="sr-only">
          {count > 0 ? m.calendar_items({ day: dayName(day), count }) : dayName(day)}
          {day === today && ` (${m.calendar_today()})`}
        </span>
        <span
          aria-hidden="true"
          className={clsx('flex size-7 items-center justify-center', day === today && todayClasses)}
        >
          {Number(day.slice(8))}
        </span>
        <span aria-hidden="true" className="flex gap-1 lg:hidden">
          {items.slice(0, linesInDay).map((item) => (
            <span
              key={keyOf(item)}
              className={clsx('size-1.5 rounded-full border border-ink-soft', !item.is_past && 'bg-ink-soft')}
            />
          ))}
        </span>
      </Link>
      <div className="hidden flex-col gap-0.5 lg:flex">
        {items.slice(0, linesInDay).map((item) => (
          <ItemLine key={keyOf(item)} item={item} />
        ))}
        {above > 0 && (
          <Link
            to="/creator/calendar"
            search={{ view: 'month', day }}
            resetScroll={false}
            tabIndex={-1}
            aria-hidden="true"
            className="px-1.5 text-ink-soft text-xs hover:underline"
          >
            {m.calendar_more({ count: above })}
          </Link>
        )}
      </div>
    </td>
  )
}
