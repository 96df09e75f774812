import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgencyAccess } from '../../../contract/agency-shapes.ts'
import { dayText } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import {
  type ActivityFilter,
  accessQuery,
  linksQuery,
  myActivityQuery,
  pollingMs,
  useEndAccess,
} from '../../queries/agencies.ts'
import { useConnection } from '../../stores/connection.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { DownloadCsv } from '../frame/download-csv.tsx'
import { ActivityFilterBar } from './activity-filter.tsx'
import { AgencyLinkRow } from './agency-link-row.tsx'
import { AuditList } from './audit-list.tsx'
import { EndedAccess } from './ended-access.tsx'
import { FlagBadges } from './flag-badges.tsx'
import { Person } from './person.tsx'
import { ShiftLine } from './shift-line.tsx'
import { useShiftChange } from './use-shift-change.ts'

/**
 * The creator's side of agencies, for `/settings/accounts` (product §22, §36): who represents me and how far, who may
 * act as me with one tap to end it, and everything they do, as it happens.
 */
export function AgencyAccessSection() {
  const refetchInterval = useFallbackPolling()
  const access = useQuery({ ...accessQuery, refetchInterval })
  const links = useQuery(linksQuery)
  const operators = access.data?.data ?? []
  useShiftChange(
    operators.map((it) => it.shift),
    accessQuery.queryKey,
  )
  return (
    <section aria-labelledby="agency-access">
      <div className="px-4 pt-6 sm:px-6">
        <h2 id="agency-access" className="font-bold text-lg">
          {m.agencies_access_title()}
        </h2>
        <p className="text-ink-soft">{m.agencies_access_text()}</p>
      </div>
      {(access.isPending || links.isPending) && <SkeletonList rows={2} />}
      {access.isError && <ErrorState onRetry={() => void access.refetch()} busy={access.isFetching} />}
      {links.data?.data.map((it) => (
        <AgencyLinkRow key={it.id} link={it} />
      ))}
      {links.data?.data.length === 0 && <p className="px-4 py-4 text-ink-soft sm:px-6">{m.agencies_access_none()}</p>}
      {operators.length > 0 && (
        <h3 className="px-4 pt-4 font-bold text-ink-soft text-sm sm:px-6">{m.agencies_may_act()}</h3>
      )}
      <div className="divide-y divide-hairline">
        {operators.map((it) => (
          <Operator key={it.id} access={it} />
        ))}
      </div>
      <EndedAccess />
      <Log operators={operators} />
    </section>
  )
}

/** One tap ends it without a question; the agency gives it again only after the creator has allowed it. */
function Operator({ access }: { access: AgencyAccess }) {
  const end = useEndAccess()
  // The row is gone when the answer comes, so the callback runs on the promise.
  const press = () =>
    end.mutateAsync({ grantId: access.id }).then(
      ({ held }) => {
        toast(m.agencies_access_ended({ name: `@${access.operator.username ?? ''}` }), { type: 'success' })
        if (held > 0) toast(m.agencies_held(), { duration: 10_000 })
      },
      (error: unknown) => void toast(errorMessage(error), { type: 'error' }),
    )
  return (
    <Person
      user={access.operator}
      actions={
        <Button variant="danger" size="sm" busy={end.isPending} onClick={() => void press()}>
          {m.agencies_end_access()}
        </Button>
      }
    >
      <span className="flex flex-wrap items-center gap-2">
        {access.agency.name}
        {access.acting && <Badge tone="signal">{m.agencies_acts_now()}</Badge>}
      </span>
      <FlagBadges permissions={access.permissions} />
      <ShiftLine shift={access.shift} />
      <span className="block">
        {access.last_action_at ? (
          <>
            {m.agencies_last_action()} <TimeAgo at={access.last_action_at} />
          </>
        ) : (
          m.agencies_no_action()
        )}
        {access.until && `\u00a0· ${m.agencies_until({ date: dayText(access.until) })}`}
      </span>
    </Person>
  )
}

/** As it happens over the socket; while that is away, asked for every few seconds. */
const useFallbackPolling = () => (useConnection((it) => it.status === 'open') ? (false as const) : pollingMs)

function Log({ operators }: { operators: readonly AgencyAccess[] }) {
  const [filter, setFilter] = useState<ActivityFilter>({})
  const log = useInfiniteQuery({ ...myActivityQuery(filter), refetchInterval: useFallbackPolling() })
  const entries = log.data?.pages.flatMap((it) => it.data) ?? []
  const isFiltered = filter.actor !== undefined || filter.area !== undefined
  if (log.isError) return <ErrorState onRetry={() => void log.refetch()} busy={log.isFetching} />
  if (log.data && entries.length === 0 && !isFiltered) return null
  const actors = [...new Map(operators.map((it) => [it.operator.id, it.operator])).values()]
  return (
    <section aria-label={m.agencies_activity()} className="mt-4 border-hairline border-t">
      <div className="flex items-center justify-between gap-3 px-4 pt-4 sm:px-6">
        <h3 className="font-bold text-ink-soft text-sm">{m.agencies_activity()}</h3>
        <DownloadCsv
          path="/api/agency-activity/export"
          filter={filter}
          file="activity.csv"
          label={m.agencies_activity_download()}
        />
      </div>
      <ActivityFilterBar value={filter} onChange={setFilter} actors={actors} />
      {log.isPending && <SkeletonList rows={3} />}
      <AuditList entries={entries} withSubject={false} />
      {entries.length > 0 && (
        <ListEnd hasMore={log.hasNextPage} loading={log.isFetchingNextPage} onMore={() => void log.fetchNextPage()} />
      )}
      {log.data && entries.length === 0 && <p className="px-4 py-6 text-ink-soft sm:px-6">{m.agencies_no_acts()}</p>}
    </section>
  )
}
