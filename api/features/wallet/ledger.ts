import { referralRates } from '../../../contract/limits.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { type LedgerAccountKind, platformId } from '../../platform/db/schema/wallet.ts'
import { refuse } from '../../platform/http/refusal.ts'

/**
 * Moves money, as part of the caller's transaction: all legs or none, in integer cents that sum to zero. Refuses
 * `insufficient_coins {shortfall}` when a wallet does not cover its leg, and throws `Uncovered` when another account
 * does not. Call it last before the commit: it holds the accounts' rows, always in the same order.
 */
export async function move(tx: Db, it: Movement): Promise<Moved> {
  return unwrapMovement((await moveAll(tx, [it]))[0])
}

/** What became of one of several movements: throws for the one that did not take place what `move` throws. */
export function unwrapMovement(outcome: Moved | Error | undefined): Moved {
  if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error('a movement has no outcome')
  return outcome
}

/**
 * Moves money in one statement: the one function that does. Each movement takes place or not for itself and is
 * answered in its place. No two may take from the same account, since each is covered by what was there before.
 */
export async function moveAll(
  tx: Db,
  movements: readonly Movement[],
  also?: AlongsideWrites,
): Promise<(Moved | Error | undefined)[]> {
  const named = movements.map((it) => ({ ...it, entryId: it.entryId ?? newId() }))
  // All of a statement use the same rows of the busy accounts: fewer to lock, and others have others.
  const spread = Number.parseInt(named[0]?.entryId.slice(-4) ?? '0', 16)
  const all = named.map((it) => ({ ...it, legs: merge(it.legs, spread) }))
  const taken = all.flatMap((it) => it.legs.filter((leg) => leg.cents < 0).map(accountOf))
  if (new Set(taken).size < taken.length) throw new Error('two movements take from the same account')
  const legs = all.flatMap((it, at) => it.legs.map((leg) => ({ ...leg, n: at + 1 })))
  const values = [
    legs.map((leg) => leg.n),
    legs.map((leg) => leg.owner),
    legs.map((leg) => leg.account),
    legs.map((leg) => leg.shard),
    legs.map((leg) => leg.cents),
    all.map((it) => it.legs.length),
    all.map((it) => it.entryId),
    all.map((it) => it.kind),
    all.map((it) => it.userId),
    all.map((it) => it.counterpartyId),
    all.map((it) => it.object?.kind ?? null),
    all.map((it) => it.object?.id ?? null),
    all.map((it) => it.reverses ?? null),
    all.map((it) => it.reason ?? null),
    all.map((it) => new Date(it.now)),
    ...(also?.values ?? []),
  ]
  const statement = also === undefined ? moving : withAlso(also)
  const rows = Map.groupBy(await tx.run<LegRow>(statement, values), (row) => row.n)
  const outcomes = all.map((it, at) => outcomeOf(it, rows.get(at + 1) ?? []))
  if (!outcomes.includes(undefined)) return outcomes
  // Nothing was written of a movement whose accounts were not all there yet.
  if (movements.length > 1) return outcomes
  await openAccounts(tx, legs)
  const after = await tx.run<LegRow>(statement, values)
  return all.map((it) => outcomeOf(it, after) ?? new Error('a ledger account is missing'))
}

function outcomeOf(
  it: { entryId: string; legs: readonly Placed[] },
  rows: readonly LegRow[],
): Moved | Error | undefined {
  if (rows.length < it.legs.length) return undefined
  const short = rows.find((row) => row.cents < 0 && row.balance < 0 && !mayBeNegative.has(row.kind))
  if (short?.kind === 'wallet') return refuse('insufficient_coins', { shortfall: -short.balance / 100 })
  if (short) return new InsufficientFunds(short.owner_id, short.kind, -short.balance)
  return { entryId: it.entryId, balanceOf: (owner, account) => sum(rows, owner, account) }
}

/**
 * What is written in the same statement as the movements, all or nothing with each even outside of a transaction:
 * further parts of a `with` that read `from verdict` (a row `n`, counted from 1, for every movement that takes place),
 * and may read `movements` and `after`. Their parameters begin at `$16`.
 */
