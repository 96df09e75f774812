import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Analytics } from '../../../contract/analytics.ts'
import { roundToCents } from '../../../contract/coins.ts'
import type { FiguresSpan } from '../../lib/figures-span.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Bars } from './bars.tsx'
import { Section } from './section.tsx'
import { SoldSections } from './sold.tsx'

/** `before` are the figures of as many days before, which come after those of the span. */
type FiguresProps = { data: Analytics; before: Analytics | undefined; span: FiguresSpan }

/** What happened in a span, each sum beside the one of as many days before; the sums are the ledger's own. */
export function Figures({ data, before, span }: FiguresProps) {
  const viewer = useViewer()
  const seesAmounts = viewer?.acting_as == null || viewer.acting_as.permissions.can_payment === true
  if (isEmpty(data) && (before === undefined || isEmpty(before)))
    return <EmptyState title={m.analytics_empty_title()}>{m.analytics_empty_text()}</EmptyState>
  return (
    <>
      {seesAmounts && <Earned data={data} before={before} />}
      <Subscribers data={data} before={before} />
      <Section title={m.analytics_visits()}>
        <p className="font-bold font-display text-xl leading-tight tabular-nums">{visitsOf(data)}</p>
        <Before>{before && visitsOf(before)}</Before>
        <Bars label={m.analytics_visits()} rows={data.visits.map((row) => ({ at: row.at, value: row.count }))} />
      </Section>
      {seesAmounts && <SoldSections span={span} />}
      {data.top_fans.length > 0 && <TopFans data={data} />}
    </>
  )
}

type SpansProps = Pick<FiguresProps, 'data' | 'before'>

function Earned({ data, before }: SpansProps) {
  const coinsIn = ({ earnings }: Analytics, some: readonly (typeof parts)[number][] = parts) =>
    roundToCents(earnings.reduce((all, row) => all + sumOf(row, some), 0))
  return (
    <Section title={m.analytics_earnings()}>
      <Coins amount={coinsIn(data)} stacked className="text-xl leading-tight" />
      <Before>{before && <Coins amount={coinsIn(before)} />}</Before>
      <Bars
        label={m.analytics_earnings()}
        rows={data.earnings.map((row) => ({ at: row.at, value: roundToCents(sumOf(row)) }))}
        money
      />
      <dl className="mt-4 divide-y divide-hairline border-hairline border-y">
        {parts.map((part) => (
          <div key={part} className="flex min-h-11 items-center justify-between gap-4 py-1">
            <dt>{partNames[part]()}</dt>
            <dd className="flex flex-col items-end">
              <Coins amount={coinsIn(data, [part])} />
              <Before>{before && <Coins amount={coinsIn(before, [part])} />}</Before>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Subscribers({ data, before }: SpansProps) {
  const count = ({ subscribers }: Analytics, kind: 'new' | 'renewed' | 'lost') =>
    subscribers.reduce((all, row) => all + row[kind], 0)
  const names = { new: m.analytics_new, renewed: m.analytics_renewed, lost: m.analytics_lost }
  return (
    <Section title={m.subscriptions_people_title()}>
      <dl className="grid grid-cols-3">
        {(['new', 'renewed', 'lost'] as const).map((kind) => (
          <div key={kind} className="flex flex-col gap-0.5">
            <dt className="order-2 text-ink-soft text-sm">{names[kind]()}</dt>
            <dd className="font-bold font-display text-xl leading-none tabular-nums">{count(data, kind)}</dd>
            <dd className="order-3">
              <Before>{before && count(before, kind)}</Before>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** The same of as many days before; its line is there before its figure. */
const Before = ({ children }: { children: ReactNode }) => (
  <span className="flex min-h-5 items-baseline gap-1.5 text-ink-soft text-sm tabular-nums">
    {children !== undefined && (
      <>
        {m.analytics_before()} {children}
      </>
    )}
  </span>
)

const TopFans = ({ data }: { data: Analytics }) => (
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
)

const parts = ['subscriptions', 'tips', 'requests', 'unlocks'] as const
const partNames = {
  subscriptions: m.payouts_statement_subscriptions,
  tips: m.payouts_statement_tips,
  requests: m.payouts_statement_requests,
  unlocks: m.payouts_statement_unlocks,
}
const sumOf = (row: Analytics['earnings'][number], some: readonly (typeof parts)[number][] = parts): number =>
  some.reduce((sum, part) => sum + row[part], 0)
const visitsOf = ({ visits }: Analytics): number => visits.reduce((all, row) => all + row.count, 0)

/** Nothing was earned, and there were no new followers and no visits. */
const isEmpty = ({ earnings, subscribers, visits, top_fans }: Analytics): boolean =>
  top_fans.length === 0 &&
  earnings.every((row) => parts.every((part) => row[part] === 0)) &&
  subscribers.every((row) => row.new + row.renewed + row.lost === 0) &&
  visits.every((row) => row.count === 0)
