import { referralRates } from '../../../contract/limits.ts'
import type { Db, Statement } from '../../db/db.ts'
import { newId } from '../../db/ids.ts'
import { type LedgerAccountKind, platformId } from '../../db/schema/wallet.ts'
import { refuse } from '../../http/refuse.ts'

/**
 * Moves money: the one function that does. Part of the caller's transaction, all legs or none, in integer cents that
 * sum to zero. Refuses `insufficient_coins {shortfall}` when a wallet does not cover its leg, and throws `Uncovered`
 * when another account does not. Call it last before the commit: it holds the accounts' rows, always in the same order.
 */
export async function move(tx: Db, it: Movement, also?: Also): Promise<Moved> {
  const entryId = it.entryId ?? newId()
  const legs = merge(it.legs, entryId)
  const values = [
    legs.map((leg) => leg.owner),
    legs.map((leg) => leg.account),
    legs.map((leg) => leg.shard),
    legs.map((leg) => leg.cents),
    entryId,
    it.kind,
    it.userId,
    it.counterpartyId,
    it.object?.kind ?? null,
    it.object?.id ?? null,
    it.reverses ?? null,
    it.reason ?? null,
    new Date(it.now),
    ...(also?.values ?? []),
  ]
  const statement = also === undefined ? moving : withAlso(also)
  let rows = await tx.run<LegRow>(statement, values)
  if (rows.length < legs.length) {
    await openAccounts(tx, legs)
    rows = await tx.run<LegRow>(statement, values)
  }
  if (rows.length < legs.length) throw new Error('a ledger account is missing')
  const short = rows.find((row) => row.cents < 0 && row.balance < 0 && !mayOwe.has(row.kind))
  if (short?.kind === 'wallet') throw refuse('insufficient_coins', { shortfall: -short.balance / 100 })
  if (short) throw new Uncovered(short.owner_id, short.kind, -short.balance)
  return { entryId, balanceOf: (owner, account) => sum(rows, owner, account) }
}

/**
 * What is written in the same statement as the movement, all or nothing with it even outside of a transaction: further
 * parts of a `with` that read `from verdict` (one row when the money moves, none when not) and may read `locked`.
 * Their parameters begin at `$14`.
 */
export type Also = { name: string; parts: string; values: readonly unknown[] }

export type Movement = {
  kind: EntryKind
  /** Who causes it, and whom it concerns on the other side. */
  userId: string | null
  counterpartyId: string | null
  object: { kind: string; id: string } | null
  legs: readonly Leg[]
  /** Milliseconds; tests turn the clock. */
  now: number
  /** Made beforehand where a row written earlier has to name it. */
  entryId?: string
  /** The entry that this one takes back; an entry is taken back once. */
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

/** An account other than a wallet does not cover what should leave it; `missingCents` is what lacks. */
export class Uncovered extends Error {
  readonly missingCents: number

  constructor(owner: string, account: string, missingCents: number) {
    super(`account ${account} of ${owner} lacks ${missingCents} cents`)
    this.missingCents = missingCents
  }
}

/**
 * The legs of a sale: the fan pays `cents` gross, the creator's share waits in `pending`, the platform keeps its fee
 * and pays referrers out of it (PRODUCT 8, 10). `from` is the wallet unless the coins wait in escrow.
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
  /** Who earns a share of the creator's gross and of the fan's spending; null for nobody. */
  creatorReferrer: string | null
  fanReferrer: string | null
  from?: 'wallet' | 'escrow'
}

/** Reads balances in cents, all shards together; what was never used is 0. */
export async function balances(db: Db, owner: string): Promise<Partial<Record<LedgerAccountKind, number>>> {
  const rows = await db.run<{ kind: LedgerAccountKind; balance: number }>(balancesOf, [owner])
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance]))
}

const mayOwe = new Set<LedgerAccountKind>(['provider', 'loss'])
/** Busy accounts are spread over so many rows, so that sales do not queue on one. */
const shards: Partial<Record<LedgerAccountKind, number>> = { fee: 64, provider: 16, pending: 8 }

