import type { Db } from '../../platform/db/db.ts'
import { lastId, noId } from '../../platform/db/ids.ts'
import type { Violation } from './check-statements.ts'
import {
  addProvenSums,
  beginRound,
  closeSums,
  endOfBatch,
  lockProof,
  moveProof,
  oldestTransaction,
  openProof,
  sumAll,
  wrongEarnings,
  wrongEntries,
  wrongSpending,
  wrongTail,
} from './incremental-statements.ts'

/**
 * Checks what came since the last proven entry: entries sum to zero, kept sums of their days equal the postings, and
 * the balance of every account that moved is its proven sum and what came after. Each batch commits, so a killed run
 * goes on where it was. It answers what is wrong, also what earlier runs found and no whole check has cleared.
 */
export async function findNewViolations(db: Db, options: Partial<Options> = {}): Promise<Violation[]> {
  const { lagMs, postings, accounts } = { ...usual, ...options }
  await db.run(openProof, {})
  const until = await safeMark(db, lagMs)
  while (await proveBatch(db, until, postings));
  const balances = await proveBalances(db, accounts)
  const { proof, recent } = await db.transact(async (tx) => {
    const mark = await lockMark(tx)
    const tailSums = await tx.run(wrongTail, { round: mark.round })
    const entries = await wrongBetween(tx, mark.entry_id, lastId)
    return { proof: mark, recent: [...entries, ...tailSums.map(({ what }) => balance(what))] }
  })
  return distinct([...proof.found, ...balances, ...recent])
}

/**
 * After a whole check, whose findings are stored with its run: adds up all postings to `mark`, which was safe when the
 * check began, in one pass. Corrections may have changed older entries.
 */
export async function proveAll(db: Db, mark: string): Promise<void> {
  await db.run(openProof, {})
  await db.transact(async (tx) => {
    await lockMark(tx)
    await tx.run(beginRound, { mark })
    await tx.run(sumAll, { mark })
  })
}

/** How far the mark stays behind, and how many postings or accounts a transaction takes at a time. */
type Options = { lagMs: number; postings: number; accounts: number }
const usual: Options = { lagMs: 600_000, postings: 5_000, accounts: 10_000 }

/**
 * The id below which no entry can appear any more. An entry gets its id before its transaction commits, so the mark is
 * ten minutes older than the oldest open transaction.
 */
export async function safeMark(db: Db, lagMs = usual.lagMs): Promise<string> {
  const now = new Date()
  const [row] = await db.run(oldestTransaction, { now })
  return firstIdAt((row?.began_at ?? now).getTime() - lagMs)
}

/** Proves one batch and moves the mark; answers whether more follows. */
function proveBatch(db: Db, until: string, postings: number): Promise<boolean> {
  return db.transact(async (tx) => {
    const proof = await lockMark(tx)
    if (proof.entry_id >= until) return false
    const [end] = await tx.run(endOfBatch, { after: proof.entry_id, until, postings })
    const to = end?.entry_id ?? until
    const wrong = await wrongBetween(tx, proof.entry_id, to)
    await tx.run(addProvenSums, { after: proof.entry_id, to, round: proof.round })
    await tx.run(moveProof, { to, found: distinct([...proof.found, ...wrong]).slice(0, mostViolations) })
    return to < until
  })
}

async function wrongBetween(tx: Db, after: string, to: string): Promise<Violation[]> {
  const entries = await tx.run(wrongEntries, { after, to })
  const spending = await tx.run(wrongSpending, { after, to })
  const earnings = await tx.run(wrongEarnings, { after, to })
  return [
    ...entries,
    ...spending.map(({ what }) => ({ question: 'spending' as const, what })),
    ...earnings.map(({ what }) => ({ question: 'earnings' as const, what })),
  ]
}

async function proveBalances(db: Db, accounts: number): Promise<Violation[]> {
  const found: Violation[] = []
  for (let after: string | undefined = noId; after !== undefined; ) {
    const from: string = after
    const rows = await db.transact(async (tx) => {
      const { round } = await lockMark(tx)
      return tx.run(closeSums, { after: from, round, accounts })
    })
    found.push(...rows.filter((row) => row.is_right === 'no').map(({ what }) => balance(what)))
    after = rows.at(-1)?.account_id
  }
  return found.slice(0, mostViolations)
}

async function lockMark(tx: Db) {
  const [proof] = await tx.run(lockProof, {})
  if (proof === undefined) throw new Error('the ledger check has no mark')
  return proof
}

const balance = (what: string): Violation => ({ question: 'balances', what })

/** Without those that are there twice. */
export function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((it) => [`${it.question} ${it.what}`, it])).values()]
}

/** The least id that can be made in a millisecond: ids begin with their time (`newId`). */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const mostViolations = 100
