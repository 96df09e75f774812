import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Reaction } from '../../../../contract/chat.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'
import { media } from './media.ts'

/** A conversation of two people; `user_a` is the smaller id. `last_seq` numbers its messages without gaps. */
export const conversations = pgTable(
  'chat_sessions',
  {
    id: uuid('id').primaryKey(),
    // Two whose rows were read for it; people are never deleted, only emptied. What belongs to a conversation is written
    // in the statement that finds or makes it. Foreign keys would look all of it up again, six times a message to a fan.
    userA: uuid('user_a').notNull(),
    userB: uuid('user_b').notNull(),
    lastSeq: integer('last_seq').notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('chat_sessions_pair').on(t.userA, t.userB)],
)

/** One side of a conversation: what its list shows without reading messages. */
export const chatMembers = pgTable(
  'chat_members',
  {
    /** The two of the conversation. */
    userId: uuid('user_id').notNull(),
    otherId: uuid('other_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Whether this side takes part as a creator (product §27, `mode=creator`). */
    asCreator: boolean('as_creator').notNull(),
    readSeq: integer('read_seq').notNull().default(0),
    unreadCount: integer('unread_count').notNull().default(0),
    muted: boolean('muted').notNull().default(false),
    hidden: boolean('hidden').notNull().default(false),
    /** When this side pinned it to the top of the list; null if it is not pinned. */
    pinnedAt: timestamptz('pinned_at'),
    /** Until when it is out of the list, or until the other writes (product §59); null if it is not snoozed. */
    snoozedUntil: timestamptz('snoozed_until'),
    /** This side has written at least once; a conversation without an answer may be a message request. */
    wrote: boolean('wrote').notNull().default(false),
    /** The last message was the other's. */
    awaitsAnswer: boolean('awaits_answer').notNull().default(false),
    lastMessage: text('last_message'),
    lastMessageType: text('last_message_type').$type<'tip' | 'image' | 'video' | 'audio'>(),
    lastMessageAt: timestamptz('last_message_at'),
    lastMessageId: uuid('last_message_id'),
    /** Whether this side, a creator, takes pictures and voice notes of the other; null follows the creator's account. */
    takesMedia: boolean('takes_media'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.otherId] }),
    uniqueIndex('chat_members_session').on(t.sessionId, t.userId),
    // The other sides' lists (erasure).
    index('chat_members_other').on(t.otherId, t.userId),
    // The list, most recent first.
    index('chat_members_recent').on(t.userId, t.asCreator, t.lastMessageAt, t.sessionId),
    // The unread badge.
    index('chat_members_unread').on(t.userId).where(sql`${t.unreadCount} > 0`),
    index('chat_members_pinned').on(t.userId, t.asCreator, t.pinnedAt).where(sql`${t.pinnedAt} is not null`),
    index('chat_members_snoozed').on(t.userId, t.asCreator, t.snoozedUntil).where(sql`${t.snoozedUntil} is not null`),
    // What was put aside, in the order of the list.
    index('chat_members_hidden').on(t.userId, t.asCreator, t.lastMessageAt, t.sessionId).where(sql`${t.hidden}`),
    index('chat_members_muted').on(t.userId, t.asCreator, t.lastMessageAt, t.sessionId).where(sql`${t.muted}`),
    // Those whom this side has never answered, among whom are the requests.
    index('chat_members_requests')
      .on(t.userId, t.asCreator, t.lastMessageAt, t.sessionId)
      .where(sql`not ${t.wrote} and ${t.lastMessageAt} is not null`),
    // The lists by `unread_first` and by `oldest_unanswered`, whose other half is in `chat_members_recent`.
    index('chat_members_unread_first')
      .on(t.userId, t.asCreator, t.lastMessageAt, t.sessionId)
      .where(sql`${t.unreadCount} > 0`),
    index('chat_members_unanswered')
      .on(t.userId, t.asCreator, t.lastMessageAt, t.sessionId)
      .where(sql`${t.awaitsAnswer}`),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id').notNull(),
    seq: integer('seq').notNull(),
    senderId: uuid('sender_id').notNull(),
    receiverId: uuid('receiver_id').notNull(),
    clientId: text('client_id'),
    content: text('content').notNull().default(''),
    type: text('type').$type<'text' | 'media' | 'tip' | 'broadcast'>().notNull(),
    priceCents: integer('price_cents'),
    tipCents: integer('tip_cents'),
    replyTo: uuid('reply_to'),
    broadcastId: uuid('broadcast_id'),
    /** Set when an operator wrote it for the creator (product §32). */
    operatorId: uuid('operator_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    readAt: timestamptz('read_at'),
    deletedAt: timestamptz('deleted_at'),
    /** When it was last edited, and what it said before each time (product §71). */
    editedAt: timestamptz('edited_at'),
    earlier: text('earlier').array(),
  },
  (t) => [
    uniqueIndex('messages_seq').on(t.sessionId, t.seq),
    // The sender's idempotency key (product §28).
    uniqueIndex('messages_client').on(t.senderId, t.clientId),
    // One message per recipient of a broadcast, however often a chunk is tried (safety §18); its figures.
    uniqueIndex('messages_broadcast').on(t.broadcastId, t.receiverId).where(sql`${t.broadcastId} is not null`),
    // A fan's channel.
    index('messages_channel').on(t.receiverId, t.id).where(sql`${t.broadcastId} is not null`),
    // What operators wrote for a creator lately (an agency's figures).
    index('messages_operator').on(t.senderId, t.createdAt).where(sql`${t.operatorId} is not null`),
    // What an operator wrote lately, for every creator (a supervisor's conversations to review).
    index('messages_by_operator').on(t.operatorId, t.createdAt, t.id).where(sql`${t.operatorId} is not null`),
    // What is for sale and may stay unopened (automatic messages).
    index('messages_paid').on(t.senderId, t.createdAt).where(sql`${t.priceCents} is not null`),
    // What was for sale to one fan (a creator's figures by message).
    index('messages_paid_alone')
      .on(t.senderId, t.createdAt, t.id)
      .where(sql`${t.priceCents} is not null and ${t.broadcastId} is null`),
    index('messages_paid_by_price')
      .on(t.senderId, t.priceCents, t.id)
      .where(sql`${t.priceCents} is not null and ${t.broadcastId} is null`),
    // All that a user wrote or received (export and erasure).
    index('messages_sender').on(t.senderId, t.id),
    index('messages_receiver').on(t.receiverId, t.id),
    // Whether a picture of a post was sent to the fan before: the messages of a conversation that may have media.
    index('messages_with_media').on(t.sessionId, t.receiverId).where(sql`${t.type} <> 'text'`),
    // The filter of tippers.
    index('messages_tips').on(t.sessionId).where(sql`${t.tipCents} is not null`),
  ],
)

