import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { cohortsQuery } from '../../queries/analytics.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { DownloadCsv } from '../frame/download-csv.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { CohortTable } from './cohort-table.tsx'

type Shown = 'subscribed' | 'paid'

/** The fans of each month by their first subscription: who stays, and what they pay (product §90). */
export function CohortsScreen({ shown }: { shown: Shown }) {
  const isClosed = useClosed('show_in_analytics') !== null
  return (
    <Frame wide title={m.cohorts_title()} back="/settings/analytics" actions={!isClosed && <Download />}>
      {isClosed ? <ClosedByFlag flag="show_in_analytics" /> : <Cohorts shown={shown} />}
    </Frame>
  )
}

const Download = () => (
  <DownloadCsv path="/api/creator/analytics/cohorts/export" filter={{}} file="cohorts.csv" label={m.analytics_csv()} />
)

function Cohorts({ shown }: { shown: Shown }) {
  const navigate = useNavigate()
  const seesAmounts = useClosed('can_payment') === null
  const what = seesAmounts ? shown : 'subscribed'
  const choose = (id: Shown) =>
    void navigate({
      to: '/settings/analytics',
      search: { view: 'cohorts', ...(id === 'paid' && { show: id }) },
      replace: true,
    })
  return (
    <div className="mx-auto w-full max-w-360">
      {seesAmounts && (
        <Tabs<Shown>
          label={m.cohorts_show()}
          tabs={[
            { id: 'subscribed', label: m.cohorts_show_subscribed() },
            { id: 'paid', label: m.cohorts_show_paid() },
          ]}
          value={what}
          onChange={choose}
          panelId="cohorts"
        />
      )}
      <div id="cohorts" role={seesAmounts ? 'tabpanel' : undefined}>
        <Shown what={what} />
      </div>
    </div>
  )
}

function Shown({ what }: { what: Shown }) {
  const { data, error, refetch, isFetching } = useQuery(cohortsQuery)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonList rows={6} />
  if (data.length === 0) return <EmptyState title={m.cohorts_empty_title()}>{m.cohorts_empty_text()}</EmptyState>
  return (
    <>
      <p className="max-w-[60ch] px-4 py-4 text-ink-soft text-sm sm:px-6">
        {m.cohorts_hint()} {what === 'paid' && m.cohorts_paid_hint()}
      </p>
      <CohortTable cohorts={data} shown={what} />
    </>
  )
}
