import type { Conversation } from '../../contract/chat.ts'

/** What the title needs to know of a conversation. */
export type Unread = Pick<Conversation, 'other_username' | 'unread_count' | 'muted' | 'last_message_at'>

/**
 * The title while messages are unread, or null for the page's own (spec §9): when there are unread messages and app
 * message notifications are on, it is the count plus `@username` of the most recent unread conversation that is not
 * muted; muted ones neither count nor name.
 */
export function unreadTitle(conversations: readonly Unread[], isOn: boolean): string | null {
  if (!isOn) return null
  const unread = conversations.filter((it) => it.unread_count > 0 && !it.muted)
  const count = unread.reduce((sum, it) => sum + it.unread_count, 0)
  const latest = unread.reduce<Unread | null>(
    (best, it) => (best === null || (it.last_message_at ?? '') > (best.last_message_at ?? '') ? it : best),
    null,
  )
  return latest === null ? null : `(${count}) @${latest.other_username}`
}
