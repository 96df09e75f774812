import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { dayText } from '../../lib/dates.ts'
import { coinsText, moneyText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { type SubscriptionsTab, subscriptionsTabs } from '../../lib/subscriptions-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { subscriptionsQuery, useUnsubscribe } from '../../queries/subscriptions.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { SignInLink } from '../auth/sign-in-link.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { GivenGifts } from '../gifts/given-gifts.tsx'
import { Following } from './following.tsx'

/** The fan's cockpit (product §21): what runs, until when, at which price, and the way out in two taps. */
export function SubscriptionsScreen({ tab }: { tab: SubscriptionsTab }) {
  const viewer = useViewer()
  return (
    <Frame title={m.title_subscriptions()} back="/settings">
      {viewer === null ? (
        <Visitor />
      ) : viewer.acting_as ? (
        <Acting />
      ) : (
        <>
          <TabLinks tab={tab} />
          {tab === 'following' ? (
            <Following />
          ) : (
            <>
              <Mine />
              <GivenGifts />
            </>
          )}
        </>
      )}
    </Frame>
  )
}

const TabLinks = ({ tab }: { tab: SubscriptionsTab }) => (
  <nav aria-label={m.title_subscriptions()} className={tabListClasses}>
    {subscriptionsTabs.map((it) => (
      <Link
        key={it}
        to="/subscriptions"
        search={{ tab: it === 'paid' ? undefined : it }}
        activeOptions={{ exact: true }}
        aria-current={it === tab ? 'page' : undefined}
        className={tabClasses}
      >
        {it === 'paid' ? m.title_subscriptions() : m.subscriptions_following()}
      </Link>
    ))}
  </nav>
)

function Mine() {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(subscriptionsQuery)
  const rows = data?.pages.flatMap((page) => page.data)
  if (error && !rows)
    return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  if (!rows) return <SkeletonList />
  if (rows.length === 0) return <Empty />
  return (
    <>
      <ul className="divide-y divide-hairline">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  )
}

function Row({ row }: { row: Subscription }) {
  const { creator } = row
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:px-6">
      <div className="flex items-center gap-3">
        <Avatar user={creator} />
        <div className="min-w-0 flex-1">
          <Link to="/@{$username}" params={{ username: creator.username ?? '' }} className="name-link">
            {creator.display_name ?? `@${creator.username}`}
          </Link>
          <p className="truncate text-ink-soft text-sm">@{creator.username}</p>
        </div>
        <Status row={row} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="mr-auto">
          {row.price > 0 ? (
            <p className="flex items-baseline gap-1.5">
              <Coins amount={row.price} /> <span className="text-ink-soft text-sm">{m.subscriptions_month()}</span>
            </p>
          ) : (
            <p className="font-semibold">{m.subscriptions_free()}</p>
          )}
          <p className="text-ink-soft text-sm">{when(row)}</p>
          {row.bundle_until && (
            <p className="text-ink-soft text-sm">{m.bundles_until({ day: dayText(row.bundle_until) })}</p>
          )}
          {row.month && <p className="text-sm">{monthText(row.month)}</p>}
        </div>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {row.extendable && <Extend creator={row.creator} />}
          <RowAction row={row} />
        </div>
      </div>
    </li>
  )
}

function Status({ row }: { row: Subscription }) {
  if (row.status === 'active') return <Badge tone="leaf">{m.subscriptions_status_active()}</Badge>
  if (row.status === 'past_due') return <Badge tone="rust">{m.subscriptions_status_past_due()}</Badge>
  if (row.consent_price !== null) return <Badge tone="brass">{m.subscriptions_status_asks()}</Badge>
  return (
    <Badge>{row.status === 'cancelled' ? m.subscriptions_status_cancelled() : m.subscriptions_status_ended()}</Badge>
  )
}

function when(row: Subscription): string {
  if (row.active_until === null) return m.subscriptions_since({ day: dayText(row.started_at) })
  const day = dayText(row.active_until)
  if (row.status === 'active') {
    if (row.next_price === null || row.next_price === row.price) return m.subscriptions_renews({ day })
    return m.subscriptions_renews_at({ day, coins: coinsText(row.next_price), money: moneyText(row.next_price) })
  }
  if (row.status === 'past_due') return m.subscriptions_grace({ day })
  if (row.consent_price !== null) {
    const price = { coins: coinsText(row.consent_price), money: moneyText(row.consent_price) }
    return m.subscriptions_consent({ day, ...price })
  }
  return row.status === 'cancelled' ? m.subscriptions_until({ day }) : m.subscriptions_over({ day })
}

