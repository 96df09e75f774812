import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WaitingRequest } from '../../../contract/requests.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { waitingRequestsQuery } from '../../queries/requests.ts'
import { openReport } from '../../stores/safety.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { RequestActs, requestStateLabels } from '../chat/request-card.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** The paid requests of all fans that wait for the creator, the next to expire first (product §43). */
export function RequestsScreen() {
  const isClosed = useClosed('can_chat') !== null
  return (
    <Frame title={m.requests_queue()} back="/creator">
      {isClosed ? <ClosedByFlag flag="can_chat" /> : <Queue />}
    </Frame>
  )
}

function Queue() {
  const query = useInfiniteQuery(waitingRequestsQuery)
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonList rows={4} />
  const rows = data.pages.flatMap((page) => page.data)
  const total = data.pages[0]?.total
  if (rows.length === 0)
    return (
      <EmptyState scene="ticket" title={m.requests_queue_empty()}>
        {m.requests_queue_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 border-hairline border-b px-4 py-4 sm:px-6">
        <span className="font-semibold">{m.requests_queue_count({ count: total?.count ?? rows.length })}</span>
        {total?.coins != null && <Coins amount={total.coins} />}
      </p>
      <ul className="divide-y divide-hairline">
        {rows.map((row) => (
          <Row key={row.id} request={row} />
        ))}
      </ul>
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  )
}

function Row({ request }: { request: WaitingRequest }) {
  const { fan } = request
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:px-6">
      <div className="flex items-center gap-3">
        <Avatar user={fan} size="sm" />
        <Link
          to="/chat"
          search={{ mode: 'creator', u: fan.username ?? '' }}
          className="min-w-0 flex-1 truncate py-2.5 font-semibold hover:underline"
        >
          <bdi>{fan.display_name ?? `@${fan.username}`}</bdi>
        </Link>
        <Badge tone={request.state === 'accepted' ? 'brass' : 'signal'}>{requestStateLabels[request.state]()}</Badge>
        {request.price !== null && <Coins amount={request.price} stacked className="items-end text-right" />}
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{request.text}</p>
      <p className="text-ink-soft text-sm">{m.requests_due({ day: dayText(request.due_at) })}</p>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <RequestActs request={request} otherId={fan.id} />
        <Button
          variant="ghost"
          onClick={() => openReport({ kind: 'message', id: request.message_id, owner: fan, text: request.text })}
        >
          <Icon name="flag" className="size-5" />
          {m.report_sheet_title()}
        </Button>
      </div>
    </li>
  )
}
