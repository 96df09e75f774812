import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { chatKeys } from '../../queries/chat-keys.ts'
import type { Outgoing } from '../../stores/outbox.ts'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'
import { Bubble } from './bubble.tsx'
import { conversationItems, OpenMedia, useIsCovered } from './bubble-media.tsx'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import { HistoryLog } from './history-log.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import type { History } from './use-history.ts'

type MessageListProps = {
  history: History
  outgoing: readonly Outgoing[]
  other: PublicProfile
  /** Up to which message the other one has read. */
  readSeq: number
  /** The last message that the viewer had read when the conversation was opened, if there were newer ones. */
  unreadAfter: number | null
  onReply: (message: Message) => void
  onEdit: (message: Message) => void
  onRetry: (message: Outgoing) => void
  /** What is shown under a message, if anything. */
  under?: (message: Message) => ReactNode
}

/** The history of a conversation of the viewer's own, with what they are sending. */
export function MessageList({
  history,
  outgoing,
  other,
  readSeq,
  unreadAfter,
  onReply,
  onEdit,
  onRetry,
  under,
}: MessageListProps) {
  const { messages, isPending, earlier, later } = history
  const openMedia = useConversationLightbox(
    messages,
    other,
    () => earlier.hasMore && !earlier.isFetching && earlier.onMore(),
  )
  const isFresh = useIsFresh(messages, isPending || later !== null)
  const lastRead = messages.find((it) => it.sender.id !== other.id && it.seq <= readSeq && !it.deleted)?.id
  const newest = messages[0]?.seq ?? 0
  const firstUnread = firstAfter(messages, unreadAfter, other.id)
  if (history.error)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <LoadError error={history.error} onRetry={history.onAgain} />
      </div>
    )
  if (isPending) return <ConversationSkeleton />
  return (
    <OpenMedia value={openMedia}>
      <HistoryLog
        history={history}
        otherId={other.id}
        outgoing={outgoing}
        below={
          <div className="flex flex-col gap-1 pt-1">
            {outgoing.map((it) => (
              <OutgoingBubble key={it.clientId} message={it} onRetry={() => onRetry(it)} />
            ))}
          </div>
        }
        empty={
          outgoing.length === 0 &&
          other.chat.allowed && (
            <p className="my-auto px-6 text-center text-ink-soft">
              {m.chat_first_words({ name: `@${other.username}` })}
            </p>
          )
        }
        row={(message, { isFirst, isLast }) => (
          <>
            {message.seq === firstUnread && <NewFromHere />}
            <Bubble
              message={message}
              other={other}
              isFirst={isFirst}
              isLast={isLast}
              isRead={message.id === lastRead}
              isFresh={isFresh(message)}
              eager={message.seq > newest - onScreen}
              onReply={onReply}
              onEdit={onEdit}
            />
            {under?.(message)}
          </>
        )}
      />
    </OpenMedia>
  )
}

/** So many of the newest messages are likely on the first screen, and their pictures wanted at once. */
const onScreen = 4

/** Says which messages have come since the history was first shown: they arrive with a movement. */
function useIsFresh(messages: readonly Message[], isPending: boolean): (message: Message) => boolean {
  const [start, setStart] = useState<number | null>(null)
  if (start === null && !isPending) setStart(messages[0]?.seq ?? 0)
  return ({ seq }) => start !== null && seq > start
}

/** The pictures and films of the conversation, looked through as one; earlier ones are loaded on the way back. */
function useConversationLightbox(messages: readonly Message[], other: PublicProfile, onEarlier: () => void) {
  const queryClient = useQueryClient()
  const canBuy = useViewer()?.acting_as === null
  const onBought = () => void queryClient.invalidateQueries({ queryKey: chatKeys.messages(other.id) })
  const isCovered = useIsCovered(other)
  const items = conversationItems(messages, other, { canBuy, onBought, isCovered })
  return useLightboxGroup(`chat ${other.id}`, items, (edge) => edge === 'start' && onEarlier())
}

/** The number of the first message of the other user after one, where it is among these for sure. */
function firstAfter(messages: readonly Message[], after: number | null, otherId: string): number | null {
  const oldest = messages.at(-1)
  if (after === null || oldest === undefined || oldest.seq > after + 1) return null
  return messages.findLast((it) => it.seq > after && it.sender.id === otherId)?.seq ?? null
}

function NewFromHere() {
  return (
    <p className="my-2 flex items-center gap-3 font-semibold text-signal-text text-xs before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
      {m.chat_new()}
    </p>
  )
}
