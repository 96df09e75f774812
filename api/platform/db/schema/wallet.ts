import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

export type LedgerAccountKind =
  | 'wallet'
  | 'pending'
  | 'available'
  | 'fee'
  | 'referral'
  | 'escrow'
  | 'provider'
  | 'payout'
  | 'loss'

/** Owns the platform's accounts. */
export const platformId = '00000000-0000-0000-0000-000000000001'

/** Double-entry accounts (product §2). `balance_cents` is the running sum of the account's postings. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: uuid('id').primaryKey(),
    /** A user, or `platformId` for the platform's own accounts. */
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind').$type<LedgerAccountKind>().notNull(),
    /** The platform's busy accounts are spread over several rows, so that purchases do not queue on one. */
    shard: integer('shard').notNull().default(0),
    balanceCents: bigint('balance_cents', { mode: 'number' }).notNull().default(0),
    /** Held earnings up to this moment have been released; null for accounts without a hold. */
    releasedThrough: timestamptz('released_through'),
  },
  (t) => [
    uniqueIndex('ledger_accounts_of').on(t.ownerId, t.kind, t.shard),
    // Only the accounts for the outside world (coins sold, money lost) may go below zero.
    check('ledger_accounts_covered', sql`${t.balanceCents} >= 0 or ${t.kind} in ('provider', 'loss')`),
  ],
)

/** One movement of money; its postings sum to zero. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Who caused it, whom it concerns on the other side, and what it paid for. */
    userId: uuid('user_id'),
    counterpartyId: uuid('counterparty_id'),
    objectKind: text('object_kind'),
    objectId: uuid('object_id'),
    /** The entry that this one reverses (refund, chargeback). */
    reverses: uuid('reverses'),
    /** The reason that both sides see (refund, chargeback). */
    reason: text('reason'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('ledger_entries_user').on(t.userId, t.createdAt),
    // The wallet history of one kind.
    index('ledger_entries_kind').on(t.userId, t.kind, t.createdAt, t.id),
    // A creator's monthly statement.
    index('ledger_entries_sales').on(t.counterpartyId, t.createdAt, t.id),
    // The refunds in it.
    index('ledger_entries_returned').on(t.counterpartyId, t.createdAt, t.id).where(sql`${t.reverses} is not null`),
    uniqueIndex('ledger_entries_reverses').on(t.reverses).where(sql`${t.reverses} is not null`),
  ],
)

export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    // Written by one statement only, together with the entry and under the lock of the account: foreign keys would
    // look both up again, six times a sale. `ledger:check` holds them to it.
    entryId: uuid('entry_id').notNull(),
    accountId: uuid('account_id').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    balanceAfterCents: bigint('balance_after_cents', { mode: 'number' }).notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.accountId] }),
    // The wallet history, newest first, and the release of holds.
    index('ledger_postings_account').on(t.accountId, t.createdAt, t.entryId),
  ],
)

/**
 * What each fan has paid a creator, refunds taken off: the running sum of the postings of the fan's wallet in entries
 * with this counterparty. The trigger `ledger_postings_sum` writes it with the postings, whichever version of the
 * program moves the money (docs/decisions/running-sums.md); the ledger check compares the two.
 */
export const fanSpending = pgTable(
  'fan_spending',
  {
    creatorId: uuid('creator_id').notNull(),
    fanId: uuid('fan_id').notNull(),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
    /** The last purchase, tip or month; null for a fan who has paid nothing since this column was there. */
    lastPaidAt: timestamptz('last_paid_at'),
  },
  (t) => [
    primaryKey({ columns: [t.creatorId, t.fanId] }),
    // The inbox of a creator by `top_spenders`, and the audience of spenders.
    index('fan_spending_top').on(t.creatorId, t.spentCents, t.fanId).where(sql`${t.spentCents} > 0`),
  ],
)

/** What a creator has earned, and a referrer, on a day (UTC): written by a trigger (docs/decisions/running-sums.md). */
export const earningsDays = pgTable(
  'earnings_days',
  {
    ownerId: uuid('owner_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The `pending` or `referral` account that the money came into. */
    accountId: uuid('account_id').notNull(),
    /** The kind of the sale, also where it was returned; `referral` for a referrer. */
    kind: text('kind').notNull(),
    /** A refund or a chargeback, whose sums are negative. */
    isReturn: boolean('is_return').notNull(),
    /** What fans paid, and what came into the account. */
    grossCents: bigint('gross_cents', { mode: 'number' }).notNull(),
    netCents: bigint('net_cents', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.day, t.accountId, t.kind, t.isReturn] })],
)

