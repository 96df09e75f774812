import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Conversation } from '../../../contract/chat.ts'
import type { InboxSearch } from '../../lib/inbox-search.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useDrafts } from '../../stores/drafts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { lastMessageLabel } from './last-message-label.ts'

type ConversationRowProps = {
  conversation: Conversation
  mode: 'creator' | undefined
  /** What the list shows, which stays when a conversation is opened. */
  shown: InboxSearch
  isOpen: boolean
}

/** A conversation in the list: who, what was last, when, and how much is unread. */
export function ConversationRow({ conversation, mode, shown, isOpen }: ConversationRowProps) {
  const draft = useDrafts((it) => it.texts[conversation.other_user_id])
  const user = {
    username: conversation.other_username,
    display_name: conversation.other_display_name,
    avatar: conversation.other_avatar,
  }
  const unread = conversation.has_unread_messages
  return (
    <Link
      to="/chat"
      search={{
        ...(mode && { mode }),
        ...shown,
        ...(conversation.other_username && { u: conversation.other_username }),
      }}
      aria-current={isOpen ? 'page' : undefined}
      data-item
      data-conversation={conversation.id}
      data-waits={conversation.fan?.awaits_answer === true}
      className="flex h-full min-w-0 flex-1 items-center gap-3 border-hairline border-b px-4 outline-offset-[-4px] hover:bg-sunken aria-[current=page]:bg-sunken"
    >
      <Avatar user={user} online={conversation.online} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={clsx('truncate', unread ? 'font-bold' : 'font-semibold')}>{nameOf(conversation)}</span>
          {conversation.online && <span className="sr-only">{m.chat_online()}</span>}
          {conversation.pinned && <Icon name="pin" className="size-3.5 shrink-0 self-center text-ink-faint" />}
          {conversation.pinned && <span className="sr-only">{m.inbox_pinned()}</span>}
          {conversation.muted && <Icon name="bell-off" className="size-3.5 shrink-0 self-center text-ink-faint" />}
          {conversation.muted && <span className="sr-only">{m.chat_filter_muted()}</span>}
          {conversation.last_message_at && (
            <span
              className={clsx(
                'ml-auto shrink-0 text-xs',
                conversation.fan?.awaits_answer ? 'text-signal-text' : 'text-ink-faint',
              )}
            >
              {conversation.fan?.awaits_answer && <span className="sr-only">{m.inbox_waits()} </span>}
              <TimeAgo at={conversation.last_message_at} />
            </span>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className={clsx('min-w-0 flex-1 truncate text-sm', unread ? 'font-medium text-ink' : 'text-ink-soft')}>
            {draft ? (
              <>
                <span className="text-signal-text">{m.chat_draft()}</span> {draft}
              </>
            ) : (
              lastMessageLabel(conversation)
            )}
          </span>
          {unread && (
            <span className="flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-signal px-1.5 font-bold text-on-signal text-xs tabular-nums">
              {conversation.unread_count > 99 ? '99+' : conversation.unread_count}
              <span className="sr-only"> {m.nav_unread()}</span>
            </span>
          )}
        </span>
        {conversation.fan && <FanFacts fan={conversation.fan} />}
      </span>
    </Link>
  )
}

/** What sells: whether the fan subscribes, what they have spent and ask for, and who is answering. */
function FanFacts({ fan }: { fan: NonNullable<Conversation['fan']> }) {
  const hasFacts = fan.is_subscriber || fan.request !== null || fan.claimed_by !== null || (fan.spent ?? 0) > 0
  if (!hasFacts) return null
  return (
    <span className="flex items-center gap-2 text-ink-soft text-xs">
      {fan.is_subscriber && <span className="shrink-0 text-leaf-text">{m.inbox_subscriber()}</span>}
      {fan.spent !== null && fan.spent > 0 && (
        <span className="shrink-0 font-semibold tabular-nums">{moneyText(fan.spent)}</span>
      )}
      {fan.request && (
        <span className="shrink-0 rounded-full bg-brass px-1.5 font-semibold text-on-brass tabular-nums">
          {fan.request.price === null ? m.inbox_request() : `${m.inbox_request()} ${moneyText(fan.request.price)}`}
        </span>
      )}
      {fan.claimed_by && <span className="ml-auto truncate font-semibold text-ink">{fan.claimed_by}</span>}
    </span>
  )
}

const nameOf = (conversation: Conversation): string =>
  conversation.other_display_name ||
  (conversation.other_username ? `@${conversation.other_username}` : m.chat_unnamed_user())
