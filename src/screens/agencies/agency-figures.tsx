import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agency, Figures } from '../../../contract/agency-shapes.ts'
import { languageTag } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { figuresQuery } from '../../queries/agencies.ts'
import { Coins } from '../../ui/coins.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Person } from './person.tsx'

/** What each of the team wrote, sold, and how fast they answered. */
export function AgencyFigures({ agency }: { agency: Agency }) {
  const [days, setDays] = useState<'7' | '30' | '90'>('30')
  const figures = useQuery(figuresQuery(agency.id, days))
  return (
    <>
      <Tabs
        label={m.agencies_period()}
        tabs={(['7', '30', '90'] as const).map((id) => ({ id, label: m.agencies_days({ days: id }) }))}
        value={days}
        onChange={setDays}
        panelId="figures"
      />
      <div id="figures" role="tabpanel" className="divide-y divide-hairline">
        {figures.isPending && (
          <Skeletons className="space-y-3 p-4 sm:px-6">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </Skeletons>
        )}
        {figures.isError && <ErrorState onRetry={() => void figures.refetch()} busy={figures.isFetching} />}
        {figures.data?.data.map((row) => (
          <Person key={row.operator.id} user={row.operator}>
            <Facts figures={row} />
          </Person>
        ))}
      </div>
    </>
  )
}

function Facts({ figures }: { figures: Figures }) {
  return (
    <dl className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-5">
      <Fact name={m.agencies_figure_messages()}>{figures.messages}</Fact>
      <Fact name={m.agencies_figure_sold()}>{figures.sold}</Fact>
      <Fact name={m.agencies_figure_earned()}>{figures.earned === null ? '–' : <Coins amount={figures.earned} />}</Fact>
      <Fact name={m.agencies_figure_answer()}>
        {figures.answer_seconds === null ? '–' : minutes(figures.answer_seconds)}
      </Fact>
      <Fact name={m.agencies_figure_reviews()}>
        {figures.score === null ? '–' : m.reviews_average({ score: oneDigit(figures.score), count: figures.reviews })}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd className="font-semibold text-ink tabular-nums">{children}</dd>
    </div>
  )
}

const oneDigit = (score: number): string => score.toLocaleString(languageTag(), { maximumFractionDigits: 1 })

/** Whole minutes, or hours from two on. */
const minutes = (seconds: number): string =>
  seconds < 7_200
    ? m.agencies_minutes({ count: Math.max(1, Math.round(seconds / 60)) })
    : m.agencies_hours({ count: Math.round(seconds / 3_600) })
