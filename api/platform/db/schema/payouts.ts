import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** Where a creator is paid to. Only `label` (the last four signs) is ever shown again. */
export const payoutMethods = pgTable(
  'payout_methods',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id', 'no action'),
    kind: text('kind').$type<'iban' | 'paypal'>().notNull(),
    label: text('label').notNull(),
    holder: text('holder').notNull(),
    /** The account number, encrypted with the installation's secret. */
    sealed: text('sealed').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    removedAt: timestamptz('removed_at'),
  },
  (t) => [index('payout_methods_user').on(t.userId)],
)

/** A payout on its way (product §8). The coins leave `available` when it is requested and come back when it fails. */
export const payouts = pgTable(
  'payouts',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id', 'no action'),
    methodId: uuid('method_id').references(() => payoutMethods.id),
    amountCents: integer('amount_cents').notNull(),
    status: text('status').$type<'requested' | 'approved' | 'processing' | 'paid' | 'failed' | 'cancelled'>().notNull(),
    reason: text('reason'),
    entryId: uuid('entry_id').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The staff member who approved it; null until then, and of payouts that were approved before this column. */
    approvedBy: uuid('approved_by'),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamptz('decided_at'),
    settledAt: timestamptz('settled_at'),
  },
  (t) => [
    index('payouts_user').on(t.userId, t.id),
    // The queue of staff, and one open payout a person.
    index('payouts_status').on(t.status, t.id),
    uniqueIndex('payouts_open').on(t.userId).where(sql`${t.status} in ('requested', 'approved', 'processing')`),
  ],
)

/** Clicks on referral links, counted by day. */
export const referralClicks = pgTable(
  'referral_clicks',
  {
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    clicks: integer('clicks').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] })],
)
