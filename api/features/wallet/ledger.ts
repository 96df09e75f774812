import { coinsOf } from '../../../contract/coins.ts'
import { referralRates } from '../../../contract/prices.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { type LedgerAccountKind, platformId } from '../../platform/db/schema/wallet.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { balancesOfOwner, type LegRow, moveMoney, type movementParameters, openLedgerAccounts } from './statements.ts'

/**
 * Moves money, as part of the caller's transaction: all legs or none, in integer cents that sum to zero. Refuses
 * `insufficient_coins {shortfall}` when a wallet does not cover its leg and `unauthorised` when the payer's account is
 * closed, and throws `InsufficientFunds` when another account does not cover its leg. Call it last before the commit: it holds the accounts' rows, always in the same order.
 */
export async function move(tx: Db, movement: Movement): Promise<Moved> {
  return unwrapMovement((await moveAll(tx, [movement]))[0])
}

/** The result of one of several movements; throws what `move` throws for one that did not take place. */
export function unwrapMovement(outcome: Moved | Error | undefined): Moved {
  if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error('a movement has no outcome')
  return outcome
}

/**
 * Moves money in one statement; nothing else in the code does. Each movement succeeds or fails for itself, and the
 * answers are in their order. No two may take from the same account, because each is checked against the balance before
 * the statement. `run` is a statement that writes other rows with the movements (`movementSql`).
 */
export async function moveAll(
  tx: Db,
  movements: readonly Movement[],
  run: (values: MovementValues) => Promise<LegRow[]> = (values) => tx.run(moveMoney, values),
): Promise<(Moved | Error | undefined)[]> {
  const identified = movements.map((it) => ({ ...it, entryId: it.entryId ?? newId() }))
  // One statement uses the same shard of every busy account, so it locks few rows, and other statements lock others.
  const spread = Number.parseInt(identified[0]?.entryId.slice(-4) ?? '0', 16)
  const all = identified.map((it) => ({ ...it, legs: merge(it.legs, spread) }))
  const taken = all.flatMap((it) => it.legs.filter((leg) => leg.cents < 0).map(accountOf))
  if (new Set(taken).size < taken.length) throw new Error('two movements take from the same account')
  const values = { legs: all.flatMap((it, at) => legRecords(it.legs, at + 1)), movements: all.map(movementRecord) }
  const rows = Map.groupBy(await run(values), (row) => row.n)
  const outcomes = all.map((it, at) => outcomeOf(it, rows.get(at + 1) ?? []))
  if (!outcomes.includes(undefined)) return outcomes
  // A movement without outcome lacks an account, and nothing of it was written.
  if (movements.length > 1) return outcomes
  await openAccounts(
    tx,
    all.flatMap((it) => it.legs),
  )
  const after = await run(values)
  return all.map((it) => outcomeOf(it, after) ?? new Error('a ledger account is missing'))
}

const legRecords = (legs: readonly PlacedLeg[], n: number) =>
  legs.map((leg) => ({ n, owner_id: leg.owner, kind: leg.account, shard: leg.shard, cents: leg.cents }))

const movementRecord = (movement: Movement & { entryId: string }, at: number) => ({
  n: at + 1,
  legs: movement.legs.length,
  id: movement.entryId,
  kind: movement.kind,
  user_id: movement.userId,
  counterparty_id: movement.counterpartyId,
  object_kind: movement.object?.kind ?? null,
  object_id: movement.object?.id ?? null,
  reverses: movement.reverses ?? null,
  reason: movement.reason ?? null,
  payer_id: movement.payerId ?? null,
  created_at: new Date(movement.now),
})

/** The parameters of a statement that moves money. */
export type MovementValues = ValuesOf<typeof movementParameters>

function outcomeOf(
  movement: { entryId: string; legs: readonly PlacedLeg[] },
  rows: readonly LegRow[],
): Moved | Error | undefined {
  if (rows.length < movement.legs.length) return undefined
  if (rows.some((row) => !row.is_open)) return refuse('unauthorised')
  const short = rows.find((row) => row.cents < 0 && row.balance < 0 && !mayBeNegative.has(row.kind))
  if (short?.kind === 'wallet') return refuse('insufficient_coins', { shortfall: coinsOf(-short.balance) })
  if (short) return new InsufficientFunds(short.owner_id, short.kind, -short.balance)
  return { entryId: movement.entryId, balanceOf: (owner, account) => sum(rows, owner, account) }
}

