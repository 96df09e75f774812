import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { AnalyticsSearch } from '../../lib/analytics-search.ts'
import { type FiguresSearch, type FiguresSpan, knownSpan, spanBefore, spanOf } from '../../lib/figures-span.ts'
import { paidMessagesSearch } from '../../lib/paid-messages-search.ts'
import { m } from '../../paraglide/messages.js'
import { figuresBy, figuresQuery } from '../../queries/analytics.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { CohortsScreen } from '../cohorts/cohorts-screen.tsx'
import { DownloadCsv } from '../frame/download-csv.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { SpanTabs } from '../frame/span-tabs.tsx'
import { PaidMessagesScreen } from '../paid-messages/paid-messages-screen.tsx'
import { Figures } from './figures.tsx'

/** The figures of a span, paid messages one by one, or cohorts, as the address says. */
export function AnalyticsScreen({ search }: { search: AnalyticsSearch }) {
  if (search.view === 'messages') return <PaidMessagesScreen search={paidMessagesSearch(search)} />
  if (search.view === 'cohorts') return <CohortsScreen shown={search.show === 'paid' ? 'paid' : 'subscribed'} />
  return <FiguresScreen search={search} />
}

export function analyticsTitle(view: AnalyticsSearch['view']): string {
  if (view === 'messages') return m.paid_messages_title()
  return view === 'cohorts' ? m.cohorts_title() : m.title_settings_analytics()
}

/** What was earned and sold, who came and went, who looked, in a span of the address (product §74). */
function FiguresScreen({ search }: { search: FiguresSearch }) {
  const navigate = useNavigate()
  const show = (next: FiguresSearch) => void navigate({ to: '/settings/analytics', search: next, replace: true })
  const span = spanOf(search, Date.now())
  return (
    <Frame title={m.title_settings_analytics()} back="/settings" actions={<Download span={span} />}>
      <SpanTabs search={search} onShow={show} panelId="figures" />
      <div id="figures" role="tabpanel">
        <More search={search} />
        <SpanFigures span={span} />
      </div>
    </Frame>
  )
}

/** The tables that have screens of their own. */
const More = ({ search }: { search: FiguresSearch }) => (
  <nav aria-label={m.analytics_more()} className="flex flex-wrap gap-2 border-hairline border-b px-4 py-3 sm:px-6">
    <Link to="/settings/analytics" search={{ view: 'messages', ...knownSpan(search) }} className={buttonClasses()}>
      {m.paid_messages_link()}
    </Link>
    <Link to="/settings/analytics" search={{ view: 'cohorts' }} className={buttonClasses()}>
      {m.cohorts_link()}
    </Link>
  </nav>
)

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
