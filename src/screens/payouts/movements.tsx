import { useInfiniteQuery } from '@tanstack/react-query'
import type { EarningsOf } from '../../../contract/payouts.ts'
import { m } from '../../paraglide/messages.js'
import { earningsMovementsQuery } from '../../queries/payouts.ts'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { MovementRow } from '../wallet/movement-row.tsx'
import { Postings } from '../wallet/postings.tsx'

/** What came into an account of earnings and left it, of a month or of all time; each opens into its postings. */
export function Movements({ of, month }: { of: EarningsOf; month?: string }) {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    earningsMovementsQuery(of, month),
  )
  const rows = data?.pages.flatMap((page) => page.data)
  if (error && !rows) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!rows) return <SkeletonList rows={3} />
  if (rows.length === 0)
    return (
      <EmptyState scene="ticket" title={m.wallet_history_empty_title()}>
        {m.wallet_history_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <ul className="divide-y divide-hairline">
        {rows.map((row) => (
          <MovementRow key={`${row.id} ${row.account}`} row={row} amount={<Coins amount={row.amount} />}>
            <Postings id={row.id} />
          </MovementRow>
        ))}
      </ul>
      {hasNextPage && <ListEnd hasMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}