export type AlongsideWrites = { name: string; parts: string; values: readonly unknown[] }

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
export class InsufficientFunds extends Error {
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

const mayBeNegative = new Set<LedgerAccountKind>(['provider', 'loss'])
/** Busy accounts are spread over so many rows, so that sales do not queue on one. */
const shards: Partial<Record<LedgerAccountKind, number>> = { fee: 64, provider: 16, pending: 8 }

type Placed = Required<Leg>

/** One leg an account, without those of nothing. */
function merge(legs: readonly Leg[], spread: number): Placed[] {
  const placed = new Map<string, Placed>()
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

const accountOf = (it: Pick<Placed, 'owner' | 'account' | 'shard'>): string => `${it.owner} ${it.account} ${it.shard}`

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
 * The accounts are locked in the order of their ids, whoever moves what, so that movements wait for each other and
 * never deadlock; a row that was waited for is read as it then is. Nothing is written of a movement unless every account
 * exists and every leg is covered. Answers what the balances are, or would be.
 */
const movement = (more: string): string => `
    with legs as (
      select l.n, l.cents, (
        select a.id from ledger_accounts a where a.owner_id = l.owner_id and a.kind = l.kind and a.shard = l.shard
      ) as id
      from unnest($1::int[], $2::uuid[], $3::text[], $4::int[], $5::bigint[]) as l(n, owner_id, kind, shard, cents)
    ), movements as (
      select * from unnest($6::int[], $7::uuid[], $8::text[], $9::uuid[], $10::uuid[], $11::text[], $12::uuid[], $13::uuid[],
          $14::text[], $15::timestamptz[]) with ordinality
        as m(legs, id, kind, user_id, counterparty_id, object_kind, object_id, reverses, reason, created_at, n)
    ), locked as (
      select a.id, a.owner_id, a.kind, a.balance_cents
      from ledger_accounts a join (select distinct id from legs) l on a.id = l.id
      order by a.id for update of a
    ), placed as (
      select l.n, l.cents, k.id, k.owner_id, k.kind, k.balance_cents
      from legs l join locked k on k.id = l.id
    ), verdict as (
      select p.n from placed p join movements m on m.n = p.n group by p.n, m.legs
      having count(*) = m.legs
        and bool_and(p.balance_cents + p.cents >= 0 or p.cents > 0 or p.kind in ('provider', 'loss'))
    ), after as (
      select p.n, p.id, p.owner_id, p.kind, p.cents,
        (p.balance_cents + sum(p.cents) over (partition by p.id order by p.n))::bigint as balance
      from placed p join verdict v on v.n = p.n
    ), moved as (
      update ledger_accounts a set balance_cents = a.balance_cents + s.cents
      from (select id, sum(cents)::bigint as cents from after group by id) s where a.id = s.id
    ), entry as (
      insert into ledger_entries
        (id, kind, user_id, counterparty_id, object_kind, object_id, reverses, reason, created_at)
      select m.id, m.kind, m.user_id, m.counterparty_id, m.object_kind, m.object_id, m.reverses, m.reason, m.created_at
      from movements m join verdict v on v.n = m.n
    ), posted as (
      insert into ledger_postings (entry_id, account_id, amount_cents, balance_after_cents, created_at)
      select m.id, k.id, k.cents, k.balance, m.created_at from after k join movements m on m.n = k.n
    )${more}
    select p.n, p.owner_id, p.kind, coalesce(k.balance, p.balance_cents + p.cents) as balance, p.cents
    from placed p left join after k on k.n = p.n and k.id = p.id`
const moving: Statement = { name: 'ledger_move', text: movement('') }

const composed = new Map<string, Statement>()
function withAlso(also: AlongsideWrites): Statement {
  const known = composed.get(also.name)
  if (known !== undefined) return known
  const made = { name: `ledger_move_${also.name}`, text: movement(`, ${also.parts}`) }
  composed.set(also.name, made)
  return made
}
type LegRow = { n: number; owner_id: string; kind: LedgerAccountKind; balance: number; cents: number }

const opening: Statement = {
  name: 'ledger_open_accounts',
  text: `insert into ledger_accounts (id, owner_id, kind, shard)
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) on conflict do nothing`,
}
const balancesOf: Statement = {
  name: 'ledger_balances',
  text: `select kind, sum(balance_cents)::bigint as balance from ledger_accounts where owner_id = $1 group by kind`,
}
