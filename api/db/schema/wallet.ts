import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './identity.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export type LedgerAccountKind =
  | 'wallet' | 'pending' | 'available' | 'fee' | 'referral' | 'escrow' | 'provider' | 'payout'

/** Owns the platform's accounts. */
export const platformId = '00000000-0000-0000-0000-000000000001'

/** Double-entry accounts (PRODUCT 2). `balance_cents` is the running sum of the account's postings. */
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
  },
  (t) => [uniqueIndex('ledger_accounts_of').on(t.ownerId, t.kind, t.shard)],
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
    /** The entry that this one takes back (refund, chargeback). */
    reverses: uuid('reverses'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('ledger_entries_user').on(t.userId, t.createdAt), uniqueIndex('ledger_entries_reverses').on(t.reverses)],
)

export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: uuid('entry_id').notNull().references(() => ledgerEntries.id),
    accountId: uuid('account_id').notNull().references(() => ledgerAccounts.id),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    balanceAfterCents: bigint('balance_after_cents', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.accountId] }),
    // The wallet history, newest first.
    index('ledger_postings_account').on(t.accountId, t.entryId),
  ],
)

/** First answers to calls that move money, kept 24 hours (PRODUCT 3). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    answer: jsonb('answer'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
)

/** Purchases of coins on their way through a payment provider. */
export const topups = pgTable(
  'topups',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull().references(() => users.id),
    amountCents: integer('amount_cents').notNull(),
    status: text('status').$type<'pending' | 'paid' | 'failed' | 'expired'>().notNull().default('pending'),
    provider: text('provider').$type<'sandbox' | 'stripe'>().notNull(),
    providerRef: text('provider_ref'),
    returnPath: text('return_path'),
    createdAt: moment('created_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (t) => [index('topups_user').on(t.userId, t.createdAt), uniqueIndex('topups_provider_ref').on(t.provider, t.providerRef)],
)
