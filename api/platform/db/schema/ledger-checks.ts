import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** Runs of the ledger check, the last of which staff see; one at a time. */
export const ledgerChecks = pgTable(
  'ledger_checks',
  {
    id: uuid('id').primaryKey(),
    /** The staff member who started it; null for the nightly job. */
    askedBy: uuid('asked_by'),
    startedAt: timestamptz('started_at').notNull(),
    /** A sign of life while it runs; a run that gave none for a minute has died. */
    seenAt: timestamptz('seen_at').notNull(),
    finishedAt: timestamptz('finished_at'),
    /** How many of the questions are answered, and the present one. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull(),
    /** Over all rows, or only over those since the last proven entry. */
    isWhole: boolean('is_whole').notNull().default(true),
    asking: text('asking'),
    violations: jsonb('violations').$type<{ question: string; what: string }[]>(),
    /** Why it ended without a result. */
    failure: text('failure'),
  },
  (t) => [uniqueIndex('ledger_checks_running').on(sql`(${t.finishedAt} is null)`).where(sql`${t.finishedAt} is null`)],
)

/**
 * How far the incremental ledger check has proven the ledger, in one row: all entries with an id up to `entry_id`.
 * Batches lock it, so two nodes never count an entry twice.
 */
export const ledgerProofs = pgTable('ledger_proofs', {
  id: integer('id').primaryKey(),
  entryId: uuid('entry_id').notNull(),
  /** A whole check begins a new round; sums of an earlier round count no longer. */
  round: integer('round').notNull().default(1),
  /** What was wrong with entries below the mark, until a whole check. */
  found: jsonb('found').$type<{ question: string; what: string }[]>().notNull().default([]),
})

/** The sum of an account's postings up to the proven entry. */
export const ledgerProvenSums = pgTable(
  'ledger_proven_sums',
  {
    accountId: uuid('account_id').primaryKey(),
    sumCents: bigint('sum_cents', { mode: 'number' }).notNull(),
    round: integer('round').notNull(),
    /** It grew since it was last equal to the balance of its account. */
    isOpen: boolean('is_open').notNull(),
  },
  (t) => [index('ledger_proven_sums_open').on(t.accountId).where(sql`${t.isOpen}`)],
)
