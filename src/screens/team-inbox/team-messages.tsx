import { clsx } from 'clsx'
import type { Message } from '../../../contract/chat.ts'
import type { PaidRequest } from '../../../contract/requests.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { BubbleMedia, conversationItems, OpenMedia, type Other, useIsCovered } from '../chat/bubble-media.tsx'
import { HistoryLog } from '../chat/history-log.tsx'
import { LinkedText } from '../chat/linked-text.tsx'
import { RequestCard } from '../chat/request-card.tsx'
import type { History } from '../chat/use-history.ts'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'

type TeamMessagesProps = { history: History; fan: Other; fanName: string; requests: readonly PaidRequest[] }

/** The history of a creator's conversation, with the media in it as the creator sees them. */
export function TeamMessages({ history, fan, fanName, requests }: TeamMessagesProps) {
  const { messages, earlier } = history
  const isCovered = useIsCovered(fan)
  const items = conversationItems(messages, fan, { canBuy: false, onBought: () => undefined, isCovered })
  const open = useLightboxGroup(
    `desk ${fan.id}`,
    items,
    (edge) => edge === 'start' && earlier.hasMore && !earlier.isFetching && earlier.onMore(),
  )
  return (
    <OpenMedia value={open}>
      <HistoryLog
        history={history}
        otherId={fan.id}
        row={(message, { isFirst, isLast }) => {
          const request = requests.find((it) => it.message_id === message.id)
          return (
            <>
              <TeamBubble message={message} fan={fan} fanName={fanName} isFirst={isFirst} isLast={isLast} />
              {request && <RequestCard request={request} otherId={fan.id} />}
            </>
          )
        }}
      />
    </OpenMedia>
  )
}

type TeamBubbleProps = { message: Message; fan: Other; fanName: string; isFirst: boolean; isLast: boolean }

function TeamBubble({ message, fan, fanName, isFirst, isLast }: TeamBubbleProps) {
  const isFan = message.sender.id === fan.id
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
          {message.media.length > 0 && <BubbleMedia message={message} other={fan} />}
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
