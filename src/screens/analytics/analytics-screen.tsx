import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Analytics } from '../../../contract/analytics.ts'
import { roundToCents } from '../../../contract/coins.ts'
import { m } from '../../paraglide/messages.js'
import { analyticsQuery } from '../../queries/analytics.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Bars } from './bars.tsx'

const spans = ['7', '30', '90', '365'] as const

/** What was earned, who came and went, who looked; the sums are the ledger's own. */
export function AnalyticsScreen() {
  const [span, setSpan] = useState<(typeof spans)[number]>('30')
  const { data, error, refetch, isFetching } = useQuery(analyticsQuery(Number(span)))
  return (
    <Frame title={m.title_settings_analytics()} back="/settings">
      <Tabs
        label={m.analytics_span()}
        tabs={spans.map((id) => ({ id, label: m.analytics_days({ count: id }) }))}
        value={span}
        onChange={setSpan}
        panelId="figures"
      />
      <div id="figures" role="tabpanel">
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
        ) : data ? (
          <Figures data={data} />
        ) : (
          <Skeletons className="space-y-4 px-4 py-6 sm:px-6">
            <Skeleton className="h-20" />
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </Skeletons>
        )}
      </div>
    </Frame>
  )
}

function Figures({ data }: { data: Analytics }) {
  const viewer = useViewer()
  const seesAmounts = viewer?.acting_as == null || viewer.acting_as.permissions.can_payment === true
  const sum = <T,>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)
  const cents = (of: (row: Analytics['earnings'][number]) => number) => roundToCents(sum(data.earnings, of))
  if (isEmpty(data)) {
    return <EmptyState title={m.analytics_empty_title()}>{m.analytics_empty_text()}</EmptyState>
  }
  return (
    <>
      {seesAmounts && (
        <Section title={m.analytics_earnings()}>
          <Coins amount={cents((row) => sumOf(row))} stacked className="text-xl leading-tight" />
          <Bars
            label={m.analytics_earnings()}
            rows={data.earnings.map((row) => ({
              at: row.at,
              value: roundToCents(sumOf(row)),
            }))}
            money
          />
          <dl className="mt-4 divide-y divide-hairline border-hairline border-y">
            <AmountRow name={m.payouts_statement_subscriptions()} coins={cents((row) => row.subscriptions)} />
            <AmountRow name={m.payouts_statement_tips()} coins={cents((row) => row.tips)} />
            <AmountRow name={m.payouts_statement_requests()} coins={cents((row) => row.requests)} />
            <AmountRow name={m.payouts_statement_unlocks()} coins={cents((row) => row.unlocks)} />
          </dl>
        </Section>
      )}
      <Section title={m.subscriptions_people_title()}>
        <dl className="grid grid-cols-3">
          <Count name={m.analytics_new()} value={sum(data.subscribers, (row) => row.new)} />
          <Count name={m.analytics_renewed()} value={sum(data.subscribers, (row) => row.renewed)} />
          <Count name={m.analytics_lost()} value={sum(data.subscribers, (row) => row.lost)} />
        </dl>
      </Section>
      <Section title={m.analytics_visits()}>
        <p className="font-bold font-display text-xl leading-tight tabular-nums">
          {sum(data.visits, (row) => row.count)}
        </p>
        <Bars label={m.analytics_visits()} rows={data.visits.map((row) => ({ at: row.at, value: row.count }))} />
      </Section>
      {data.top_fans.length > 0 && (
        <Section title={m.analytics_top_fans()}>
          <ol className="divide-y divide-hairline">
            {data.top_fans.map(({ user, spent }) => (
              <li key={user.id} className="flex min-h-14 items-center gap-3">
                <Avatar user={user} size="sm" />
                <Link
                  to="/@{$username}"
                  params={{ username: user.username ?? '' }}
                  className="min-w-0 flex-1 truncate py-2.5 font-medium hover:underline"
                >
                  {user.display_name ?? `@${user.username}`}
                </Link>
                <Coins amount={spent} />
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

const parts = ['subscriptions', 'tips', 'requests', 'unlocks'] as const
const sumOf = (row: Analytics['earnings'][number]): number => parts.reduce((sum, part) => sum + row[part], 0)

/** Nothing was earned, and there were no new followers and no visits. */
const isEmpty = ({ earnings, subscribers, visits, top_fans }: Analytics): boolean =>
  top_fans.length === 0 &&
  earnings.every((row) => parts.every((part) => row[part] === 0)) &&
  subscribers.every((row) => row.new + row.renewed + row.lost === 0) &&
  visits.every((row) => row.count === 0)

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 className="mb-1 font-bold text-ink-soft text-sm">{title}</h2>
      {children}
    </section>
  )
}

function AmountRow({ name, coins }: { name: string; coins: number }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-1">
      <dt>{name}</dt>
      <dd>
        <Coins amount={coins} />
      </dd>
    </div>
  )
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-0.5">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-bold font-display text-xl leading-none tabular-nums">{value}</dd>
    </div>
  )
}
