import { clsx } from 'clsx'
import { memo, Suspense, useRef, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useLongPress } from '../../ui/use-long-press.ts'
import { BubbleMedia } from './bubble-media.tsx'
import { LinkedText } from './linked-text.tsx'
import { ReactionFace, reactionLabels } from './reaction-face.tsx'

type BubbleProps = {
  message: Message
  other: PublicProfile
  /** The first and the last of a group; the last has the time and the face of its author. */
  isFirst: boolean
  isLast: boolean
  /** The viewer's latest message that the other user has read. */
  isRead: boolean
  /** It has just arrived. */
  isFresh: boolean
  /** Its pictures are wanted at once. */
  eager: boolean
  onReply: (message: Message) => void
  onEdit: (message: Message) => void
}

/** One message with its media and actions. Rendered again only when it looks different. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, other, isFirst, isLast, isRead, isFresh, eager, onReply, onEdit } = props
  const isMine = message.sender.id !== other.id
  const button = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const openMenu = () => setIsMenuOpen(true)
  const press = useLongPress({ onPress: openMenu, onStart: preloadMessageMenu })
  const row = clsx(
    'group/bubble flex items-end gap-2',
    isMine && 'flex-row-reverse',
    isFirst ? 'mt-2' : 'mt-0.5',
    // What the viewer writes has moved in before it was sent.
    isFresh && (!isMine || message.type === 'tip') && 'animate-spring',
  )
  const face = !isMine && <Face user={other} isShown={isLast} />
  if (message.deleted)
    return (
      <div className={row}>
        {face}
        <Tombstone isUnsent={message.unsent} />
      </div>
    )
  return (
    <article className={row}>
      {face}
      <div className="message-body">
        <div {...press} className={clsx('flex min-w-0 flex-col', isMine ? 'items-end' : 'items-start')}>
          <span className="sr-only">{isMine ? m.chat_you_say() : m.chat_says({ name: `@${other.username}` })}</span>
          <div className={bubbleClasses({ message, isMine, isFirst, isLast })}>
            {message.reply_to && (
              <Quote text={message.reply_to.content} isOwn={message.reply_to.sender_id !== other.id} other={other} />
            )}
            {message.media.length > 0 && <BubbleMedia message={message} other={other} eager={eager} />}
            {message.type === 'tip' && <Tip message={message} />}
            {message.content && (
              <LinkedText
                text={message.content}
                withCard
                className="whitespace-pre-wrap break-words px-3.5 py-2 [overflow-wrap:anywhere]"
              />
            )}
          </div>
          <Reactions message={message} other={other} />
          {(isLast || isRead || message.edited_at) && <Below message={message} isLast={isLast} isRead={isRead} />}
        </div>
        {isMenuOpen && (
          <Suspense>
            <MessageMenu
              message={message}
              other={other}
              opener={button}
              onReply={() => onReply(message)}
              onEdit={() => onEdit(message)}
              onRemove={() => setIsRemoving(true)}
              onClose={() => setIsMenuOpen(false)}
            />
          </Suspense>
        )}
        {isRemoving && (
          <Suspense>
            <RemoveMessage message={message} other={other} onClose={() => setIsRemoving(false)} />
          </Suspense>
        )}
      </div>
      <button
        type="button"
        aria-label={m.chat_message_acts()}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onPointerEnter={preloadMessageMenu}
        onFocus={preloadMessageMenu}
        onClick={openMenu}
        onContextMenu={press.onContextMenu}
        ref={button}
        className="message-button"
      >
        <Icon name="ellipsis" className="size-5" />
      </button>
    </article>
  )
})

const loadMenu = async () => (await import('./message-menu.tsx')).MessageMenu
const preloadMessageMenu = () => void loadMenu().catch(() => undefined)
const MessageMenu = lazily(loadMenu)
const RemoveMessage = lazily(async () => (await import('./remove-message.tsx')).RemoveMessage)

/** The side of the author has small corners where bubbles of a group meet, and a tail at its end. */
const bubbleClasses = ({ message, isMine, isFirst, isLast }: Place): string =>
  clsx(
    'bubble',
    isMine ? 'bubble-mine' : 'bubble-theirs',
    message.media.length > 0 && 'w-80',
    !isFirst && 'bubble-goes-on',
    isLast && 'bubble-last',
  )
type Place = Pick<BubbleProps, 'message' | 'isFirst' | 'isLast'> & { isMine: boolean }

/** The other side's face beside the last of a group, and its room beside the others. */
const Face = ({ user, isShown }: { user: PublicProfile; isShown: boolean }) =>
  isShown ? <Avatar user={user} size="xs" className="mb-5" /> : <span className="w-6 shrink-0" />

/** What both sides have reacted with, on the edge of the bubble. */
function Reactions({ message, other }: Pick<BubbleProps, 'message' | 'other'>) {
  const { my_reaction: mine, other_reaction: theirs } = message
  if (mine === null && theirs === null) return null
  const shown = [...new Set([theirs, mine])].filter((it) => it !== null)
  return (
    <p className="reactions">
      {shown.map((reaction) => (
        <ReactionFace key={reaction} reaction={reaction} className="size-4 animate-spring" />
      ))}
      {theirs && (
        <span className="sr-only">
          {m.chat_reaction_of({ name: `@${other.username}`, reaction: reactionLabels[theirs]() })}
        </span>
      )}
      {mine && <span className="sr-only">{m.chat_reaction_own({ reaction: reactionLabels[mine]() })}</span>}
      {mine === theirs && <span className="text-xs tabular-nums">2</span>}
    </p>
  )
}

function Below({ message, isLast, isRead }: Pick<BubbleProps, 'message' | 'isLast' | 'isRead'>) {
  return (
    <p className="mt-0.5 flex items-center gap-1.5 px-1 text-ink-faint text-xs">
      {isLast && <TimeAgo at={message.created_at} />}
      {message.edited_at && <span>{isLast ? `· ${m.chat_edited()}` : m.chat_edited()}</span>}
      {isLast && message.author === 'team' && <span>· {m.chat_by_team()}</span>}
      {isRead && <span className="font-medium">· {m.chat_read()}</span>}
    </p>
  )
}

function Tombstone({ isUnsent }: { isUnsent: boolean }) {
  return (
    <p className="max-w-[80%] rounded-media border border-hairline border-dashed px-3.5 py-2 text-ink-faint text-sm">
      {isUnsent ? m.chat_unsent() : m.chat_deleted()}
    </p>
  )
}

function Quote({ text, isOwn, other }: { text: string; isOwn: boolean; other: PublicProfile }) {
  return (
    <blockquote className="mx-3 mt-2 border-current border-l-2 pl-2 text-sm opacity-80">
      <span className="block font-semibold text-xs">{isOwn ? m.chat_you() : `@${other.username}`}</span>
      <span className="line-clamp-2 [overflow-wrap:anywhere]">{text || m.chat_a_media()}</span>
    </blockquote>
  )
}

/** What was given; an operator who may not see amounts sees that it was a tip. */
function Tip({ message }: { message: Message }) {
  return (
    <p className="flex items-center gap-2 bg-brass px-3.5 py-2 font-semibold text-on-brass">
      <Icon name="coins" className="tip-coin size-5" />
      {message.tip === null ? (
        m.chat_tip()
      ) : (
        <>
          {m.chat_tip_of()} <Coins amount={message.tip} plain />
        </>
      )}
    </p>
  )
}