/** What a fan has paid a creator on a day (UTC), less what came back on that day. */
export const fanSpendingDays = pgTable(
  'fan_spending_days',
  {
    creatorId: uuid('creator_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    fanId: uuid('fan_id').notNull(),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.creatorId, t.day, t.fanId] }),
    // The best fans of a long span: what each of few paid in it, and who got something back outside of it.
    index('fan_spending_days_fan').on(t.creatorId, t.fanId, t.day),
    index('fan_spending_days_returned').on(t.creatorId, t.day).where(sql`${t.spentCents} < 0`),
  ],
)

/** First answers to calls that move money, kept 24 hours (product §3). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    answer: jsonb('answer'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
)

/** Purchases of coins on their way through a payment provider. */
export const topups = pgTable(
  'topups',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id', 'no action'),
    amountCents: integer('amount_cents').notNull(),
    status: text('status').$type<'pending' | 'paid' | 'failed' | 'expired'>().notNull().default('pending'),
    provider: text('provider').$type<'sandbox' | 'stripe'>().notNull(),
    /** The provider's name for the checkout, and for the payment that came of it. */
    providerRef: text('provider_ref'),
    paymentRef: text('payment_ref'),
    returnPath: text('return_path'),
    /** What was refunded at the provider so far; it may be known before the payment is. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** What disputes hold or have taken; a dispute that is won gives it back. */
    disputedCents: integer('disputed_cents').notNull().default(0),
    /** What the ledger holds of it: the amount when paid, less what was refunded and what disputes took. */
    creditedCents: integer('credited_cents').notNull().default(0),
    /** When the provider was last polled. */
    askedAt: timestamptz('asked_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    settledAt: timestamptz('settled_at'),
  },
  (t) => [
    index('topups_user').on(t.userId, t.createdAt),
    uniqueIndex('topups_provider_ref').on(t.provider, t.providerRef),
    index('topups_payment').on(t.provider, t.paymentRef),
    index('topups_open').on(t.createdAt).where(sql`${t.status} = 'pending'`),
  ],
)

/** A payment that its bank takes back, or tried to; what is known of it grows with each event, in any order. */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid('id').primaryKey(),
    topupId: uuid('topup_id')
      .notNull()
      .references(() => topups.id),
    /** The provider's name for it. */
    providerRef: text('provider_ref').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The provider's word for why: `fraudulent`, `product_not_received` … */
    reason: text('reason'),
    status: text('status').$type<'open' | 'won' | 'lost'>().notNull().default('open'),
    /** The provider has taken the money, at least until the outcome. */
    withdrawn: boolean('withdrawn').notNull().default(false),
    /** When the provider decided the outcome; a later one replaces an earlier one. */
    outcomeAt: timestamptz('outcome_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('disputes_provider_ref').on(t.providerRef),
    index('disputes_topup').on(t.topupId),
    index('disputes_queue').on(t.status, t.id),
  ],
)

/** Sales that were undone by a chargeback of the coins that paid for them; repeated when the payment returns. */
export const undoneSales = pgTable(
  'undone_sales',
  {
    /** The sale that was taken back. */
    entryId: uuid('entry_id').primaryKey(),
    topupId: uuid('topup_id')
      .notNull()
      .references(() => topups.id),
    /** The entry that took it back. */
    reversalId: uuid('reversal_id').notNull(),
    /** What it had opened. */
    mediaIds: uuid('media_ids').array().notNull().default(sql`'{}'`),
    /** The sale that repeats it. */
    redoneBy: uuid('redone_by'),
  },
  (t) => [
    index('undone_sales_topup').on(t.topupId),
    index('undone_sales_redone').on(t.redoneBy).where(sql`${t.redoneBy} is not null`),
  ],
)

/** The provider's events: the primary key makes a repeated event do nothing. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.eventId] }), index('provider_events_age').on(t.createdAt)],
)
