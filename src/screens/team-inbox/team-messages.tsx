import { clsx } from 'clsx'
import type { Message } from '../../../contract/chat.ts'
import { languageTag, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LinkedText } from '../chat/linked-text.tsx'
import { placeMessages } from '../chat/message-groups.ts'

type TeamMessagesProps = {
  /** Newest first. */
  messages: readonly Message[]
  fanId: string
  fanName: string
  hasMore: boolean
  isFetchingMore: boolean
  onMore: () => void
}

/** The history of a creator's conversation, newest at the bottom. Media are named here, and shown when one acts. */
export function TeamMessages({ messages, fanId, fanName, hasMore, isFetchingMore, onMore }: TeamMessagesProps) {
  const places = placeMessages(messages, hasMore)
  return (
    <div
      role="log"
      aria-label={m.chat_messages()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable with the keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 py-4 outline-offset-[-4px] sm:px-4"
    >
      {messages.map((message, at) => (
        <div key={message.id} className="flex flex-col">
          {places[at]?.isNewDay && <Day at={message.created_at} />}
          <TeamBubble
            message={message}
            isFan={message.sender.id === fanId}
            fanName={fanName}
            isFirst={places[at]?.isFirst ?? true}
            isLast={places[at]?.isLast ?? true}
          />
        </div>
      ))}
      {hasMore && (
        <div className="flex justify-center py-3">
          <Button variant="ghost" size="sm" busy={isFetchingMore} onClick={onMore}>
            {m.chat_earlier()}
          </Button>
        </div>
      )}
    </div>
  )
}

type TeamBubbleProps = { message: Message; isFan: boolean; fanName: string; isFirst: boolean; isLast: boolean }

function TeamBubble({ message, isFan, fanName, isFirst, isLast }: TeamBubbleProps) {
  const side = clsx('flex', !isFan && 'flex-row-reverse', isFirst ? 'mt-2' : 'mt-0.5')
  if (message.deleted)
    return (
      <div className={side}>
        <p className="rounded-media border border-hairline border-dashed px-3.5 py-2 text-ink-faint text-sm">
          {message.unsent ? m.chat_unsent() : m.chat_deleted()}
        </p>
      </div>
    )
  return (
    <article className={side}>
      <div className={clsx('message-body flex flex-col', isFan ? 'items-start' : 'items-end')}>
        <span className="sr-only">{m.chat_says({ name: isFan ? fanName : m.chat_you() })}</span>
        <div
          className={clsx(
            'bubble',
            isFan ? 'bubble-theirs' : 'bubble-mine',
            !isFirst && 'bubble-goes-on',
            isLast && 'bubble-last',
          )}
        >
          {message.media.length > 0 && <MediaLine message={message} />}
          {message.type === 'tip' && (
            <p className="flex items-center gap-2 bg-brass px-3.5 py-2 font-semibold text-on-brass">
              <Icon name="coins" className="size-5" />
              {message.tip === null ? m.chat_tip() : `${m.chat_tip_of()} ${moneyText(message.tip)}`}
            </p>
          )}
          {message.content && (
            <LinkedText
              text={message.content}
              className="whitespace-pre-wrap break-words px-3.5 py-2 [overflow-wrap:anywhere]"
            />
          )}
        </div>
        {(isLast || message.edited_at) && (
          <p className="mt-0.5 flex gap-1.5 px-1 text-ink-faint text-xs">
            <TimeAgo at={message.created_at} />
            {message.edited_at && <span>· {m.chat_edited()}</span>}
            {message.author === 'team' && <span>· {m.chat_by_team()}</span>}
            {!isFan && message.read_at && <span className="font-medium">· {m.chat_read()}</span>}
          </p>
        )}
      </div>
    </article>
  )
}

/** What media a message has, at what price, and whether they were sold. */
function MediaLine({ message }: { message: Message }) {
  const parts = [
    m.chat_attached({ count: message.media.length }),
    message.price === null ? null : moneyText(message.price),
    message.sold ? m.team_inbox_sold() : null,
  ]
  return (
    <p className="flex items-center gap-2 px-3.5 py-2 font-semibold">
      <Icon name="image" className="size-4 shrink-0" />
      {parts.filter(Boolean).join(' · ')}
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
