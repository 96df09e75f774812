import { bigint, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { fanLists } from './audience.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** An address of a creator's profile for one place where it is shown, `/l/{code}` (product §81). */
export const trackingLinks = pgTable(
  'tracking_links',
  {
    id: uuid('id').primaryKey(),
    creatorId: userReference('creator_id'),
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** What the creator paid for it; 0 for nothing. */
    costCents: integer('cost_cents').notNull().default(0),
    /** The list into which its fans are put. */
    listId: uuid('list_id').references(() => fanLists.id, { onDelete: 'set null' }),
    /** Since when it still leads to the profile and counts no more. */
    archivedAt: timestamptz('archived_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('tracking_links_code').on(t.code),
    index('tracking_links_creator').on(t.creatorId, t.id),
    index('tracking_links_list').on(t.listId),
  ],
)

const figures = () => ({
  visits: integer('visits').notNull().default(0),
  /** Everyone who came by it; some of them followed before and subscribed by it. */
  fans: integer('fans').notNull().default(0),
  follows: integer('follows').notNull().default(0),
  subscriptions: integer('subscriptions').notNull().default(0),
  /** What its fans have paid the creator since, refunds taken off, and what came to the creator of it. */
  grossCents: bigint('gross_cents', { mode: 'number' }).notNull().default(0),
  netCents: bigint('net_cents', { mode: 'number' }).notNull().default(0),
})
const linkReference = () =>
  uuid('link_id')
    .notNull()
    .references(() => trackingLinks.id, { onDelete: 'cascade' })

/** By which link a fan came to a creator: the key lets no fan count for two. */
export const trackingLinkFans = pgTable(
  'tracking_link_fans',
  {
    creatorId: userReference('creator_id'),
    fanId: userReference('fan_id'),
    linkId: linkReference(),
    /** What the fan pays from this moment on counts. */
    since: timestamptz('since').notNull(),
    /** Null for a fan who followed before and subscribed by the link. */
    followedAt: timestamptz('followed_at'),
    /** The first subscription since; written by a trigger. */
    subscribedAt: timestamptz('subscribed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.creatorId, t.fanId] }),
    index('tracking_link_fans_link').on(t.linkId, t.fanId),
    index('tracking_link_fans_fan').on(t.fanId),
  ],
)

/**
 * What a link brought on a day (UTC), in eight rows chosen by the fan, so that fans of one link seldom wait for each
 * other. Triggers write everything but the visits (docs/decisions/running-sums.md).
 */
export const trackingLinkDays = pgTable(
  'tracking_link_days',
  {
    linkId: linkReference(),
    day: date('day', { mode: 'string' }).notNull(),
    shard: integer('shard').notNull(),
    ...figures(),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.day, t.shard] })],
)

/** The sums of all days, which a trigger writes. */
export const trackingLinkSums = pgTable(
  'tracking_link_sums',
  { linkId: linkReference(), shard: integer('shard').notNull(), ...figures() },
  (t) => [primaryKey({ columns: [t.linkId, t.shard] })],
)
