import { useInfiniteQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { blockedQuery, useBlock } from '../../queries/blocking.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'

/** Whom one has blocked, each with the way back. */
export function BlockedScreen() {
  const { data, error, refetch, isFetching, isPending, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(blockedQuery)
  const people = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Frame title={m.title_settings_blocked_users()} back="/settings">
      {isPending && <SkeletonList />}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && people.length === 0 && (
        <EmptyState scene="curtain" title={m.account_blocked_none()}>
          {m.account_blocked_none_text()}
        </EmptyState>
      )}
      {people.length > 0 && (
        <>
          <ul className="divide-y divide-hairline">
            {people.map((person) => (
              <Blocked key={person.id} person={person} />
            ))}
          </ul>
          <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </>
      )}
    </Frame>
  )
}

function Blocked({ person }: { person: User }) {
  const { mutate, isPending } = useBlock(person)
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <Avatar user={person} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{person.display_name ?? person.username}</span>
        <span className="block truncate text-ink-soft text-sm">@{person.username}</span>
      </span>
      <Button
        busy={isPending}
        onClick={() => mutate(false, { onSuccess: () => toast(m.account_unblocked({ name: `@${person.username}` })) })}
      >
        {m.account_unblock()}
      </Button>
    </li>
  )
}
