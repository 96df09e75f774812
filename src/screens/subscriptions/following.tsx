import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { followingQuery } from '../../queries/following.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { FollowButton } from '../frame/follow-button.tsx'
import { LoadError } from '../frame/load-error.tsx'

/** Whom the viewer follows, the newest first. A tap on the button ends it, and another takes that back. */
export function Following() {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(followingQuery)
  const users = data?.pages.flatMap((page) => page.data)
  if (error && !users) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!users) return <SkeletonList />
  if (users.length === 0) return <Empty />
  return (
    <>
      <ul className="divide-y divide-hairline">
        {users.map((user) => (
          <Row key={user.id} user={user} />
        ))}
      </ul>
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  )
}

function Row({ user }: { user: User }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <Link
        to="/@{$username}"
        params={{ username: user.username ?? '' }}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control"
      >
        <Avatar user={user} />
        <span className="min-w-0">
          <span className="block truncate font-semibold">{user.display_name ?? `@${user.username}`}</span>
          <span className="block truncate text-ink-soft text-sm">@{user.username}</span>
        </span>
      </Link>
      <FollowButton user={user} />
    </li>
  )
}

const Empty = () => (
  <EmptyState
    scene="seats"
    title={m.subscriptions_following_empty_title()}
    action={
      <Link to="/" search={{ tab: 'discover' }} className={buttonClasses({ variant: 'primary' })}>
        {m.feed_go_discover()}
      </Link>
    }
  >
    {m.subscriptions_following_empty_text()}
  </EmptyState>
)
