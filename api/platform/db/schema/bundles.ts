import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** The months that a creator sells together for less, each with its discount (product §85). */
export const bundles = pgTable(
  'bundles',
  {
    creatorId: userReference('creator_id'),
    months: integer('months').notNull(),
    percent: integer('percent').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.months] })],
)

/** A bundle that a fan has bought. The money is in the entry; the period is here, so that a refund can end the rest of it. */
export const bundlePurchases = pgTable(
  'bundle_purchases',
  {
    entryId: uuid('entry_id').primaryKey(),
    fanId: userReference('fan_id', 'no action'),
    creatorId: userReference('creator_id', 'no action'),
    months: integer('months').notNull(),
    /** The price of all months. */
    priceCents: integer('price_cents').notNull(),
    coversFrom: timestamptz('covers_from').notNull(),
    coversUntil: timestamptz('covers_until').notNull(),
    refundedAt: timestamptz('refunded_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    // What a fan has paid ahead, for the list of subscriptions and for what stays after a refund.
    index('bundle_purchases_pair').on(t.fanId, t.creatorId, t.coversUntil).where(sql`${t.refundedAt} is null`),
    // The bundles that end soon, for the reminders of their renewal.
    index('bundle_purchases_ends').on(t.coversUntil).where(sql`${t.refundedAt} is null`),
  ],
)
