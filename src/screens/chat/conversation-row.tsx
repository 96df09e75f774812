import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Conversation } from '../../../contract/chat.ts'
import { m } from '../../paraglide/messages.js'
import { useDrafts } from '../../stores/drafts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

type ConversationRowProps = { conversation: Conversation; mode: 'creator' | undefined; isOpen: boolean }

/** A conversation in the list: who, what was last, when, and how much is unread. */
export function ConversationRow({ conversation, mode, isOpen }: ConversationRowProps) {
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
      search={{ ...(mode && { mode }), ...(conversation.other_username && { u: conversation.other_username }) }}
      aria-current={isOpen ? 'page' : undefined}
      data-item
      className="flex h-full items-center gap-3 border-hairline border-b px-4 outline-offset-[-4px] hover:bg-sunken aria-[current=page]:bg-sunken"
    >
      <Avatar user={user} online={conversation.online} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={clsx('truncate', unread ? 'font-bold' : 'font-semibold')}>{nameOf(conversation)}</span>
          {conversation.online && <span className="sr-only">{m.chat_online()}</span>}
          {conversation.muted && <Icon name="bell-off" className="size-3.5 shrink-0 self-center text-ink-faint" />}
          {conversation.muted && <span className="sr-only">{m.chat_filter_muted()}</span>}
          {conversation.last_message_at && (
            <TimeAgo at={conversation.last_message_at} className="ml-auto shrink-0 text-ink-faint text-xs" />
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
      </span>
    </Link>
  )
}

const nameOf = (conversation: Conversation): string =>
  conversation.other_display_name ||
  (conversation.other_username ? `@${conversation.other_username}` : m.chat_unnamed_user())

/** What was last, also when it was no text. */
function lastMessageLabel({ last_message, last_message_type }: Conversation): string {
  const kinds = { tip: m.chat_last_tip, image: m.chat_last_image, video: m.chat_last_video, audio: m.chat_last_audio }
  const kind = last_message_type && kinds[last_message_type]()
  if (last_message === null && kind === null) return m.chat_deleted()
  return [kind, last_message].filter(Boolean).join(' · ')
}
