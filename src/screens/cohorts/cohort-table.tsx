import type { Cohort } from '../../../contract/analytics.ts'
import { cohortMonths } from '../../../contract/limits.ts'
import { monthText } from '../../lib/dates.ts'
import { coinText, moneyText } from '../../lib/money.ts'
import { percentText } from '../../lib/percent-text.ts'
import { m } from '../../paraglide/messages.js'
import { letKeysScroll } from '../../ui/let-keys-scroll.ts'

type CohortTableProps = { cohorts: readonly Cohort[]; shown: 'subscribed' | 'paid' }
type Figures = Cohort['today']

/** A row for each month; it scrolls sideways under its first column. What is darker is also written in figures. */
export function CohortTable({ cohorts, shown }: CohortTableProps) {
  const title = shown === 'paid' ? m.cohorts_show_paid() : m.cohorts_show_subscribed()
  const most = Math.max(...cohorts.flatMap(({ after, today }) => [...after, today].map((it) => it?.paid ?? 0)), 0.01)
  return (
    <section ref={letKeysScroll} aria-label={title} className="relative overflow-x-auto border-hairline border-t">
      <table className="border-separate border-spacing-0 text-right text-sm tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="whitespace-nowrap text-ink-soft">
          <tr>
            <th scope="col" className={`${firstColumn} font-semibold`}>
              {m.cohorts_month()}
            </th>
            <th scope="col" className={headCell}>
              {m.cohorts_fans()}
            </th>
            {months.map((count) => (
              <th key={count} scope="col" className={headCell}>
                <span aria-hidden="true">{count}</span>
                <span className="sr-only">{m.cohorts_after({ count })}</span>
              </th>
            ))}
            <th scope="col" className={headCell}>
              {m.cohorts_today()}
            </th>
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.month}>
              <th scope="row" className={`${firstColumn} font-medium`}>
                {monthText(cohort.month)}
              </th>
              <td className="border-hairline border-b px-3">{coinText(cohort.fans)}</td>
              {months.map((month) => (
                <Cell key={month} of={cohort} figures={cohort.after[month - 1] ?? null} shown={shown} most={most} />
              ))}
              <Cell of={cohort} figures={cohort.today} shown={shown} most={most} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const months = Array.from({ length: cohortMonths }, (_, at) => at + 1)
const headCell = 'border-hairline border-b px-3 py-3 font-semibold'
const firstColumn =
  'sticky left-0 z-10 whitespace-nowrap border-hairline border-r border-b bg-paper py-3 pr-3 pl-4 text-left sm:pl-6'

type CellProps = { of: Cohort; figures: Figures | null; shown: CohortTableProps['shown']; most: number }

/** A share with its number, or an amount, on a ground that is darker the higher it is. */
function Cell({ of: { fans }, figures, shown, most }: CellProps) {
  if (figures === null)
    return (
      <td className="border-hairline border-b px-3 text-ink-faint">
        <span aria-hidden="true">·</span>
        <span className="sr-only">{m.cohorts_not_yet()}</span>
      </td>
    )
  const share = shown === 'paid' ? (figures.paid ?? 0) / most : figures.subscribed / fans
  return (
    <td className="relative min-w-16 border-hairline border-b px-3 py-1.5">
      <span aria-hidden="true" className="absolute inset-0.5 rounded-sm bg-brass" style={{ opacity: share * 0.3 }} />
      <span className="relative block font-semibold">
        {shown === 'paid' ? moneyText(figures.paid ?? 0) : percentText(share)}
      </span>
      {shown === 'subscribed' && (
        <span className="relative block text-ink-soft text-xs">{coinText(figures.subscribed)}</span>
      )}
    </td>
  )
}
