import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { languageTag } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { chatKeys } from '../../queries/chat-keys.ts'
import type { Outgoing } from '../../stores/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'
import { Bubble } from './bubble.tsx'
import { conversationItems, OpenMedia, useIsCovered } from './bubble-media.tsx'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import { placeMessages } from './message-groups.ts'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { stepThrough } from './step-through.ts'
import type { Further, History } from './use-history.ts'
import { useLatest } from './use-latest.ts'
import { useShowPlace, useStay } from './use-place.ts'

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

/** The history, newest at the bottom: turned around by the layout, so that the browser itself keeps the place. */
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
  const { log, look, isAway, fresh, toLatest } = useLatest(messages, outgoing, other.id)
  useStay(log, later === null ? null : (messages[0]?.seq ?? null))
  useShowPlace(log, history)
  const places = placeMessages(messages, earlier.hasMore)
  const isFresh = useIsFresh(messages, isPending || later !== null)
  const lastRead = messages.find((it) => it.sender.id !== other.id && it.seq <= readSeq && !it.deleted)?.id
  const firstUnread = firstAfter(messages, unreadAfter, other.id)
  if (history.error)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <LoadError error={history.error} onRetry={history.onAgain} />
      </div>
    )
  if (isPending) return <ConversationSkeleton />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        role="log"
        aria-label={m.chat_messages()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable with the keyboard.
        tabIndex={0}
        onScroll={look}
        onKeyDown={stepThrough}
        className={clsx(
          'flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 py-4 outline-offset-[-4px] sm:px-4',
          later && '[overflow-anchor:none]',
        )}
      >
        {later === null ? (
          <div className="flex flex-col gap-1 pt-1">
            {outgoing.map((it) => (
              <OutgoingBubble key={it.clientId} message={it} onRetry={() => onRetry(it)} />
            ))}
          </div>
        ) : (
          <ReadOn further={later} label={m.chat_later()} />
        )}
        <OpenMedia value={openMedia}>
          {messages.map((message, at) => {
            const place = places[at]
            return (
              <div
                key={message.id}
                className={clsx('flex flex-col', message === history.placed && 'placed')}
                data-seq={message.seq}
              >
                {place?.isNewDay && <Day at={message.created_at} />}
                {message.seq === firstUnread && <NewFromHere />}
                <Bubble
                  message={message}
                  other={other}
                  isFirst={place?.isFirst ?? true}
                  isLast={place?.isLast ?? true}
                  isRead={message.id === lastRead}
                  isFresh={isFresh(message)}
                  onReply={onReply}
                  onEdit={onEdit}
                />
                {under?.(message)}
              </div>
            )
          })}
        </OpenMedia>
        <ReadOn further={earlier} label={m.chat_earlier()}>
          {messages.length === 0 && outgoing.length === 0 && other.chat.allowed && (
            <p className="my-auto px-6 text-center text-ink-soft">
              {m.chat_first_words({ name: `@${other.username}` })}
            </p>
          )}
        </ReadOn>
      </div>
      {(isAway || later) && <ToLatest fresh={fresh} onClick={later ? history.toLatest : toLatest} />}
    </div>
  )
}

/** Reads further messages when the end of what is shown comes near, or by a press; `children` stand where there are none. */
function ReadOn({ further, label, children }: { further: Further; label: string; children?: ReactNode }) {
  const { hasMore, isFetching, isStuck, onMore } = further
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const it = end.current
    if (!it || !hasMore || isFetching || isStuck) return
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMore(), {
      rootMargin: '400px',
    })
    watch.observe(it)
    return () => watch.disconnect()
  }, [hasMore, isFetching, isStuck, onMore])
  return (
    <div ref={end} className="flex justify-center py-3">
      {hasMore ? (
        <Button variant="ghost" size="sm" busy={isFetching} onClick={onMore}>
          {label}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}

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

/** The way back down from earlier messages, with how many have come meanwhile. */
function ToLatest({ fresh, onClick }: { fresh: number; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={fresh > 0 ? `${m.chat_latest()} (${fresh})` : m.chat_latest()}
      onClick={onClick}
      className="absolute right-4 bottom-3 flex h-11 min-w-11 items-center justify-center gap-1 rounded-full border border-edge bg-raised px-3 shadow-sm"
    >
      {fresh > 0 && <span className="font-bold text-signal-text text-sm tabular-nums">{fresh}</span>}
      <Icon name="chevron-down" />
    </button>
  )
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

function Day({ at }: { at: string }) {
  return (
    <p className="my-3 text-center font-medium text-ink-faint text-xs" suppressHydrationWarning>
      {new Intl.DateTimeFormat(languageTag(), { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at))}
    </p>
  )
}
