import { clsx } from 'clsx'
import { memo } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useLikeMessage, useRemoveMessage } from '../../queries/chat.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-trigger.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { BubbleMedia } from './bubble-media.tsx'
import { LinkedText } from './linked-text.tsx'

type BubbleProps = {
  message: Message
  other: PublicProfile
  /** The last of several in a row carries the time and who wrote it. */
  isLast: boolean
  /** The viewer's latest message that the other user has read. */
  isRead: boolean
  onReply: (message: Message) => void
}

/** One message with its media, author and actions. Rendered again only when it looks different. */
export const Bubble = memo(function Bubble({ message, other, isLast, isRead, onReply }: BubbleProps) {
  const isMine = message.sender.id !== other.id
  if (message.deleted) return <Tombstone isMine={isMine} />
  return (
    <article
      className={clsx('group/bubble flex items-end gap-1', isMine ? 'flex-row-reverse' : '', isLast ? 'mb-2' : 'mb-1')}
    >
      <div className={clsx('flex min-w-0 max-w-[85%] flex-col sm:max-w-[70%]', isMine ? 'items-end' : 'items-start')}>
        <span className="sr-only">{m.chat_says({ name: isMine ? m.chat_you() : `@${other.username}` })}</span>
        <div
          className={clsx(
            'min-w-0 max-w-full overflow-hidden rounded-media',
            message.media.length > 0 && 'w-80',
            isMine ? 'bg-ink text-paper' : 'bg-bubble text-ink',
            isLast && (isMine ? 'rounded-br-sm' : 'rounded-bl-sm'),
          )}
        >
          {message.reply_to && (
            <Quote text={message.reply_to.content} isOwn={message.reply_to.sender_id !== other.id} other={other} />
          )}
          {message.media.length > 0 && <BubbleMedia message={message} other={other} />}
          {message.type === 'tip' && <Tip message={message} />}
          {message.content && (
            <LinkedText
              text={message.content}
              withCard
              className="whitespace-pre-wrap break-words px-3.5 py-2 [overflow-wrap:anywhere]"
            />
          )}
        </div>
        {(isLast || isRead || message.likes > 0) && (
          <p className="mt-0.5 flex items-center gap-1.5 px-1 text-ink-faint text-xs">
            {message.likes > 0 && (
              <span className="inline-flex items-center gap-0.5 text-signal-text">
                <Icon name="heart" className="size-3.5 fill-current" />
                {message.likes > 1 && message.likes}
                <span className="sr-only">{m.chat_likes()}</span>
              </span>
            )}
            {isLast && <TimeAgo at={message.created_at} />}
            {isLast && message.author && (
              <span>· {message.author === 'team' ? m.chat_by_team() : m.chat_by_creator()}</span>
            )}
            {isRead && <span className="font-medium">· {m.chat_read()}</span>}
          </p>
        )}
      </div>
      <AuditLog message={message} isMine={isMine} onReply={() => onReply(message)} />
    </article>
  )
})

function Tombstone({ isMine }: { isMine: boolean }) {
  return (
    <p
      className={clsx(
        'mb-1 max-w-[85%] rounded-media border border-hairline border-dashed px-3.5 py-2 text-ink-faint text-sm',
        isMine ? 'self-end' : 'self-start',
      )}
    >
      {m.chat_deleted()}
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
      <Icon name="coins" className="size-5" />
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

function AuditLog({ message, isMine, onReply }: { message: Message; isMine: boolean; onReply: () => void }) {
  const like = useLikeMessage()
  const remove = useRemoveMessage()
  const items: MenuItem[] = [
    { label: message.liked ? m.chat_unlike() : m.chat_like(), icon: 'heart', onSelect: () => like.mutate(message) },
    { label: m.chat_reply(), icon: 'reply', onSelect: onReply },
  ]
  if (message.content)
    items.push({
      label: m.chat_copy(),
      icon: 'copy',
      onSelect: () => void navigator.clipboard.writeText(message.content),
    })
  if (isMine)
    items.push({ label: m.chat_delete(), icon: 'trash', danger: true, onSelect: () => remove.mutate(message) })
  return (
    <Menu
      items={items}
      label={m.chat_message_acts()}
      className="flex size-11 shrink-0 items-center justify-center rounded-control text-ink-faint hover:bg-sunken focus-visible:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-focus-within/bubble:opacity-100 [@media(hover:hover)]:group-hover/bubble:opacity-100"
    />
  )
}
