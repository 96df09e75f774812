import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { CalendarDay } from '../../../contract/calendar.ts'
import { m } from '../../paraglide/messages.js'
import { calendarQuery } from '../../queries/calendar.ts'
import { Button } from '../../ui/button.tsx'
import { keyOf, useCalendar, useDropOn } from './calendar-context.ts'
import { ItemCard } from './calendar-item.tsx'
import { dayName, weekdayName } from './labels.ts'

/** A list by day on phones, seven columns on laptops. */
export function WeekView({ days, found }: { days: readonly string[]; found: ReadonlyMap<string, CalendarDay> }) {
  return (
    <ol className="divide-y divide-hairline lg:grid lg:grid-cols-7 lg:divide-x lg:divide-y-0 lg:border-hairline lg:border-b">
      {days.map((day) => (
        <WeekDay key={day} day={day} found={found.get(day)} />
      ))}
    </ol>
  )
}

function WeekDay({ day, found }: { day: string; found: CalendarDay | undefined }) {
  const { today, dragged } = useCalendar()
  const isToday = day === today
  return (
    <li
      {...useDropOn(day)}
      aria-current={isToday ? 'date' : undefined}
      className={clsx('flex flex-col gap-2 px-4 py-3 sm:px-6 lg:min-h-80 lg:px-2', dragged && 'lg:bg-sunken')}
    >
      <h2
        className={clsx(
          'text-sm lg:flex lg:h-7 lg:items-center',
          day < today ? 'font-medium text-ink-soft' : 'font-bold',
        )}
      >
        <span className="lg:sr-only">{dayName(day)}</span>
        <span aria-hidden="true" className="hidden lg:block">
          {weekdayName(day, 'short')}{' '}
          <span className={clsx('tabular-nums', isToday && todayClasses)}>{Number(day.slice(8))}</span>
        </span>
        {isToday && <span className="ml-2 font-normal text-ink-soft lg:sr-only">{m.calendar_today()}</span>}
      </h2>
      <DayItems day={day} found={found} narrow />
    </li>
  )
}

/** How the number of today stands out. */
export const todayClasses = 'inline-flex size-7 items-center justify-center rounded-full bg-ink text-paper'

type DayItemsProps = { day: string; found: CalendarDay | undefined; narrow?: boolean }

/** What is on a day, the rest of it by a press; or that there is nothing. */
export function DayItems({ day, found, narrow = false }: DayItemsProps) {
  const { zone } = useCalendar()
  const [isWhole, setIsWhole] = useState(false)
  const whole = useQuery({ ...calendarQuery({ from: day, days: 1, time_zone: zone }), enabled: isWhole })
  const { items = [], more = 0 } = (isWhole && whole.data?.data[0]) || (found ?? {})
  if (found === undefined)
    return <p className={clsx('text-ink-soft text-sm', narrow && 'lg:sr-only')}>{m.calendar_nothing()}</p>
  return (
    <>
      <ul className="flex flex-col gap-2">
        {items.map((item) => (
          <li key={keyOf(item)}>
            <ItemCard item={item} narrow={narrow} />
          </li>
        ))}
      </ul>
      {more > 0 &&
        (isWhole && whole.data ? (
          <p className="text-ink-soft text-sm">{m.calendar_more({ count: more })}</p>
        ) : (
          <Button variant="ghost" size="sm" busy={whole.isFetching} onClick={() => setIsWhole(true)}>
            {m.calendar_more({ count: more })}
          </Button>
        ))}
    </>
  )
}
