import { useQuery } from '@tanstack/react-query'
import type { Analytics } from '../../../contract/analytics.ts'
import { roundToCents } from '../../../contract/coins.ts'
import { m } from '../../paraglide/messages.js'
import { monthsQuery } from '../../queries/analytics.ts'
import { Coins } from '../../ui/coins.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** What came in yesterday and in this month, each beside the span before it: the day before, the same days of last month. */
export function Lately() {
  const isClosed = [useClosed('show_in_analytics'), useClosed('can_payment')].some((it) => it !== null)
  const { data } = useQuery({ ...monthsQuery, enabled: !isClosed })
  if (!data) return null
  const { yesterday, dayBefore, month, monthBefore } = spansOf(data.earnings)
  return (
    <dl className="grid grid-cols-2 border-hairline border-b">
      <Span name={m.studio_yesterday()} coins={yesterday} before={m.studio_day_before()} coinsBefore={dayBefore} />
      <Span name={m.studio_month()} coins={month} before={m.studio_month_before()} coinsBefore={monthBefore} />
    </dl>
  )
}

type SpanProps = { name: string; coins: number; before: string; coinsBefore: number }

function Span({ name, coins, before, coinsBefore }: SpanProps) {
  return (
    <div className="flex flex-col gap-1 px-4 py-5 sm:px-6">
      <dt className="order-2 text-ink-soft text-sm">{name}</dt>
      <dd className="order-1 text-xl leading-tight">
        <Coins amount={coins} stacked />
      </dd>
      <dd className="order-3 flex flex-wrap items-baseline gap-x-1.5 text-ink-soft text-sm">
        {before} <Coins amount={coinsBefore} />
      </dd>
    </div>
  )
}

/** Sums of rows by day, of which the last is today: coins. */
export function spansOf(rows: Analytics['earnings']) {
  const today = rows.at(-1)?.at.slice(0, 10) ?? ''
  const month = today.slice(0, 7)
  const days = rows.filter((it) => it.at.startsWith(month)).length
  const before = rows.filter((it) => !it.at.startsWith(month)).slice(0, days)
  const sum = (some: Analytics['earnings']) =>
    roundToCents(some.reduce((all, it) => all + it.subscriptions + it.tips + it.requests + it.unlocks, 0))
  return {
    yesterday: sum(rows.slice(-2, -1)),
    dayBefore: sum(rows.slice(-3, -2)),
    month: sum(rows.slice(-days)),
    monthBefore: sum(before),
  }
}
