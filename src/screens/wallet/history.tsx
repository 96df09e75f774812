import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Transaction, transactionKinds } from '../../../contract/wallet.ts'
import { moneyText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { transactionsQuery } from '../../queries/wallet.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { MovementRow } from './movement-row.tsx'
import { kindName, reasonText } from './names.ts'
import { Postings } from './postings.tsx'

/** Every movement of the wallet, newest first; each opens into the postings that it is made of. */
export function History() {
  const [kind, setKind] = useState<Transaction['kind'] | undefined>()
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    transactionsQuery(kind),
  )
  const rows = data?.pages.flatMap((page) => page.data)
  return (
    <section aria-labelledby="history" className="py-6">
      <div className="flex flex-wrap items-center gap-2 px-4 sm:px-6">
        <h2 id="history" className="mr-auto font-bold text-lg">
          {m.wallet_history_title()}
        </h2>
        <a href="/api/wallet/transactions.csv" download className={buttonClasses({ variant: 'ghost', size: 'sm' })}>
          <Icon name="download" className="size-4" />
          {m.wallet_history_csv()}
        </a>
        <Select
          aria-label={m.wallet_history_filter()}
          value={kind ?? ''}
          onChange={(event) => setKind(transactionKinds.find((it) => it === event.target.value))}
        >
          <option value="">{m.wallet_history_all()}</option>
          {filters.map((choice) => (
            <option key={choice} value={choice}>
              {kindName(choice)}
            </option>
          ))}
        </Select>
      </div>
      {error && !rows ? (
        <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : !rows ? (
        <SkeletonList rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState scene="ticket" title={m.wallet_history_empty_title()}>
          {m.wallet_history_empty_text()}
        </EmptyState>
      ) : (
        <>
          <ul className="mt-3 divide-y divide-hairline">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </>
      )}
    </section>
  )
}

const filters = [
  'topup',
  'subscription',
  'renewal',
  'post',
  'unlock',
  'tip',
  'gift',
  'request',
  'refund',
  'chargeback',
  'transfer',
] as const

function Row({ row }: { row: Transaction }) {
  const amount = (
    <span className="flex flex-col items-end">
      <Coins amount={row.amount} />
      <span className="text-ink-soft text-xs tabular-nums">
        {m.wallet_history_after({ money: moneyText(row.balance_after) })}
      </span>
    </span>
  )
  return (
    <MovementRow row={row} aside={row.reason && reasonText(row.reason)} amount={amount}>
      <Opened row={row} />
    </MovementRow>
  )
}

function Opened({ row }: { row: Transaction }) {
  return (
    <>
      <Postings id={row.id} />
      <div className="mt-2 flex flex-wrap gap-2">
        <a
          href={`/api/wallet/receipts/${row.id}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses({ size: 'sm' })}
        >
          <Icon name="receipt" className="size-4" />
          {m.wallet_history_receipt()}
        </a>
        {row.counterparty?.username && (
          <Link
            to="/@{$username}"
            params={{ username: row.counterparty.username }}
            className={buttonClasses({ variant: 'ghost', size: 'sm' })}
          >
            @{row.counterparty.username}
          </Link>
        )}
      </div>
    </>
  )
}
