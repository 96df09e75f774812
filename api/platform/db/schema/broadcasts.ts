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
import type { AudienceChoice } from '../../../../contract/audience-filter.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** What an audience that is no word of its own consists of, and who is left out of any (product §51). */
const recipientColumns = () => ({
  /** The list, the chosen fans, or the broadcast that was not opened; each for the audience of that kind. */
  listId: uuid('list_id'),
  choice: jsonb('choice').$type<AudienceChoice>(),
  againOf: uuid('again_of'),
  skipWaiting: boolean('skip_waiting').notNull().default(true),
})

/** A message of a creator to an audience, which is resolved once, at sending (product §31). */
export const broadcasts = pgTable(
  'broadcasts',
  {
    id: uuid('id').primaryKey(),
    senderId: userReference('sender_id'),
    operatorId: uuid('operator_id'),
    clientId: text('client_id'),
    audience: text('audience').notNull(),
    exclude: text('exclude').array().notNull().default(sql`'{}'`),
    ...recipientColumns(),
    /** How many the rails left out when the audience was resolved, by rail. */
    leftOut: jsonb('left_out').$type<Record<string, number>>(),
    content: text('content').notNull().default(''),
    priceCents: integer('price_cents'),
    mediaIds: uuid('media_ids').array().notNull().default(sql`'{}'`),
    previewIds: uuid('preview_ids').array().notNull().default(sql`'{}'`),
    status: text('status').$type<'scheduled' | 'sending' | 'sent' | 'unsent'>().notNull(),
    sendAt: timestamptz('send_at').notNull(),
    /** How many it goes to; null until the audience is resolved. */
    recipients: integer('recipients'),
    sentCount: integer('sent_count').notNull().default(0),
    /** The last recipient who has it; the next chunk goes on after them. */
    sentTo: uuid('sent_to'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
    unsentAt: timestamptz('unsent_at'),
  },
  (t) => [
    index('broadcasts_sender').on(t.senderId, t.id),
    // The calendar.
    index('broadcasts_calendar').on(t.senderId, t.sendAt, t.id).where(sql`${t.status} <> 'unsent'`),
    uniqueIndex('broadcasts_client').on(t.senderId, t.clientId),
    // The broadcasts that the job has to send.
    index('broadcasts_due').on(t.sendAt).where(sql`${t.status} in ('scheduled', 'sending')`),
  ],
)

/** The broadcast that a creator, or an operator for them, is writing; gone when it is sent. */
export const broadcastDrafts = pgTable(
  'broadcast_drafts',
  {
    creatorId: userReference('creator_id'),
    authorId: userReference('author_id'),
    audience: text('audience').notNull(),
    exclude: text('exclude').array().notNull(),
    ...recipientColumns(),
    content: text('content').notNull(),
    priceCents: integer('price_cents'),
    mediaIds: uuid('media_ids').array().notNull(),
    previewIds: uuid('preview_ids').array().notNull(),
    sendAt: timestamptz('send_at'),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.authorId] }), index('broadcast_drafts_author').on(t.authorId)],
)

/** The audience as it was at sending. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    broadcastId: uuid('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.broadcastId, t.userId] })],
)

/**
 * What came of each broadcast, kept by triggers (docs/decisions/running-sums.md): in eight rows, one for the connection that
 * writes, so that those who open it at the same moment seldom wait for each other.
 */
export const broadcastFigures = pgTable(
  'broadcast_figures',
  {
    broadcastId: uuid('broadcast_id').notNull(),
    shard: integer('shard').notNull(),
    opened: integer('opened').notNull().default(0),
    unlocked: integer('unlocked').notNull().default(0),
    earnedCents: bigint('earned_cents', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.broadcastId, t.shard] })],
)

/** How many of a creator's broadcasts a fan wants to receive; all without a row. */
export const broadcastHabits = pgTable(
  'broadcast_habits',
  {
    fanId: userReference('fan_id'),
    creatorId: userReference('creator_id'),
    frequency: text('frequency').$type<'all' | 'digest' | 'off'>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fanId, t.creatorId] }), index('broadcast_habits_creator').on(t.creatorId)],
)
