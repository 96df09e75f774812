import type { Profile } from '../../contract/profile.ts'

/**
 * What stands before the page's own title while messages are unread, or null (spec §9): when there are unread messages
 * and app message notifications are on, the count plus `@username` of the most recent unread conversation. The API
 * counts all conversations that are not muted, whether this tab has loaded them or not.
 */
export function unreadTitle({ unread_chat, settings }: Pick<Profile, 'unread_chat' | 'settings'>): string | null {
  const { messages, latest_username } = unread_chat
  if (messages === 0 || !settings.notifications.messages.app) return null
  return latest_username === null ? `(${messages})` : `(${messages}) @${latest_username}`
}
