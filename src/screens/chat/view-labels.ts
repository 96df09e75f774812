import type { conversationFilters } from '../../../contract/inbox-views.ts'
import { m } from '../../paraglide/messages.js'

/** The views of a creator's inbox. */
export type InboxView = Extract<
  (typeof conversationFilters)[number],
  'unread' | 'unanswered' | 'waiting' | 'requested' | 'pinned' | 'snoozed'
>
export const inboxViews: readonly InboxView[] = ['unanswered', 'waiting', 'requested', 'unread', 'pinned', 'snoozed']

/** The address of a view, or of all conversations; who waits is listed longest first. */
export const viewSearch = (view: InboxView | undefined) => ({
  mode: 'creator' as const,
  ...(view && { f: view }),
  ...((view === 'unanswered' || view === 'waiting') && { sort: 'oldest_unanswered' as const }),
})

export const viewLabels: Record<InboxView, () => string> = {
  unanswered: m.chat_filter_unanswered,
  waiting: m.chat_filter_waiting,
  requested: m.chat_filter_requested,
  unread: m.chat_filter_unread,
  pinned: m.chat_filter_pinned,
  snoozed: m.chat_filter_snoozed,
}
