import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { searchCreatorsQuery } from '../../queries/search.ts'
import { useFollow } from '../../queries/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'

/** Creators whose names are like the words, best first; the most followed while there are none. */
export function CreatorResults({ q }: { q: string }) {
  const list = useInfiniteQuery(searchCreatorsQuery(q))
  const creators = list.data
  if (!creators && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!creators) return <SkeletonList rows={5} face="size-16" />
  if (creators.length === 0) return <Nothing q={q} />
  return (
    <section aria-label={q ? m.search_results({ q }) : m.search_popular()}>
      {!q && <h2 className="px-4 pt-5 pb-1 font-bold text-ink-soft text-sm sm:px-6">{m.search_popular()}</h2>}
      <ul className="divide-y divide-hairline">
        {creators.map((user) => (
          <li key={user.id}>
            <CreatorRow user={user} />
          </li>
        ))}
      </ul>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </section>
  )
}

/** One creator in a list: who, how many follow, the price, and the button to follow. */
export function CreatorRow({ user }: { user: User }) {
  return (
    <div className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <Link
        to="/@{$username}"
        params={{ username: user.username ?? '' }}
        data-item
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control"
      >
        <Avatar user={user} size="lg" />
        <span className="min-w-0">
          <span className="flex items-center gap-1 font-semibold">
            <span className="truncate">{user.display_name ?? `@${user.username}`}</span>
            <Icon name="badge-check" className="size-4 shrink-0 text-signal-text" />
            <span className="sr-only">{m.ui_verified()}</span>
          </span>
          <span className="block text-ink-soft text-sm [overflow-wrap:anywhere]">
            @{user.username} · <span className="tabular-nums">{user.counts.followers}</span>{' '}
            {m.profile_followers_count({ count: user.counts.followers })}
          </span>
          <span className="block text-ink-soft text-sm [overflow-wrap:anywhere]">
            {user.subscription_price ? (
              <>
                <Coins amount={user.subscription_price} /> {m.search_a_month()}
              </>
            ) : (
              m.search_free()
            )}
          </span>
        </span>
      </Link>
      <Follow user={user} />
    </div>
  )
}

function Follow({ user }: { user: User }) {
  const viewer = useViewer()
  const { mutate, isPending, variables, data } = useFollow(user)
  const closed = useClosed('can_social')
  if (!viewer || viewer.id === user.id) return null
  const follows = isPending ? variables : (data?.is_followed ?? user.is_followed)
  return (
    <Button
      size="sm"
      aria-pressed={follows}
      aria-label={`${follows ? m.profile_following() : m.profile_follow()} @${user.username}`}
      disabledReason={closed}
      onClick={() => !isPending && mutate(!follows)}
    >
      {follows ? m.profile_following() : m.profile_follow()}
    </Button>
  )
}

function Nothing({ q }: { q: string }) {
  if (q === '') return <EmptyState title={m.search_empty_title()}>{m.search_empty_text()}</EmptyState>
  const action = (
    <Link to="/search" search={{ q, type: 'posts' }} replace className={buttonClasses()}>
      {m.search_try_posts()}
    </Link>
  )
  return (
    <EmptyState title={m.search_none_title({ q })} action={action}>
      {m.search_none_creators()}
    </EmptyState>
  )
}