export const messageMedia = pgTable(
  'message_media',
  {
    // Written in the statement that writes the message, and messages are never deleted, only emptied.
    messageId: uuid('message_id').notNull(),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    position: integer('position').notNull(),
    isPreview: boolean('is_preview').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.mediaId] }), index('message_media_media').on(t.mediaId)],
)

/** One reaction of each side to a message; a like is a heart. */
export const messageLikes = pgTable(
  'message_likes',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: userReference('user_id'),
    reaction: text('reaction').$type<Reaction>().notNull().default('heart'),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId] }), index('message_likes_user').on(t.userId, t.messageId)],
)

/** The message that someone is writing to another: for themselves, or an operator for a creator (product §78). */
export const messageDrafts = pgTable(
  'message_drafts',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    authorId: userReference('author_id'),
    otherId: userReference('other_id'),
    content: text('content').notNull(),
    mediaIds: uuid('media_ids').array().notNull(),
    previewIds: uuid('preview_ids').array().notNull(),
    priceCents: integer('price_cents'),
    savedReplyId: uuid('saved_reply_id'),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('message_drafts_of').on(t.userId, t.authorId, t.otherId),
    // The list, latest first.
    index('message_drafts_latest').on(t.userId, t.authorId, t.updatedAt),
    // Erasure of either.
    index('message_drafts_author').on(t.authorId),
    index('message_drafts_other').on(t.otherId),
  ],
)

/** What a creator keeps about a fan (the fan panel). */
export const fanNotes = pgTable(
  'fan_notes',
  {
    creatorId: userReference('creator_id'),
    fanId: userReference('fan_id'),
    note: text('note').notNull().default(''),
    lists: text('lists').array().notNull().default(sql`'{}'`),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.fanId] }), index('fan_notes_fan').on(t.fanId)],
)

/** What a creator writes often (product §72); `{name}` stands for the fan's name. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** The name of its folder; empty for none. */
    folder: text('folder').notNull().default(''),
    /** Its place in the folder. */
    position: integer('position').notNull().default(0),
    mediaIds: uuid('media_ids').array().notNull().default(sql`'{}'`),
    previewIds: uuid('preview_ids').array().notNull().default(sql`'{}'`),
    priceCents: integer('price_cents'),
    /** Its messages, how many of them were bought and not paid back, and what fans paid for those. */
    sentCount: integer('sent_count').notNull().default(0),
    unlockedCount: integer('unlocked_count').notNull().default(0),
    earnedCents: bigint('earned_cents', { mode: 'number' }).notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Deleted, and can be restored for a day. */
    deletedAt: timestamptz('deleted_at'),
  },
  // A creator has a few hundred, so that their order needs no index.
  (t) => [index('saved_replies_user').on(t.userId, t.id)],
)

/** The messages that were written with a saved reply; triggers sum what they sell into the reply. */
export const savedReplySends = pgTable(
  'saved_reply_sends',
  {
    messageId: uuid('message_id').primaryKey(),
    replyId: uuid('reply_id')
      .notNull()
      .references(() => savedReplies.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id').notNull(),
    fanId: uuid('fan_id').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('saved_reply_sends_reply').on(t.replyId),
    // The last one of a conversation, and the fan's erasure.
    index('saved_reply_sends_fan').on(t.fanId, t.creatorId, t.messageId),
  ],
)

/** The welcome message for new subscribers. */
export const welcomeMessages = pgTable('welcome_messages', {
  userId: userReference('user_id').primaryKey(),
  enabled: boolean('enabled').notNull().default(false),
  content: text('content').notNull().default(''),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

/**
 * The events of the last day, so that a browser can fetch those that it missed (product §30). An event about a message
 * stores only its id; the message is presented again to its reader.
 */
export const liveEvents = pgTable(
  'live_events',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    type: text('type').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  // Rows are inserted in the order of their ids, and far more often than they are deleted.
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('live_events_age').using('brin', t.createdAt)],
)
