import type { MessageDraft } from '../../contract/chat-drafts.ts'
import type { Fan } from '../../contract/chat-tools.ts'
import type { TeamConversation, TeamCreator, TeamInboxRow } from '../../contract/team-inbox.ts'
import { noFlags } from '../../src/lib/flag-labels.ts'
import { fiona, message, mina, withMina } from './component.tsx'

/** The desk of an operator who may chat for mina, and her conversation with fiona. */
export const agencyId = '0190b6a0-0000-7000-8000-0000000000a0'
export const place = { agency: agencyId, as: mina.id, fan: fiona.id }
export const creator: TeamCreator = {
  agency_id: agencyId,
  agency_name: 'Brandt',
  creator: mina,
  permissions: { ...noFlags, can_chat: true },
  shift: null,
  waiting: 1,
}
export const row: TeamInboxRow = {
  session_id: withMina.id,
  agency_id: agencyId,
  creator: mina,
  fan: fiona,
  last_message: 'Hello',
  last_message_type: 'none',
  last_message_at: '2026-03-02T12:00:00.000Z',
  last_seq: 1,
  unread_count: 0,
  awaits_answer: true,
  may_write: true,
  is_subscriber: true,
  spent: null,
  request: null,
  claim: null,
}
const fan: Fan = {
  user_id: fiona.id,
  follows_since: null,
  subscribed_since: '2026-01-01T00:00:00.000Z',
  subscribed_until: null,
  is_subscriber: true,
  writes_since: null,
  spent: null,
  note: 'Likes tea',
  lists: [],
}
export const conversation: TeamConversation = {
  conversation: { ...withMina, other_user_id: fiona.id, other_username: 'fiona', other_display_name: 'Fiona' },
  fan,
  messages: { data: [message({ sender: { id: fiona.id, username: 'fiona' }, receiver_id: mina.id })], next: null },
  claim: null,
  draft: null,
  requests: [],
}

/** What the server has of a message that is being written. */
export const written = (content: string, change: Partial<MessageDraft> = {}): MessageDraft => ({
  user_id: fiona.id,
  content,
  media_ids: [],
  preview_ids: [],
  price: null,
  saved_reply_id: null,
  updated_at: '2026-03-02T12:00:00.000Z',
  ...change,
})
