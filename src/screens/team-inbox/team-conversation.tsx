import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TeamCreator, TeamInboxRow } from '../../../contract/team-inbox.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type TeamPlace, teamConversationQuery, useReadTeamConversation } from '../../queries/team-inbox.ts'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { FanFacts } from '../chat/fan-panel.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { AccessEnded } from './access-ended.tsx'
import { TeamClaim } from './team-claim.tsx'
import { TeamComposer } from './team-composer.tsx'
import { TeamConversationBar } from './team-conversation-bar.tsx'
import { TeamMessages } from './team-messages.tsx'

type TeamConversationProps = {
  place: TeamPlace
  /** What the operator may do for the creator; undefined while it loads and after the access has ended. */
  creator: TeamCreator | undefined
  /** Its row, if the list has one. */
  row: TeamInboxRow | undefined
  /** Goes to the next fan who waits. */
  onNext: () => void
  onClose: () => void
}

/** A conversation of a creator, answered in place; beside it what is known of the fan. */
export function TeamConversationView({ place, creator, row, onNext, onClose }: TeamConversationProps) {
  const query = useInfiniteQuery(teamConversationQuery(place))
  const [first] = query.data?.pages ?? []
  const messages = query.data?.pages.flatMap((page) => page.messages.data) ?? []
  const hasEnded = query.error instanceof RefusalError && query.error.status === 403
  useRead(place, messages, first?.conversation.unread_count ?? 0)
  const name =
    first?.conversation.other_display_name || `@${first?.conversation.other_username ?? row?.fan.username ?? ''}`
  // After the access has ended the creator is in no list any more.
  const [known, setKnown] = useState(creator)
  if (creator !== undefined && creator !== known) setKnown(creator)
  if (hasEnded) return <AccessEnded place={place} creator={known?.creator} onNext={onNext} />
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label={m.chat_with({ name })} className="conversation">
        <TeamConversationBar
          place={place}
          creator={creator}
          name={name}
          conversation={first?.conversation}
          onClose={onClose}
        />
        {first && <TeamClaim place={place} claim={first.claim} />}
        {query.isPending && <SkeletonList />}
        {query.isError && !query.data && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
        {first && (
          <TeamMessages
            messages={messages}
            fanId={place.fanId}
            fanName={name}
            hasMore={query.hasNextPage}
            isFetchingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        )}
        {first &&
          (first.conversation.chat.allowed ? (
            <TeamComposer place={place} fanName={name} creator={creator} claim={first.claim} onNext={onNext} />
          ) : (
            <p className="border-hairline border-t px-4 py-4 text-ink-soft text-sm">{m.team_inbox_closed()}</p>
          ))}
      </section>
      {first?.fan && (
        <aside
          aria-label={m.chat_fan_panel()}
          className="hidden w-70 shrink-0 overflow-y-auto border-hairline border-l p-4 min-[77rem]:block"
        >
          <h3 className="mb-3 font-bold font-display">{m.chat_fan_panel()}</h3>
          <FanFacts fan={first.fan} />
          {first.fan.note && (
            <p className="flex gap-2 whitespace-pre-wrap border-brass border-l-2 pl-2 text-sm">
              <Icon name="file-text" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
              {first.fan.note}
            </p>
          )}
        </aside>
      )}
    </div>
  )
}

/** Marks the fan's messages as read while the conversation is in sight. */
function useRead(place: TeamPlace, messages: Parameters<typeof TeamMessages>[0]['messages'], unread: number): void {
  const { mutate } = useReadTeamConversation(place)
  const latest = messages.find((it) => it.sender.id === place.fanId && !it.deleted)
  const isUnread = latest !== undefined && (latest.read_at === null || unread > 0)
  const [id, sessionId] = isUnread ? ([latest.id, latest.session_id] as const) : [null, null]
  useEffect(() => {
    if (id !== null && sessionId !== null && document.visibilityState === 'visible')
      mutate({ id, session_id: sessionId })
  }, [id, sessionId, mutate])
}