export type Movement = {
  kind: EntryKind
  /** The user who causes it, and the user on the other side. */
  userId: string | null
  counterpartyId: string | null
  object: { kind: string; id: string } | null
  legs: readonly Leg[]
  /** Who buys with it: refused with `unauthorised` once their account is closed. */
  payerId?: string
  /** Milliseconds; tests turn the clock. */
  now: number
  /** Given by the caller when a row written earlier refers to the entry. */
  entryId?: string
  /** The entry that this one reverses; an entry is reversed at most once. */
  reverses?: string
  reason?: string
}
/** `cents` leave the account when negative. `shard` is chosen for the busy accounts unless given. */
export type Leg = { owner: string; account: LedgerAccountKind; cents: number; shard?: number }
export type EntryKind =
  | 'topup'
  | 'subscription'
  | 'renewal'
  | 'unlock'
  | 'post'
  | 'tip'
  | 'gift'
  | 'refund'
  | 'transfer'
  | 'referral'
  | 'chargeback'
  | 'request'
  | 'release'
  | 'payout'
/** `balanceOf` answers cents after the movement, of the accounts that it touched. */
export type Moved = { entryId: string; balanceOf: (owner: string, account: LedgerAccountKind) => number }

/** An account other than a wallet does not cover a leg; `missingCents` is the difference. */
export class InsufficientFunds extends Error {
  readonly missingCents: number

  constructor(owner: string, account: string, missingCents: number) {
    super(`account ${account} of ${owner} lacks ${missingCents} cents`)
    this.missingCents = missingCents
  }
}

/**
 * The legs of a sale: the fan pays `cents` gross, the creator's share waits in `pending`, the platform keeps its fee
 * and pays referrers out of it (product §8, §10). `from` is the wallet unless the coins wait in escrow.
 */
export function saleLegs(sale: Sale): Leg[] {
  const fee = Math.round((sale.cents * sale.feePercent) / 100)
  const toCreators = sale.creatorReferrer === null ? 0 : Math.floor((sale.cents * referralRates.creatorPercent) / 100)
  const toFans = sale.fanReferrer === null ? 0 : Math.floor((sale.cents * referralRates.fanPercent) / 100)
  const first = Math.min(fee, toCreators)
  const second = Math.min(fee - first, toFans)
  const legs: Leg[] = [
    { owner: sale.fanId, account: sale.from ?? 'wallet', cents: -sale.cents },
    { owner: sale.creatorId, account: 'pending', cents: sale.cents - fee },
    { owner: platformId, account: 'fee', cents: fee - first - second },
  ]
  if (sale.creatorReferrer !== null) legs.push({ owner: sale.creatorReferrer, account: 'referral', cents: first })
  if (sale.fanReferrer !== null) legs.push({ owner: sale.fanReferrer, account: 'referral', cents: second })
  return legs
}
export type Sale = {
  fanId: string
  creatorId: string
  cents: number
  feePercent: number
  /** The referrers who earn a share of the creator's gross and of the fan's spending. */
  creatorReferrer: string | null
  fanReferrer: string | null
  from?: 'wallet' | 'escrow'
}

/** Reads balances in cents, summed over the shards; an account that was never used is missing. */
export async function balances(db: Db, owner: string): Promise<Partial<Record<LedgerAccountKind, number>>> {
  const rows = await db.run(balancesOfOwner, { owner })
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance]))
}

const mayBeNegative = new Set<LedgerAccountKind>(['provider', 'loss'])
/** The number of rows over which a busy account is spread, so that sales do not wait for one row. */
const shards: Partial<Record<LedgerAccountKind, number>> = { fee: 64, provider: 16, pending: 8 }

type PlacedLeg = Required<Leg>

/** Sums the legs of each account and leaves out those of zero cents. */
function merge(legs: readonly Leg[], spread: number): PlacedLeg[] {
  const placed = new Map<string, PlacedLeg>()
  let total = 0
  for (const leg of legs) {
    if (!Number.isSafeInteger(leg.cents)) throw new Error(`${leg.cents} is no number of cents`)
    total += leg.cents
    if (leg.cents === 0) continue
    const shard = leg.shard ?? spread % (shards[leg.account] ?? 1)
    const key = accountOf({ ...leg, shard })
    placed.set(key, { ...leg, shard, cents: leg.cents + (placed.get(key)?.cents ?? 0) })
  }
  if (total !== 0) throw new Error(`legs sum to ${total} instead of zero`)
  return [...placed.values()].filter((leg) => leg.cents !== 0)
}

const accountOf = (it: Pick<PlacedLeg, 'owner' | 'account' | 'shard'>): string =>
  `${it.owner} ${it.account} ${it.shard}`

async function openAccounts(tx: Db, legs: readonly PlacedLeg[]): Promise<void> {
  const ordered = [...legs].sort((a, b) => (a.owner + a.account + a.shard < b.owner + b.account + b.shard ? -1 : 1))
  const accounts = ordered.map((leg) => ({ id: newId(), owner_id: leg.owner, kind: leg.account, shard: leg.shard }))
  await tx.run(openLedgerAccounts, { accounts })
}

function sum(rows: readonly LegRow[], owner: string, account: LedgerAccountKind): number {
  return rows.reduce((all, row) => (row.owner_id === owner && row.kind === account ? all + row.balance : all), 0)
}
