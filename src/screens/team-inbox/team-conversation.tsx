import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import type { Message, OpenConversation } from '../../../contract/chat.ts'
import type { TeamCreator, TeamInboxRow } from '../../../contract/team-inbox.ts'
import { noFlags } from '../../lib/flag-labels.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type TeamPlace, teamConversationQuery, useReadTeamConversation } from '../../queries/team-inbox.ts'
import { teamFoundQuery, teamPlaceQuery } from '../../queries/team-search.ts'
import { lazily } from '../../ui/lazily.ts'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { EndsSoon } from '../agencies/ends-soon.tsx'
import type { Other } from '../chat/bubble-media.tsx'
import { useHistoryOf } from '../chat/use-history.ts'
import { LoadError } from '../frame/load-error.tsx'
import { OnBehalfOf } from '../frame/on-behalf.ts'
import { AccessEnded } from './access-ended.tsx'
import { TeamClaim } from './team-claim.tsx'
import { TeamComposer } from './team-composer.tsx'
import { TeamConversationBar } from './team-conversation-bar.tsx'
import { TeamFan } from './team-fan.tsx'
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

/** A conversation of a creator, answered in place; what is known of the fan stands beside it, or over it when it is asked for. */
export function TeamConversationView({ place, creator, row, onNext, onClose }: TeamConversationProps) {
  const query = useInfiniteQuery(teamConversationQuery(place))
  const [first] = query.data?.pages ?? []
  const messages = query.data?.pages.flatMap((page) => page.messages.data) ?? []
  const history = useHistoryOf(query, messages, (around) => teamPlaceQuery(place, around))
  const [isSearching, setIsSearching] = useState(false)
  const hasEnded = query.error instanceof RefusalError && query.error.status === 403
  useRead(place, messages, first?.conversation.unread_count ?? 0)
  const name =
    first?.conversation.other_display_name || `@${first?.conversation.other_username ?? row?.fan.username ?? ''}`
  const [isFanShown, setIsFanShown] = useState(false)
  // After the access has ended the creator is in no list any more.
  const [known, setKnown] = useState(creator)
  if (creator !== undefined && creator !== known) setKnown(creator)
  const { agencyId, creatorId } = place
  const permissions = creator?.permissions ?? noFlags
  const onBehalf = useMemo(() => ({ agencyId, creatorId, permissions }), [agencyId, creatorId, permissions])
  if (hasEnded)
    return (
      <AccessEnded place={place} creator={known?.creator} shift={creator ? offShift(creator) : null} onNext={onNext} />
    )
  return (
    <OnBehalfOf value={onBehalf}>
      <div className="flex min-h-0 flex-1">
        <section aria-label={m.chat_with({ name })} className="conversation">
          <TeamConversationBar
            place={place}
            creator={creator}
            name={name}
            conversation={first?.conversation}
            onClose={onClose}
            onSearch={() => setIsSearching((it) => !it)}
            onFan={first?.fan ? () => setIsFanShown((it) => !it) : null}
          />
          {first?.fan && isFanShown && (
            <TeamFan fan={first.fan} className="max-h-[50%] shrink-0 border-hairline border-b min-[77rem]:hidden" />
          )}
          {first && <TeamClaim place={place} claim={first.claim} />}
          <p role="status" className="border-hairline border-b px-4 py-2 text-sm empty:hidden">
            <EndsSoon at={creator?.ends_at} />
          </p>
          {query.isPending && <SkeletonList />}
          {query.isError && !query.data && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
          {first && isSearching && (
            <Suspense>
              <ConversationSearch
                other={{ id: place.fanId, username: first.conversation.other_username }}
                find={(q) => teamFoundQuery(place, q)}
                onGo={history.goTo}
                onClose={() => setIsSearching(false)}
              />
            </Suspense>
          )}
          {first && (
            <TeamMessages
              // Another place in the history is scrolled from its own end.
              key={history.later === null ? 'latest' : JSON.stringify(history.place)}
              history={history}
              fan={fanOf(first.conversation)}
              fanName={name}
              requests={first.requests}
            />
          )}
          {first &&
            (first.conversation.chat.allowed ? (
              <TeamComposer
                place={place}
                fanName={name}
                creator={creator}
                claim={first.claim}
                draft={first.draft}
                onNext={onNext}
                onSent={history.toLatest}
              />
            ) : (
              <p className="border-hairline border-t px-4 py-4 text-ink-soft text-sm">{m.team_inbox_closed()}</p>
            ))}
        </section>
        {first?.fan && (
          <TeamFan fan={first.fan} className="hidden w-70 shrink-0 border-hairline border-l min-[77rem]:block" />
        )}
      </div>
    </OnBehalfOf>
  )
}

const fanOf = (it: OpenConversation): Other => ({
  id: it.other_user_id,
  username: it.other_username,
  display_name: it.other_display_name,
  is_creator: it.other_is_creator,
})

const offShift = ({ shift }: TeamCreator): TeamCreator['shift'] => (shift?.is_on === false ? shift : null)

/** Marks the fan's messages as read while the conversation is in sight. */
function useRead(place: TeamPlace, messages: readonly Message[], unread: number): void {
  const { mutate } = useReadTeamConversation(place)
  const latest = messages.find((it) => it.sender.id === place.fanId && !it.deleted)
  const isUnread = latest !== undefined && (latest.read_at === null || unread > 0)
  const [id, sessionId] = isUnread ? ([latest.id, latest.session_id] as const) : [null, null]
  useEffect(() => {
    if (id !== null && sessionId !== null && document.visibilityState === 'visible')
      mutate({ id, session_id: sessionId })
  }, [id, sessionId, mutate])
}

/** Most visits search nothing. */
const ConversationSearch = lazily(async () => (await import('../chat/conversation-search.tsx')).ConversationSearch)
