import { Link } from '@tanstack/react-router'
import { monthText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { weekName } from './labels.ts'
import { stepFrom, type View } from './span.ts'

type CalendarBarProps = { view: View; day: string; days: readonly string[]; today: string }

/** What is shown, and the ways to what is not. Each is an address, so that Back leads through them. */
export function CalendarBar({ view, day, days, today }: CalendarBarProps) {
  const searchOf = (to: string, in_: View = view) => ({ day: to, ...(in_ === 'month' && { view: in_ }) })
  return (
    <>
      <nav aria-label={m.calendar_view()} className={tabListClasses}>
        {(['week', 'month'] as const).map((it) => (
          <Link
            key={it}
            to="/creator/calendar"
            search={searchOf(day, it)}
            activeOptions={{ exact: true }}
            aria-current={it === view ? 'page' : undefined}
            className={tabClasses}
          >
            {it === 'week' ? m.calendar_week() : m.calendar_month()}
          </Link>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-1 border-hairline border-b px-2 py-2 sm:px-4">
        <Step label={m.calendar_earlier()} icon="chevron-left" search={searchOf(stepFrom(view, day, -1))} />
        <Step label={m.calendar_later()} icon="chevron-right" search={searchOf(stepFrom(view, day, 1))} />
        <p aria-live="polite" className="min-w-0 flex-1 px-1 font-bold">
          {view === 'month' ? monthText(day.slice(0, 7)) : weekName(days[0] ?? day, days.at(-1) ?? day)}
        </p>
        <Link to="/creator/calendar" search={searchOf(today)} className={buttonClasses({ size: 'sm' })}>
          {m.calendar_today()}
        </Link>
      </div>
    </>
  )
}

type StepProps = { label: string; icon: 'chevron-left' | 'chevron-right'; search: { day: string; view?: 'month' } }

const Step = ({ label, icon, search }: StepProps) => (
  <Link
    to="/creator/calendar"
    search={search}
    aria-label={label}
    className={buttonClasses({ variant: 'ghost', size: 'icon' })}
  >
    <Icon name={icon} className="size-5" />
  </Link>
)
