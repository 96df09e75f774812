import { useInfiniteQuery } from '@tanstack/react-query'
import type { StatementPart } from '../../../contract/payouts.ts'
import { monthText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { statementQuery } from '../../queries/payouts.ts'
import { Coins } from '../../ui/coins.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { MovementRow } from '../wallet/movement-row.tsx'
import { Postings } from '../wallet/postings.tsx'

/** The sales of a month, or one part of them; opened, where the money came from and went. */
export function StatementLines({ month, part }: { month: string; part?: StatementPart }) {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    statementQuery(month, part),
  )
  const rows = data?.pages.flatMap((page) => page.data)
  if (error && !rows) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!rows) return <SkeletonList rows={3} />
  return (
    <>
      <ul className="divide-y divide-hairline">
        {rows.map((row) => (
          <MovementRow key={row.id} row={row} amount={<Coins amount={row.net} stacked className="items-end" />}>
            <Postings id={row.id} />
          </MovementRow>
        ))}
      </ul>
      <ListEnd
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
        end={m.payouts_statement_end({ month: monthText(month) })}
      />
    </>
  )
}
