import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type PaidMessageState, paidMessageStates } from '../../../contract/paid-message-sorts.ts'
import type { PaidMessageTotals } from '../../../contract/paid-messages.ts'
import { knownSpan } from '../../lib/figures-span.ts'
import { coinText } from '../../lib/money.ts'
import { type PaidMessagesSearch, paidMessagesFilter } from '../../lib/paid-messages-search.ts'
import { percentText } from '../../lib/percent-text.ts'
import { m } from '../../paraglide/messages.js'
import { paidMessagesQuery } from '../../queries/paid-messages.ts'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { noFans } from '../audience/selection.ts'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { DownloadCsv } from '../frame/download-csv.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { SpanTabs } from '../frame/span-tabs.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { ChosenFans } from './chosen-fans.tsx'
import { stateLabels } from './labels.ts'
import { MessageTable } from './message-table.tsx'

type PartProps = { search: PaidMessagesSearch; onChange: (search: PaidMessagesSearch) => void }

/** Messages with a price that went to one fan each, and what became of them (product §89). */
export function PaidMessagesScreen({ search }: { search: PaidMessagesSearch }) {
  const navigate = useNavigate()
  const closed = {
    show_in_analytics: useClosed('show_in_analytics'),
    can_chat: useClosed('can_chat'),
    can_payment: useClosed('can_payment'),
  }
  const flag = (['show_in_analytics', 'can_chat', 'can_payment'] as const).find((it) => closed[it] !== null)
  const setSearch = (next: PaidMessagesSearch) =>
    void navigate({ to: '/settings/analytics', search: { view: 'messages', ...next }, replace: true })
  const { sort, state, ...days } = search
  const rest = { ...(sort && { sort }), ...(state && { state }) }
  return (
    <Frame
      wide
      title={m.paid_messages_title()}
      back="/settings/analytics"
      actions={flag === undefined && <Download search={search} />}
    >
      {flag !== undefined ? (
        <ClosedByFlag flag={flag} />
      ) : (
        <div className="mx-auto w-full max-w-360">
          <SpanTabs
            search={days}
            onShow={(span) => setSearch({ ...rest, ...knownSpan(span) })}
            panelId="paid-messages"
          />
          <div id="paid-messages" role="tabpanel">
            <Messages search={search} onChange={setSearch} />
          </div>
        </div>
      )}
    </Frame>
  )
}

const Download = ({ search }: { search: PaidMessagesSearch }) => (
  <DownloadCsv
    path="/api/creator/analytics/messages/export"
    filter={paidMessagesFilter(search, Date.now())}
    file="messages.csv"
    label={m.analytics_csv()}
  />
)

function Messages({ search, onChange }: PartProps) {
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(paidMessagesQuery(paidMessagesFilter(search, Date.now())))
  const [selection, setSelection] = useState(noFans)
  const messages = data?.pages.flatMap((page) => page.data)
  const totals = data?.pages[0]?.totals
  if (error && !messages) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!messages || !totals) return <SkeletonList rows={6} />
  if (totals.messages === 0)
    return <EmptyState title={m.paid_messages_empty_title()}>{m.paid_messages_empty_text()}</EmptyState>
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      <Totals totals={totals} />
      <States search={search} onChange={onChange} />
      {messages.length === 0 ? (
        <p className="px-4 py-6 text-ink-soft sm:px-6">{m.paid_messages_none()}</p>
      ) : (
        <MessageTable
          messages={messages}
          sort={search.sort ?? 'newest'}
          onSort={(sort) => {
            const { sort: _, ...rest } = search
            onChange(sort === 'newest' ? rest : { ...rest, sort })
          }}
          selection={selection}
          onSelect={setSelection}
        />
      )}
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      {selection.ids.size > 0 && <ChosenFans selection={selection} onSelect={setSelection} />}
    </div>
  )
}

function Totals({ totals: { messages, opened, bought, earned } }: { totals: PaidMessageTotals }) {
  const sums = { [m.paid_messages_opened()]: opened, [m.paid_messages_bought()]: bought }
  return (
    <div className="border-hairline border-b px-4 py-5 sm:px-6">
      <p className="mb-4 text-ink-soft text-sm">{m.paid_messages_hint()}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
        <Sum name={m.paid_messages_count()}>{coinText(messages)}</Sum>
        {Object.entries(sums).map(([name, count]) => (
          <Sum key={name} name={name}>
            {m.paid_messages_share({ count: coinText(count), percent: percentText(count / messages) })}
          </Sum>
        ))}
        <Sum name={m.paid_messages_earned()}>
          <Coins amount={earned} stacked />
        </Sum>
      </dl>
    </div>
  )
}

const Sum = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5">
    <dt className="order-2 text-ink-soft text-sm">{name}</dt>
    <dd className="font-bold font-display text-xl leading-tight tabular-nums">{children}</dd>
  </div>
)

/** One can be pressed; a second press shows all again. */
function States({ search, onChange }: PartProps) {
  const { state: chosen, ...rest } = search
  const choose = (state: PaidMessageState) => onChange(state === chosen ? rest : { ...rest, state })
  return (
    <fieldset className="no-scrollbar flex gap-2 overflow-x-auto border-hairline border-b px-4 py-3 sm:px-6">
      <legend className="sr-only">{m.paid_messages_states()}</legend>
      {paidMessageStates.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => choose(state)}
          className="h-11 shrink-0 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {stateLabels[state]()}
        </button>
      ))}
    </fieldset>
  )
}
