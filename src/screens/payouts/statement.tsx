import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Statement as Month } from '../../../contract/payouts.ts'
import { monthText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { statementQuery } from '../../queries/payouts.ts'
import { Coins } from '../../ui/coins.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { Field } from '../../ui/field.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { MovementLine } from '../wallet/movement-line.tsx'
import { Postings } from '../wallet/postings.tsx'

type StatementLine = Month['data'][number]

/** A month's sales with the fee, line by line; the sums are the ledger's own. */
export function Statement() {
  const months = lastMonths(12)
  const [month, setMonth] = useState(months[0] ?? '')
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    statementQuery(month),
  )
  const rows = data?.pages.flatMap((page) => page.data)
  const totals = data?.pages[0]?.totals
  return (
    <section aria-labelledby="statement" className="py-6">
      <div className="flex flex-wrap items-end gap-3 px-4 sm:px-6">
        <h2 id="statement" className="mr-auto font-bold text-lg">
          {m.payouts_statement_title()}
        </h2>
        <Field label={m.payouts_statement_month()}>
          <Select value={month} onChange={(event) => setMonth(event.target.value)}>
            {months.map((it) => (
              <option key={it} value={it}>
                {monthText(it)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {totals && (
        <dl className="mt-4 divide-y divide-hairline border-hairline border-y px-4 sm:px-6">
          {(
            [
              [m.payouts_statement_gross(), totals.gross],
              [m.payouts_statement_fee(), -totals.fee],
              [m.payouts_statement_net(), totals.net],
              [m.payouts_statement_subscriptions(), totals.subscriptions],
              [m.payouts_statement_tips(), totals.tips],
              [m.payouts_statement_unlocks(), totals.unlocks],
              [m.payouts_statement_refunds(), totals.refunds],
              [m.payouts_statement_referrals(), totals.referrals],
            ] as const
          ).map(([name, coins], index) => (
            <div
              key={name}
              className={`flex min-h-11 items-center justify-between gap-4 py-1 ${index < 3 ? 'font-semibold' : 'pl-4 text-ink-soft'}`}
            >
              <dt>{name}</dt>
              <dd>
                <Coins amount={coins === 0 ? 0 : coins} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {error && !rows ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !rows ? (
        <SkeletonList rows={3} />
      ) : (
        <>
          <ul className="divide-y divide-hairline">
            {rows.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ul>
          <ListEnd
            hasMore={hasNextPage}
            loading={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
            end={m.payouts_statement_end({ month: monthText(month) })}
          />
        </>
      )}
    </section>
  )
}

/** A sale; opened, where its money came from and went. */
function Line({ row }: { row: StatementLine }) {
  return (
    <MovementLine row={row} amount={<Coins amount={row.net} money="below" className="items-end" />}>
      <Postings id={row.id} />
    </MovementLine>
  )
}

/** The present month and those before it, as `2026-11`. */
function lastMonths(count: number): string[] {
  const now = new Date()
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}
