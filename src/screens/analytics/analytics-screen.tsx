import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type FiguresSearch,
  type FiguresSpan,
  knownSpan,
  spanBefore,
  spanLengths,
  spanOf,
} from '../../lib/figures-span.ts'
import { m } from '../../paraglide/messages.js'
import { figuresBy, figuresQuery } from '../../queries/analytics.ts'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DownloadCsv } from '../frame/download-csv.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { Figures } from './figures.tsx'
import { OwnDays } from './own-days.tsx'

type Choice = `${(typeof spanLengths)[number]}` | 'own'

/** What was earned and sold, who came and went, who looked, in a span of the address (product §74). */
export function AnalyticsScreen({ search }: { search: FiguresSearch }) {
  const navigate = useNavigate()
  const show = (next: FiguresSearch) => void navigate({ to: '/settings/analytics', search: next, replace: true })
  const known = knownSpan(search)
  const span = spanOf(search, Date.now())
  const [isChoosing, setChoosing] = useState(known.from !== undefined)
  const tabs = [
    ...spanLengths.map((days) => ({ id: `${days}` as const, label: m.analytics_days({ count: days }) })),
    { id: 'own' as const, label: m.analytics_own_span() },
  ]
  const choose = (choice: Choice) => {
    setChoosing(choice === 'own')
    if (choice !== 'own') show(knownSpan({ days: Number(choice) }))
  }
  return (
    <Frame title={m.title_settings_analytics()} back="/settings" actions={<Download span={span} />}>
      <Tabs<Choice>
        label={m.analytics_span()}
        tabs={tabs}
        value={isChoosing ? 'own' : (`${known.days ?? 30}` as Choice)}
        onChange={choose}
        panelId="figures"
      />
      <div id="figures" role="tabpanel">
        {isChoosing && <OwnDays key={`${span.from} ${span.to}`} span={span} onShow={show} />}
        <SpanFigures span={span} />
      </div>
    </Frame>
  )
}

const Download = ({ span }: { span: FiguresSpan }) => (
  <DownloadCsv
    path="/api/creator/analytics/export"
    filter={{ ...span, by: figuresBy(span) }}
    file="figures.csv"
    label={m.analytics_csv()}
  />
)

function SpanFigures({ span }: { span: FiguresSpan }) {
  const { data, error, refetch, isFetching } = useQuery(figuresQuery(span))
  const { data: before } = useQuery(figuresQuery(spanBefore(span)))
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (data) return <Figures data={data} before={before} span={span} />
  return (
    <Skeletons className="space-y-4 px-4 py-6 sm:px-6">
      <Skeleton className="h-20" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </Skeletons>
  )
}
