import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './identity.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * A fan's subscription to a creator; one row per pair, taken up again rather than doubled. Whether it lets in is
 * computed at use (SAFETY trap 4): `active_until` in the future, or null with status `active` for a free one.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    fanId: uuid('fan_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<'active' | 'cancelled' | 'past_due' | 'ended'>().notNull(),
    /** Locked at the start: a change of the creator's price does not touch it (PRODUCT 5). */
    priceCents: integer('price_cents').notNull(),
    startedAt: moment('started_at').notNull(),
    /** The end of the paid period, grace included; null for a free one, which does not end by itself. */
    activeUntil: moment('active_until'),
    /** When the next month is due; null when it does not renew. */
    renewsAt: moment('renews_at'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('subscriptions_pair').on(t.fanId, t.creatorId),
    index('subscriptions_creator').on(t.creatorId, t.status),
    // The renewal job.
    index('subscriptions_due').on(t.renewsAt).where(sql`${t.renewsAt} is not null`),
  ],
)

/** Changes of a creator's price, for the limit of three a day (PRODUCT 6). */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: uuid('id').primaryKey(),
    creatorId: uuid('creator_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    priceCents: integer('price_cents').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('price_changes_creator').on(t.creatorId, t.createdAt)],
)
