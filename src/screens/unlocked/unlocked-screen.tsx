import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { unlockedQuery } from '../../queries/media.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Frame } from '../frame/frame.tsx'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'

/** Everything that was bought (product §14). It stays: after a lapse, a block, a deleted post. */
export function UnlockedScreen() {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(unlockedQuery)
  const rows = data?.pages.flatMap((page) => page.data)
  const items = rows?.map(({ media, creator }) => ({
    media,
    alt: m.unlocked_from({ name: `@${creator.username}` }),
    creator: { ...creator, display_name: null },
  }))
  const open = useLightboxGroup('unlocked', items ?? [], (edge) => {
    if (edge === 'end' && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  })
  return (
    <Frame title={m.title_settings_unlocked()}>
      {error && !rows ? (
        <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : !rows ? (
        <Skeletons className="grid grid-cols-2 gap-0.5 sm:grid-cols-3">
          {Array.from({ length: 9 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all alike, in no order.
            <Skeleton key={index} className="aspect-square rounded-none" />
          ))}
        </Skeletons>
      ) : rows.length === 0 ? (
        <EmptyState
          scene="ticket"
          title={m.unlocked_empty_title()}
          action={
            <Link to="/" search={{ tab: 'discover' }} className={buttonClasses({ variant: 'primary' })}>
              {m.feed_go_discover()}
            </Link>
          }
        >
          {m.unlocked_empty_text()}
        </EmptyState>
      ) : (
        <>
          <ul className="grid grid-cols-2 gap-x-0.5 gap-y-4 sm:grid-cols-3">
            {rows.map(({ media, creator, price_paid, bought_at }) => (
              <li key={media.id} className="min-w-0">
                <MediaTile
                  media={media}
                  alt={m.unlocked_from({ name: `@${creator.username}` })}
                  square
                  onOpen={() => open(media.id)}
                />
                <div className="px-3 py-2 text-sm">
                  <Link
                    to="/@{$username}"
                    params={{ username: creator.username ?? '' }}
                    className="-mt-2 block truncate font-semibold leading-11 hover:underline"
                  >
                    @{creator.username}
                  </Link>
                  <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-ink-soft">
                    <TimeAgo at={bought_at} />
                    <Coins amount={price_paid} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </>
      )}
    </Frame>
  )
}
