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
import {
  type CompareHours,
  defaultCompareHours,
  type TextVersion,
  type VersionResult,
} from '../../../../contract/policy/text-comparison.ts'
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

/** How a text was chosen for the others, with the figures of that moment. */
export type Decided = { by: 'rule' | 'choice'; first: VersionResult; second: VersionResult }

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
    status: text('status').$type<'scheduled' | 'sending' | 'comparing' | 'sent' | 'unsent'>().notNull(),
    /** The text that is compared with the first one, and after how many hours (product §88). */
    secondContent: text('second_content'),
    compareHours: integer('compare_hours').$type<CompareHours>().notNull().default(defaultCompareHours),
    /** How many get each text, once the audience is resolved; 0 where there are too few. */
    comparedEach: integer('compared_each'),
    firstSent: integer('first_sent').notNull().default(0),
    secondSent: integer('second_sent').notNull().default(0),
    /** When both texts were out. */
    comparedAt: timestamptz('compared_at'),
    /** When a text goes to the others; null where that waits for the creator. */
    restAt: timestamptz('rest_at'),
    /** The text that the others get, once it is chosen or decided. */
    winner: text('winner').$type<TextVersion>(),
    decided: jsonb('decided').$type<Decided>(),
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
    // Those of which a text has to go to the others.
    index('broadcasts_rest_due').on(t.restAt).where(sql`${t.status} = 'comparing'`),
    // The calendar, and what a fan got this week.
    index('broadcasts_rest')
      .on(t.senderId, t.restAt, t.id)
      .where(sql`${t.restAt} is not null and ${t.status} <> 'unsent'`),
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
    secondContent: text('second_content'),
    compareHours: integer('compare_hours').$type<CompareHours>().notNull().default(defaultCompareHours),
    priceCents: integer('price_cents'),
    mediaIds: uuid('media_ids').array().notNull(),
    previewIds: uuid('preview_ids').array().notNull(),
    sendAt: timestamptz('send_at'),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.authorId] }), index('broadcast_drafts_author').on(t.authorId)],
)

/** What an author sent to themselves, to see it as a fan would (product §88); the last one alone. */
export const broadcastCopies = pgTable(
  'broadcast_copies',
  {
    creatorId: userReference('creator_id'),
    authorId: userReference('author_id'),
    content: text('content').notNull(),
    secondContent: text('second_content'),
    priceCents: integer('price_cents'),
    mediaIds: uuid('media_ids').array().notNull(),
    previewIds: uuid('preview_ids').array().notNull(),
    sentAt: timestamptz('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.authorId] }), index('broadcast_copies_author').on(t.authorId)],
)

/** The audience as it was at sending; of two texts that are compared those who get one, and the others when it is their turn. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    // Written while the broadcast is locked, and a broadcast with recipients is never deleted. A foreign key would look
    // it up for each of them: 3.3 s of a broadcast to 106,000.
    broadcastId: uuid('broadcast_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The text with which the fan takes part in a comparison. */
    version: text('version').$type<TextVersion>(),
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
    /** The part of it that is of fans who compare two texts. */
    firstOpened: integer('first_opened').notNull().default(0),
    firstUnlocked: integer('first_unlocked').notNull().default(0),
    firstEarnedCents: bigint('first_earned_cents', { mode: 'number' }).notNull().default(0),
    secondOpened: integer('second_opened').notNull().default(0),
    secondUnlocked: integer('second_unlocked').notNull().default(0),
    secondEarnedCents: bigint('second_earned_cents', { mode: 'number' }).notNull().default(0),
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
