import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EarningsOf, Payout } from '../../../contract/payouts.ts'
import { dayText } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { earningsQuery, payoutsQuery, useCancelPayout } from '../../queries/payouts.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Skeleton, SkeletonList, Skeletons } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Frame } from '../frame/frame.tsx'
import { useKey } from '../purchase/use-key.ts'
import { FigureName } from './figure-name.tsx'
import { Methods } from './methods.tsx'
import { Movements } from './movements.tsx'
import { Statement } from './statement.tsx'
import { statusName, statusTones } from './status.ts'
import { RequestPayout } from './take-out.tsx'

/** What was earned, what is held, and the ways out of it (product §8). */
export function PayoutsScreen() {
  return (
    <Frame title={m.title_settings_payouts()} back="/settings">
      <Earnings />
      <Methods />
      <Payouts />
      <Statement />
    </Frame>
  )
}

function Earnings() {
  const { data, error, refetch, isFetching } = useQuery(earningsQuery)
  if (error && !data)
    return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <>
      <div className="border-hairline border-b">
        <dl className="grid grid-cols-2">
          <Figure name={m.payouts_available()} of="available">
            {data && <Coins amount={data.available} stacked />}
          </Figure>
          <Figure name={m.payouts_pending()} of="pending">
            {data && <Coins amount={data.pending} stacked />}
          </Figure>
        </dl>
        {data?.next_release && (
          <p className="px-4 pb-4 text-ink-soft text-sm sm:px-6">
            {m.payouts_next({ day: dayText(data.next_release) })}
          </p>
        )}
      </div>
      {data && <RequestPayout available={data.available} />}
    </>
  )
}

function Figure({ name, of, children }: { name: string; of: EarningsOf; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 px-4 py-5 sm:px-6">
      <dt className="text-ink-soft text-sm">
        <FigureName name={name}>
          <Movements of={of} />
        </FigureName>
      </dt>
      <dd className="text-xl leading-tight">
        {children ?? (
          <Skeletons>
            <Skeleton className="h-12 w-28" />
          </Skeletons>
        )}
      </dd>
    </div>
  )
}

function Payouts() {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(payoutsQuery)
  const rows = data?.pages.flatMap((page) => page.data)
  return (
    <section aria-labelledby="payouts" className="border-hairline border-b py-6">
      <h2 id="payouts" className="px-4 font-bold text-lg sm:px-6">
        {m.payouts_list_title()}
      </h2>
      {error && !rows ? (
        <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : !rows ? (
        <SkeletonList rows={2} />
      ) : rows.length === 0 ? (
        <EmptyState scene="ticket" title={m.payouts_empty_title()}>
          {m.payouts_empty_text()}
        </EmptyState>
      ) : (
        <>
          <ul className="mt-3 divide-y divide-hairline">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          {hasNextPage && <ListEnd hasMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
        </>
      )}
    </section>
  )
}

function Row({ row }: { row: Payout }) {
  const { mutate, isPending } = useCancelPayout()
  const key = useKey(`take back ${row.id}`)
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-3 px-4 py-2 sm:px-6">
      <div className="min-w-0 flex-1 basis-44">
        <Coins amount={row.amount} />
        <p className="text-ink-soft text-sm">
          <TimeAgo at={row.created_at} />
          {row.method && `\u00a0· ${row.method}`}
          {row.reason && `\u00a0· ${row.reason}`}
        </p>
      </div>
      <Badge tone={statusTones[row.status]}>{statusName(row.status)}</Badge>
      {row.status === 'requested' && (
        <Button
          variant="ghost"
          busy={isPending}
          onClick={() =>
            mutate(
              { id: row.id, key },
              {
                onSuccess: () => toast(m.payouts_cancelled()),
                onError: (error) => toast(errorMessage(error), { type: 'error' }),
              },
            )
          }
        >
          {m.payouts_cancel()}
        </Button>
      )}
    </li>
  )
}
