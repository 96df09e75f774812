import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Gift } from '../../../contract/gifts.ts'
import { dayText } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { giftsQuery, useTakeBackGift } from '../../queries/gifts.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { useKey } from '../purchase/use-key.ts'

/** What the viewer has given, and what became of it; shown to those who ever gave something. */
export function GivenGifts() {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(giftsQuery)
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  if (error && !data)
    return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="given" className="border-hairline border-t py-6">
      <h2 id="given" className="px-4 font-bold text-lg sm:px-6">
        {m.gifts_list_title()}
      </h2>
      <ul className="divide-y divide-hairline">
        {rows.map((gift) => (
          <Row key={gift.id} gift={gift} />
        ))}
      </ul>
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </section>
  )
}

function Row({ gift }: { gift: Gift }) {
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:px-6">
      <div className="flex items-center gap-3">
        <Avatar user={gift.creator} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            {m.gifts_months_of({ count: gift.months, name: `@${gift.creator.username}` })}
          </p>
          <p className="text-ink-soft text-sm">{when(gift)}</p>
        </div>
        <State gift={gift} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Coins amount={gift.price} />
        {gift.state === 'open' && <AuditLog gift={gift} />}
      </div>
    </li>
  )
}

function State({ gift: { state } }: { gift: Gift }) {
  if (state === 'accepted') return <Badge tone="leaf">{m.gifts_state_accepted()}</Badge>
  if (state === 'open') return <Badge tone="brass">{m.gifts_state_open()}</Badge>
  return <Badge>{state === 'expired' ? m.gifts_state_expired() : m.gifts_state_returned()}</Badge>
}

function when(gift: Gift): string {
  if (gift.state === 'accepted') {
    const name = gift.accepted_by ? `@${gift.accepted_by.username}` : m.notifications_unnamed_user()
    return m.gifts_accepted_by({ name, day: dayText(gift.accepted_at ?? gift.created_at) })
  }
  if (gift.state === 'open') return m.gifts_open_until({ day: dayText(gift.expires_at) })
  if (gift.state === 'expired') return m.gifts_expired()
  if (gift.returned === 'expired') return m.gifts_returned_expired()
  return gift.returned === 'refunded' ? m.gifts_returned_refunded() : m.gifts_returned_taken_back()
}

function AuditLog({ gift }: { gift: Gift }) {
  const [isSure, setIsSure] = useState(false)
  const { mutate, isPending } = useTakeBackGift()
  const key = useKey(`take back ${gift.id}`)
  const copy = () => copyText(gift.link, m.offers_copied(), m.ui_not_copied())
  const back = () =>
    mutate(
      { id: gift.id, key },
      {
        onSuccess: () => void toast(m.gifts_taken_back(), { type: 'success' }),
        onError: (error) => void toast(errorMessage(error), { type: 'error' }),
      },
    )
  if (isSure) {
    return (
      <span className="flex gap-2">
        <Button variant="ghost" onClick={() => setIsSure(false)}>
          {m.subscriptions_keep()}
        </Button>
        <Button variant="danger" busy={isPending} onClick={back}>
          {m.gifts_take_back_sure()}
        </Button>
      </span>
    )
  }
  return (
    <span className="flex gap-2">
      <Button onClick={() => void copy()}>
        <Icon name="copy" className="size-4" />
        {m.offers_copy()}
      </Button>
      <Button variant="ghost" onClick={() => setIsSure(true)}>
        {m.gifts_take_back()}
      </Button>
    </span>
  )
}
