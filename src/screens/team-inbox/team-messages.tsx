import { clsx } from 'clsx'
import type { Message } from '../../../contract/chat.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { HistoryLog } from '../chat/history-log.tsx'
import { LinkedText } from '../chat/linked-text.tsx'
import type { History } from '../chat/use-history.ts'

type TeamMessagesProps = { history: History; fanId: string; fanName: string }

/** The history of a creator's conversation. Media are named here, and shown when one acts. */
export function TeamMessages({ history, fanId, fanName }: TeamMessagesProps) {
  return (
    <HistoryLog
      history={history}
      otherId={fanId}
      row={(message, { isFirst, isLast }) => (
        <TeamBubble
          message={message}
          isFan={message.sender.id === fanId}
          fanName={fanName}
          isFirst={isFirst}
          isLast={isLast}
        />
      )}
    />
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