type Placed = Required<Leg>

/** One leg an account, without those of nothing; the shard follows from the entry, so that a retry takes the same. */
function merge(legs: readonly Leg[], entryId: string): Placed[] {
  const spread = Number.parseInt(entryId.slice(-4), 16)
  const placed = new Map<string, Placed>()
  let total = 0
  for (const leg of legs) {
    if (!Number.isSafeInteger(leg.cents)) throw new Error(`${leg.cents} is no number of cents`)
    total += leg.cents
    if (leg.cents === 0) continue
    const shard = leg.shard ?? spread % (shards[leg.account] ?? 1)
    const key = `${leg.owner} ${leg.account} ${shard}`
    placed.set(key, { ...leg, shard, cents: leg.cents + (placed.get(key)?.cents ?? 0) })
  }
  if (total !== 0) throw new Error(`legs sum to ${total} instead of zero`)
  return [...placed.values()].filter((leg) => leg.cents !== 0)
}

async function openAccounts(tx: Db, legs: readonly Placed[]): Promise<void> {
  const ordered = [...legs].sort((a, b) => (a.owner + a.account + a.shard < b.owner + b.account + b.shard ? -1 : 1))
  await tx.run(opening, [
    ordered.map(() => newId()),
    ordered.map((leg) => leg.owner),
    ordered.map((leg) => leg.account),
    ordered.map((leg) => leg.shard),
  ])
}

function sum(rows: readonly LegRow[], owner: string, account: LedgerAccountKind): number {
  return rows.reduce((all, row) => (row.owner_id === owner && row.kind === account ? all + row.balance : all), 0)
}

/**
 * One statement a movement. The accounts are locked in the order of their ids, whoever moves what, so that movements
 * wait for each other and never deadlock; a row that was waited for is read as it then is. Nothing is written unless
 * every account exists and every leg is covered. Answers what the balances are, or would be.
 */
const movement = (more: string): string => `
    with legs as (
      select * from unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[]) as l(owner_id, kind, shard, cents)
    ), locked as (
      select a.id, a.owner_id, a.kind, a.balance_cents + l.cents as balance, l.cents
      from ledger_accounts a join legs l on a.owner_id = l.owner_id and a.kind = l.kind and a.shard = l.shard
      order by a.id for update of a
    ), verdict as (
      select from locked having count(*) = cardinality($1::uuid[])
        and bool_and(balance >= 0 or cents > 0 or kind in ('provider', 'loss'))
    ), moved as (
      update ledger_accounts a set balance_cents = a.balance_cents + k.cents
      from locked k, verdict where a.id = k.id
      returning a.id, a.balance_cents, k.cents
    ), entry as (
      insert into ledger_entries
        (id, kind, user_id, counterparty_id, object_kind, object_id, reverses, reason, created_at)
      select $5::uuid, $6::text, $7::uuid, $8::uuid, $9::text, $10::uuid, $11::uuid, $12::text, $13::timestamptz from verdict
    ), posted as (
      insert into ledger_postings (entry_id, account_id, amount_cents, balance_after_cents, created_at)
      select $5::uuid, id, cents, balance_cents, $13::timestamptz from moved
    )${more}
    select owner_id, kind, balance, cents from locked`
const moving: Statement = { name: 'ledger_move', text: movement('') }

const composed = new Map<string, Statement>()
function withAlso(also: Also): Statement {
  const known = composed.get(also.name)
  if (known !== undefined) return known
  const made = { name: `ledger_move_${also.name}`, text: movement(`, ${also.parts}`) }
  composed.set(also.name, made)
  return made
}
type LegRow = { owner_id: string; kind: LedgerAccountKind; balance: number; cents: number }

const opening: Statement = {
  name: 'ledger_open_accounts',
  text: `insert into ledger_accounts (id, owner_id, kind, shard)
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) on conflict do nothing`,
}
const balancesOf: Statement = {
  name: 'ledger_balances',
  text: `select kind, sum(balance_cents)::bigint as balance from ledger_accounts where owner_id = $1 group by kind`,
}
