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
import type { AudienceFilter } from '../../../../contract/audience-filter.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/**
 * What a creator's list of fans is filtered and sorted by, one row for each fan: who follows, subscribes, has bought
 * or is blocked. Triggers write it from the tables that these facts come from (docs/decisions/audience.md).
 */
export const creatorFans = pgTable(
  'creator_fans',
  {
    creatorId: uuid('creator_id').notNull(),
    fanId: uuid('fan_id').notNull(),
    /** Display name and username, in small letters without accents. */
    name: text('name').notNull().default(''),
    locale: text('locale').$type<'en' | 'fr'>().notNull().default('en'),
    /** Nothing can be sent to the account: it is deleted, suspended or has no username. */
    isGone: boolean('is_gone').notNull().default(true),
    /** The creator blocks the fan, since then; the fan blocks the creator. */
    blockedAt: timestamptz('blocked_at'),
    hasBlocked: boolean('has_blocked').notNull().default(false),
    followsSince: timestamptz('follows_since'),
    /** The facts of the subscription; null for a fan who never had one. */
    subscriptionStatus: text('subscription_status').$type<'active' | 'cancelled' | 'past_due' | 'ended'>(),
    subscribedSince: timestamptz('subscribed_since'),
    startedAt: timestamptz('started_at'),
    activeUntil: timestamptz('active_until'),
    renewsAt: timestamptz('renews_at'),
    priceCents: integer('price_cents'),
    /** The end of the last gifted month. */
    giftedUntil: timestamptz('gifted_until'),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull().default(0),
    lastPaidAt: timestamptz('last_paid_at'),
    /** Since when they follow or subscribed first, whichever is earlier; else when they paid. */
    since: timestamptz('since'),
  },
  (t) => [
    primaryKey({ columns: [t.creatorId, t.fanId] }),
    index('creator_fans_fan').on(t.fanId),
    // The orders of the list; what is missing stands last in each.
    index('creator_fans_since').on(t.creatorId, sql`coalesce(${t.since}, '1970-01-01 00:00+00'::timestamptz)`, t.fanId),
    index('creator_fans_spent').on(t.creatorId, t.spentCents, t.fanId),
    index('creator_fans_paid').on(
      t.creatorId,
      sql`coalesce(${t.lastPaidAt}, '1970-01-01 00:00+00'::timestamptz)`,
      t.fanId,
    ),
    index('creator_fans_renews').on(
      t.creatorId,
      sql`coalesce(${t.renewsAt}, '9999-12-31 00:00+00'::timestamptz)`,
      t.fanId,
    ),
    index('creator_fans_name').on(t.creatorId, t.name, t.fanId),
  ],
)

/** A list of fans that a creator keeps; with a filter it is a smart list, whose fans are those that the filter matches. */
export const fanLists = pgTable(
  'fan_lists',
  {
    id: uuid('id').primaryKey(),
    creatorId: userReference('creator_id'),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<AudienceFilter>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('fan_lists_name').on(t.creatorId, t.name)],
)

/** Who is in a list that has no filter. */
export const fanListMembers = pgTable(
  'fan_list_members',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => fanLists.id, { onDelete: 'cascade' }),
    fanId: userReference('fan_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.listId, t.fanId] }), index('fan_list_members_fan').on(t.fanId)],
)
