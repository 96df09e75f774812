import * as v from 'valibot'
import { endpoint, ownerOnly, user } from './endpoint.ts'
import { conversationFilters, conversationSorts } from './inbox-views.ts'
import { lastPage, mediaPerMessage, messageLength } from './limits.ts'
import { mediaShape } from './media.ts'
import { coins, coinsIn, done, id, list, listing, text, time, timeIn, verdict, whole } from './shapes.ts'
import { chatAccessPolicy } from './users.ts'

const messageTypes = ['text', 'media', 'tip', 'broadcast'] as const
/** What a side can answer to a message with; a heart is the like of spec §7. */
export const reactions = ['heart', 'laugh', 'wow', 'sad', 'fire', 'bravo'] as const
export type Reaction = (typeof reactions)[number]
/** What the last message of a conversation was besides its words (spec §3). */
export const lastMessageTypes = ['tip', 'image', 'video', 'audio', 'none'] as const

const reaction = v.nullable(v.picklist(reactions))

const seq = v.optional(whole(0, 999_999_999))
/** From which place on messages are read; without one from the newest. */
export const placeInHistory = {
  after_seq: seq,
  before_seq: seq,
  around_seq: seq,
  around_time: v.optional(timeIn),
}

export const messageShape = v.object({
  id: v.string(),
  seq: v.number(),
  client_id: v.nullable(v.string()),
  session_id: v.string(),
  sender: v.object({ id: v.string(), username: v.nullable(v.string()) }),
  receiver_id: v.string(),
  content: v.string(),
  created_at: time,
  type: v.picklist(messageTypes),
  media: v.array(mediaShape),
  price: v.nullable(coins),
  locked: v.boolean(),
  /** Its sender was paid for it, and has not paid that back; false for the receiver. */
  sold: v.boolean(),
  tip: v.nullable(coins),
  reply_to: v.nullable(v.object({ id: v.string(), content: v.string(), sender_id: v.string() })),
  likes: v.number(),
  liked: v.boolean(),
  /** The reaction of the reader, and that of the other side. */
  my_reaction: reaction,
  other_reaction: reaction,
  read_at: v.nullable(time),
  deleted: v.boolean(),
  /** It was taken back within a minute. */
  unsent: v.boolean(),
  /** Until when the reader may take it back; null if they may not. */
  unsend_until: v.nullable(time),
  /** When its words were last edited; null if they are as they were sent. */
  edited_at: v.nullable(time),
  /** Until when the reader may edit its words; null if they may not. */
  edit_until: v.nullable(time),
  author: v.nullable(v.picklist(['creator', 'team'])),
})
export type Message = v.InferOutput<typeof messageShape>
export type LastMessageType = (typeof lastMessageTypes)[number]

const conversationShape = v.object({
  id: v.string(),
  other_user_id: v.string(),
  other_username: v.nullable(v.string()),
  other_display_name: v.nullable(v.string()),
  other_avatar: v.nullable(v.string()),
  other_settings: v.object({ chat_access_policy: chatAccessPolicy }),
  other_is_creator: v.boolean(),
  is_subscribed: v.boolean(),
  is_followed: v.boolean(),
  last_message: v.nullable(v.string()),
  last_message_at: v.nullable(time),
  last_message_type: v.picklist(lastMessageTypes),
  last_seq: v.number(),
  /** The sequence number of the last message that each side has read. */
  read_seq: v.number(),
  other_read_seq: v.number(),
  unread_count: v.number(),
  has_unread_messages: v.boolean(),
  muted: v.boolean(),
  hidden: v.boolean(),
  /** In the list of conversations: pinned to its top, and out of it until a time or until the other writes. */
  pinned: v.optional(v.boolean()),
  snoozed_until: v.optional(v.nullable(time)),
  /** What a creator's inbox shows of the fan (product §59). */
  fan: v.optional(
    v.nullable(
      v.object({
        awaits_answer: v.boolean(),
        is_subscriber: v.boolean(),
        /** Null for an operator without `can_payment`, like the amount of the request. */
        spent: v.nullable(coins),
        /** The oldest paid request that waits for the creator. */
        request: v.nullable(v.object({ price: v.nullable(coins) })),
        /** The operator who has claimed the conversation. */
        claimed_by: v.nullable(v.string()),
      }),
    ),
  ),
  chat: verdict,
  /** In a single conversation: whether the viewer may send pictures and voice notes, and a creator takes the other's (product §73). */
  may_send_media: v.optional(v.boolean()),
  takes_media: v.optional(v.boolean()),
  online: v.boolean(),
})
export type Conversation = v.InferOutput<typeof conversationShape>

/** The conversation with a user. It is stored with its first message; until then it has no id. */
export const openConversationShape = v.object({ ...conversationShape.entries, id: v.nullable(v.string()) })
export type OpenConversation = v.InferOutput<typeof openConversationShape>

const filter = v.picklist(conversationFilters)

