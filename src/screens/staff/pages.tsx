import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../lib/refusal.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'

type PagesProps<Row> = {
  query: UseInfiniteQueryResult<InfiniteData<{ data: Row[]; next: string | null }>>
  empty: string
  emptyText?: string
  row: (row: Row) => ReactNode
}

/** A list of the back office in all its states. */
export function Pages<Row>({ query, empty, emptyText, row }: PagesProps<Row>) {
  const { data, error, refetch, isFetching, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (isPending) return <SkeletonList rows={4} />
  if (error) return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  const rows = data.pages.flatMap((page) => page.data)
  if (rows.length === 0)
    return (
      <EmptyState scene="script" title={empty}>
        {emptyText}
      </EmptyState>
    )
  return (
    <>
      <ul className="divide-y divide-hairline">{rows.map(row)}</ul>
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  )
}
