import { useInfiniteQuery } from '@tanstack/react-query'
import type { Session } from '../../../contract/chat.ts'
import { sentence } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { sessionsQuery } from '../../queries/chat.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Frame } from '../frame/frame.tsx'

/** The conversations. */
export function ChatScreen({ mode }: { mode: 'creator' | undefined; username: string | undefined }) {
  const list = useInfiniteQuery(sessionsQuery({ mode }))
  const sessions = list.data?.pages.flatMap((page) => page.data)
  return (
    <Frame title={m.title_chat()}>
      {!sessions && list.error && <ErrorState description={sentence(list.error)} onRetry={() => void list.refetch()} busy={list.isRefetching} />}
      {!sessions && !list.error && <SkeletonList />}
      {sessions?.length === 0 && <EmptyState title={m.session_chat_empty_title()}>{m.session_chat_empty_text()}</EmptyState>}
      {sessions && sessions.length > 0 && (
        <>
          <ul className="divide-y divide-hairline">
            {sessions.map((session) => (
              <Line key={session.id} session={session} />
            ))}
          </ul>
          <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
        </>
      )}
    </Frame>
  )
}

function Line({ session }: { session: Session }) {
  const user = { username: session.other_username, display_name: session.other_display_name, avatar: session.other_avatar }
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Avatar user={user} online={session.online} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{session.other_display_name ?? `@${session.other_username}`}</p>
        <p className="truncate text-ink-soft text-sm">{session.last_message}</p>
      </div>
      {session.last_message_at && <TimeAgo at={session.last_message_at} className="text-ink-faint text-sm" />}
    </li>
  )
}