/** What the month has brought, also when it was nothing: it is what the fan pays for. */
function monthText({ posts, media }: NonNullable<Subscription['month']>): string {
  if (posts === 0) return m.subscriptions_month_none()
  const parts = [
    m.subscriptions_month_posts({ count: posts }),
    media > 0 && m.subscriptions_month_media({ count: media }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** What the month costs that was not paid: nothing any more, where the creator asks nothing by now. */
const due = (row: Subscription): number => (row.creator.subscription_price === 0 ? 0 : (row.next_price ?? row.price))

/** Several months at once, which follow what runs; the sheet names the terms. */
const Extend = ({ creator }: Pick<Subscription, 'creator'>) => (
  <Button
    onClick={() => openPurchase({ kind: 'subscribe', creator, price: creator.subscription_price ?? 0, months: 0 })}
  >
    {m.bundles_extend()}
  </Button>
)

/** Out in two taps; back in one, at no cost while the month runs. */
function RowAction({ row }: { row: Subscription }) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending } = useUnsubscribe(row.creator)
  const { creator } = row
  const come = (free: boolean) =>
    openPurchase({
      kind: 'subscribe',
      creator,
      price: free ? row.price : row.status === 'past_due' ? due(row) : (creator.subscription_price ?? row.price),
      free,
    })
  const leave = () =>
    mutate(undefined, {
      onSuccess: ({ active_until }) => {
        setConfirming(false)
        toast(
          active_until ? m.subscriptions_cancelled_until({ day: dayText(active_until) }) : m.subscriptions_cancelled(),
        )
      },
    })
  if (row.consent_price !== null) {
    const agree = { kind: 'subscribe', creator, price: row.consent_price, from: row.active_until } as const
    return (
      <Button variant="primary" onClick={() => openPurchase(agree)}>
        {m.subscriptions_agree()}
      </Button>
    )
  }
  if (row.status === 'cancelled') return <Button onClick={() => come(true)}>{m.subscriptions_resume()}</Button>
  if (row.status === 'ended') {
    return (
      <Button variant="primary" onClick={() => come(false)}>
        {m.subscriptions_again()}
      </Button>
    )
  }
  if (!isConfirming) {
    return (
      <span className="flex gap-2">
        {row.status === 'past_due' && (
          <Button variant="primary" onClick={() => come(false)}>
            {m.subscriptions_pay()}
          </Button>
        )}
        <Button variant="ghost" onClick={() => setConfirming(true)}>
          {m.subscriptions_cancel()}
        </Button>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="basis-full text-right text-sm">
        {accessUntil(row)}
      </span>
      <Button variant="ghost" onClick={() => setConfirming(false)}>
        {m.subscriptions_keep()}
      </Button>
      <Button variant="danger" busy={isPending} onClick={leave}>
        {m.subscriptions_cancel_sure()}
      </Button>
    </span>
  )
}

/** What a cancellation leaves: the paid month, and nothing of a free subscription (product §5). */
const accessUntil = ({ active_until, price }: Subscription): string =>
  active_until === null || price === 0
    ? m.subscriptions_cancel_at_once()
    : m.subscriptions_cancel_keeps({ day: dayText(active_until) })

const Empty = () => (
  <EmptyState
    scene="ticket"
    title={m.subscriptions_empty_title()}
    action={
      <Link to="/" search={{ tab: 'discover' }} className={buttonClasses({ variant: 'primary' })}>
        {m.feed_go_discover()}
      </Link>
    }
  >
    {m.subscriptions_empty_text()}
  </EmptyState>
)

const Visitor = () => (
  <EmptyState
    scene="ticket"
    title={m.subscriptions_visitor_title()}
    action={<SignInLink className={buttonClasses({ variant: 'primary' })}>{m.nav_sign_in()}</SignInLink>}
  >
    {m.subscriptions_visitor_text()}
  </EmptyState>
)

const Acting = () => (
  <EmptyState scene="ticket" title={m.wallet_acting_title()}>
    {m.wallet_acting_text()}
  </EmptyState>
)
