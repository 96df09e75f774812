import { useInfiniteQuery } from '@tanstack/react-query'
import type { TeamInboxRow } from '../../../contract/team-inbox.ts'
import type { TeamInboxState } from '../../lib/agency-tabs.ts'
import { pollingMs } from '../../queries/agencies.ts'
import { type TeamInboxFilter, teamInboxQuery } from '../../queries/team-inbox.ts'
import { useConnection } from '../../stores/connection.ts'

/** The list that an address asks for. */
export const teamFilterOf = ({ show, sort, only, q }: TeamInboxState): TeamInboxFilter => ({
  ...(show && { show }),
  ...(sort && { sort }),
  ...(only && { creator_id: only }),
  ...(q && { q }),
})

export type TeamRows = ReturnType<typeof useTeamRows>

/** The rows of the list, polled while there is no live socket. */
export function useTeamRows(state: TeamInboxState) {
  const isLive = useConnection((it) => it.status === 'open')
  const list = useInfiniteQuery({ ...teamInboxQuery(teamFilterOf(state)), refetchInterval: isLive ? false : pollingMs })
  const rows: readonly TeamInboxRow[] = list.data?.pages.flatMap((page) => page.data) ?? []
  return {
    rows,
    isPending: list.isPending,
    error: list.isError && !list.data ? list.error : null,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isFetchingMore: list.isFetchingNextPage,
    more: () => void (list.isFetchingNextPage || list.fetchNextPage()),
    /** The rows of the page below; null at the end. */
    below: async () => {
      if (!list.hasNextPage) return null
      const { data } = await list.fetchNextPage()
      return data?.pages.at(-1)?.data ?? null
    },
  }
}
