import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

export type RequestState = 'open' | 'accepted' | 'delivered' | 'declined' | 'withdrawn' | 'expired' | 'refunded'

/** Something that a fan asks a creator to make, for coins that wait in escrow until it is delivered. */
export const paidRequests = pgTable(
  'paid_requests',
  {
    id: uuid('id').primaryKey(),
    fanId: userReference('fan_id', 'no action'),
    creatorId: userReference('creator_id', 'no action'),
    /** The message of their conversation that shows it, and the one that delivered it. */
    messageId: uuid('message_id').notNull(),
    deliveredId: uuid('delivered_id'),
    priceCents: integer('price_cents').notNull(),
    state: text('state').$type<RequestState>().notNull().default('open'),
    /** The entry that took the coins from the wallet, and the one that released them to the creator. */
    entryId: uuid('entry_id').notNull(),
    paidEntryId: uuid('paid_entry_id'),
    /** The coins are returned without a delivery by then. */
    dueAt: timestamptz('due_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    closedAt: timestamptz('closed_at'),
  },
  (t) => [
    uniqueIndex('paid_requests_message').on(t.messageId),
    uniqueIndex('paid_requests_entry').on(t.entryId),
    index('paid_requests_fan').on(t.fanId, t.id),
    index('paid_requests_creator').on(t.creatorId, t.id),
    // What waits for a creator, beside a fan in the inbox.
    index('paid_requests_open').on(t.creatorId, t.fanId).where(sql`${t.state} in ('open', 'accepted')`),
    // The creator's queue, the next to expire first.
    index('paid_requests_waiting').on(t.creatorId, t.dueAt, t.id).where(sql`${t.state} in ('open', 'accepted')`),
    index('paid_requests_due').on(t.dueAt).where(sql`${t.state} in ('open', 'accepted')`),
  ],
)

/** Whether a creator takes requests, and the lowest price. */
export const requestSettings = pgTable(
  'request_settings',
  {
    userId: userReference('user_id').primaryKey(),
    /** Null while the creator takes none. */
    minCents: integer('min_cents'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [check('request_settings_bounds', sql`${t.minCents} is null or ${t.minCents} between 100 and 20000`)],
)