/** What a message is written with (spec §7, product §28). */
export const messageInput = {
  receiver_id: v.optional(
    v.nullable(
      v.union([
        v.pipe(
          v.literal(''),
          v.transform(() => null),
        ),
        id,
      ]),
    ),
  ),
  content: v.optional(text(messageLength), ''),
  client_id: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64)))),
  media_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), []),
  preview_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), []),
  price: v.optional(v.nullable(coinsIn)),
  /** The second yes to a price above what the operator's agency asks at (product §82). */
  price_confirmed: v.optional(v.boolean(), false),
  reply_to: v.optional(v.nullable(id)),
  /** The saved reply that a creator wrote it with; one that is gone is not counted. */
  saved_reply_id: v.optional(v.nullable(id)),
}

export const chat = {
  conversations: endpoint({
    method: 'GET',
    path: '/api/chat/sessions',
    access: user('can_chat'),
    input: v.object({
      ...listing,
      page: v.optional(whole(1, lastPage)),
      search: v.optional(text(100)),
      filter: v.optional(v.union([filter, v.array(filter)])),
      /** A list of fans: those whom it holds. */
      list: v.optional(id),
      sort: v.optional(v.picklist(conversationSorts), 'recent'),
      mode: v.optional(v.picklist(['creator'])),
    }),
    output: list(conversationShape),
    errors: ['not_creator', 'not_found'],
    summary: 'The conversations, 30 a page; `mode=creator` is the inbox of fans who write to the creator.',
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/chat/sessions/with/{userId}',
    access: user('can_chat'),
    input: v.object({ userId: id }),
    output: openConversationShape,
    errors: ['not_found'],
    summary: 'The conversation with a user; without an id before the first message.',
  }),
  updateConversation: endpoint({
    method: 'PATCH',
    path: '/api/chat/sessions/{id}',
    access: user('can_chat'),
    input: v.object({ id, hidden: v.optional(v.literal(false)) }),
    output: conversationShape,
    errors: ['not_found'],
    summary: 'Show a hidden conversation again.',
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api/chat/sessions/{id}/mute',
    access: user('can_chat'),
    input: v.object({ id }),
    output: v.object({ muted: v.boolean() }),
    errors: ['not_found'],
    summary: 'Mute a conversation, or unmute it.',
  }),
  hide: endpoint({
    method: 'POST',
    path: '/api/chat/sessions/{id}/hide',
    access: user('can_chat'),
    input: v.object({ id }),
    output: v.object({ hidden: v.boolean() }),
    errors: ['not_found'],
    summary: 'Hide a conversation until either side writes again.',
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/chat/messages',
    access: user('can_chat', { verified: true }),
    input: v.object(messageInput),
    fansRead: ['content'],
    output: messageShape,
    errors: [
      'missing_receiver_id',
      'chat_closed',
      'media_not_taken',
      'invalid_amount',
      'not_creator',
      'not_found',
      'own_thing',
      'permission_denied',
      'price_unconfirmed',
    ],
    summary: 'Send a message; repeating a `client_id` answers the same message with 200.',
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/chat/messages/{userId}',
    access: user('can_chat'),
    input: v.object({
      userId: id,
      ...listing,
      page: v.optional(whole(1, lastPage)),
      ...placeInHistory,
    }),
    output: list(messageShape),
    errors: ['not_found'],
    summary:
      'The messages with a user, newest first, all or those before `before_seq`; with `after_seq` those after it, oldest first; with `around_seq` or `around_time` half a page from there on and half a page before it, newest first.',
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/chat/messages/{id}/like',
    access: user('can_chat'),
    input: v.object({ id }),
    output: v.object({ liked: v.boolean(), likes: v.number() }),
    errors: ['not_found', 'chat_closed'],
    summary: 'Like a message, or remove the like; refused to a user who may not write to the other.',
  }),
  react: endpoint({
    method: 'PUT',
    path: '/api/chat/messages/{id}/reaction',
    access: user('can_chat'),
    input: v.object({ id, reaction }),
    output: v.object({ my_reaction: reaction, other_reaction: reaction }),
    errors: ['not_found', 'chat_closed'],
    summary: 'React to a message, with one reaction a user (null takes it back); it notifies of nothing.',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/chat/messages/{id}',
    access: user('can_chat', { verified: true }),
    input: v.object({ id, content: text(messageLength, 1) }),
    fansRead: ['content'],
    output: messageShape,
    errors: ['not_found', 'forbidden', 'chat_closed', 'not_editable'],
    summary: 'Edit the words of a message that the user sent, within fifteen minutes; it is shown as edited.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/chat/messages/{id}',
    access: user('can_chat'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: 'Delete a message that the user sent, which within a minute takes it back; a tombstone stays.',
  }),
  tip: endpoint({
    method: 'POST',
    path: '/api/users/{id}/tip',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, amount: coinsIn, message: v.optional(text(500)), post_id: v.optional(v.nullable(id)) }),
    output: v.object({ coins, message: messageShape }),
    errors: [
      'insufficient_coins',
      'invalid_amount',
      'spending_limit',
      'not_creator',
      'own_thing',
      'not_found',
      'idempotency_conflict',
    ],
    summary: 'Tip a creator 1 to 200 coins; it appears in the chat as a message.',
    money: true,
  }),
}
