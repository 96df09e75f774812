import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'

type PagedRowsProps<Row> = {
  list: UseInfiniteQueryResult<InfiniteData<{ data: Row[]; next: string | null }>>
  /** What stands there when nothing is listed; without it, that no name fits. */
  nothing?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of all pages that are there. */
export const rowsOf = <Row,>(list: InfiniteData<{ data: Row[] }> | undefined): readonly Row[] =>
  list?.pages.flatMap((page) => page.data) ?? []

/** The rows of a list of an agency, page by page, or what stands there instead. */
export function PagedRows<Row>({ list, nothing, children }: PagedRowsProps<Row>) {
  if (list.isPending) return <SkeletonList rows={4} />
  if (list.isError && !list.data) return <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching} />
  const rows = rowsOf(list.data)
  if (rows.length === 0)
    return (
      nothing || (
        <EmptyState scene="glasses" title={m.agencies_none_found()}>
          {m.agencies_none_found_text()}
        </EmptyState>
      )
    )
  return (
    <>
      {children(rows)}
      {list.hasNextPage && (
        <ListEnd hasMore loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  )
}
