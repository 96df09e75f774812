import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { subscribersQuery } from '../../queries/subscriptions.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { SetBundles } from '../bundles/set-bundles.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { OfferLinks } from '../offers/offer-links.tsx'
import { Price } from './price.tsx'

/** A creator's price, the links that lower it, and who pays it (product §6, §21). */
export function PriceScreen() {
  return (
    <Frame title={m.title_settings_subscriptions()} back="/settings">
      <Price />
      <SetBundles />
      <OfferLinks />
      <Subscribers />
    </Frame>
  )
}

function Subscribers() {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(subscribersQuery)
  const rows = data?.pages.flatMap((page) => page.data)
  const figures = data?.pages[0]?.figures
  return (
    <section aria-labelledby="subscribers" className="py-6">
      <h2 id="subscribers" className="px-4 font-bold text-lg sm:px-6">
        {m.subscriptions_people_title()}
      </h2>
      {figures && (
        <dl className="mt-3 grid grid-cols-3 border-hairline border-y">
          <Figure name={m.subscriptions_figure_now()} value={figures.active + figures.past_due + figures.cancelled} />
          <Figure name={m.subscriptions_figure_new()} value={figures.new_30_days} />
          <Figure name={m.subscriptions_figure_lost()} value={figures.lost_30_days} />
        </dl>
      )}
      {error && !rows ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !rows ? (
        <SkeletonList rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState scene="seats" title={m.subscriptions_people_empty_title()}>
          {m.subscriptions_people_empty_text()}
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-hairline">
            {rows.map(({ user, status, asked, price, started_at }) => (
              <li key={user.id} className="flex min-h-16 items-center gap-3 px-4 py-2 sm:px-6">
                <Avatar user={user} />
                <div className="min-w-0 flex-1">
                  <Link to="/@{$username}" params={{ username: user.username ?? '' }} className="name-link">
                    {user.display_name ?? `@${user.username}`}
                  </Link>
                  <p className="text-ink-soft text-sm">{m.subscriptions_since({ day: dayText(started_at) })}</p>
                </div>
                {status === 'past_due' && <Badge tone="rust">{m.subscriptions_status_past_due()}</Badge>}
                {status === 'cancelled' && (
                  <Badge>{asked ? m.subscriptions_status_asked() : m.subscriptions_status_cancelled()}</Badge>
                )}
                {price !== null && price > 0 && <Coins amount={price} stacked className="items-end" />}
                {price === 0 && status === 'active' && <span className="text-sm">{m.subscriptions_free()}</span>}
              </li>
            ))}
          </ul>
          <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </>
      )}
    </section>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-0.5 border-hairline px-4 py-4 not-first:border-l sm:px-6">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-bold font-display text-xl leading-none tabular-nums">{value}</dd>
    </div>
  )
}
