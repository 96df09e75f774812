import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { managesAgency } from '../../../contract/policy/supervision.ts'
import { m } from '../../paraglide/messages.js'
import { type ActivityFilter, agencyActivityQuery } from '../../queries/agencies.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { ActivityFilterBar } from './activity-filter.tsx'
import { AuditList } from './audit-list.tsx'

/** Everything the team did, newest first. An operator reads their own lines. */
export function AgencyActivity({ agency }: { agency: Agency }) {
  const [filter, setFilter] = useState<ActivityFilter>({})
  const log = useInfiniteQuery(agencyActivityQuery(agency.id, filter))
  const entries = log.data?.pages.flatMap((it) => it.data) ?? []
  return (
    <>
      <ActivityFilterBar
        value={filter}
        onChange={setFilter}
        actors={managesAgency(agency.role) ? agency.members.map((it) => it.user) : []}
        subjects={agency.creators.map((it) => it.user)}
      />
      {log.isPending && <SkeletonList rows={5} />}
      {log.isError && <ErrorState onRetry={() => void log.refetch()} busy={log.isFetching} />}
      {log.data && entries.length === 0 && (
        <EmptyState scene="script" title={m.agencies_no_acts()}>
          {m.agencies_no_acts_text()}
        </EmptyState>
      )}
      <AuditList entries={entries} withSubject />
      {entries.length > 0 && (
        <ListEnd hasMore={log.hasNextPage} loading={log.isFetchingNextPage} onMore={() => void log.fetchNextPage()} />
      )}
    </>
  )
}
