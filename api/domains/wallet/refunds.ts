import type { Db, Statement } from '../../db/db.ts'
import { type LedgerAccountKind, platformId } from '../../db/schema/wallet.ts'
import { refuse } from '../../http/refuse.ts'
import type { Services } from '../../http/services.ts'
import { notify } from '../notifications/notify.ts'
import { type Leg, move } from './ledger.ts'

/**
 * Takes a sale back: its postings, what it opened, and both sides are told why (PRODUCT 9). What the creator no longer
 * holds is the platform's loss, so that nobody goes below zero. Refuses `already_done` the second time and `not_found`
 * for what is no sale.
 */
export async function refundSale(
  tx: Db,
  on: Services,
  entryId: string,
  it: { kind: 'refund' | 'chargeback'; reason: string },
): Promise<() => void> {
  const sale = await lockSale(tx, entryId)
  const legs = await backLegs(tx, sale.postings)
  const moved = await move(tx, {
    kind: it.kind,
    userId: sale.user_id,
    counterpartyId: sale.counterparty_id,
    object:
      sale.object_kind === null || sale.object_id === null ? null : { kind: sale.object_kind, id: sale.object_id },
    reverses: entryId,
    reason: it.reason,
    now: on.now(),
    legs,
  })
  await tx.run(closing, [entryId, new Date(on.now()), sale.user_id, sale.counterparty_id, sale.kind])
  const told = [
    await on.live.record(tx, [
      { userId: sale.user_id, type: 'balance', payload: { coins: moved.balanceOf(sale.user_id, 'wallet') / 100 } },
    ]),
  ]
  const object = { kind: 'user' as const, id: sale.counterparty_id }
  const amountCents = gross(sale)
  told.push(await notify(tx, on, { userId: sale.user_id, type: 'refunded', actorId: null, object, amountCents }))
  told.push(
    await notify(tx, on, {
      userId: sale.counterparty_id,
      type: 'refunded',
      actorId: null,
      object: { kind: 'user', id: sale.user_id },
      amountCents,
    }),
  )
  return () => told.forEach((tell) => tell())
}

/**
 * Takes coins back that a payment provider took back from us: out of the wallet, then by undoing the fan's latest
 * purchases until they cover it, and what is left is the platform's loss.
 */
export async function takeBack(
  tx: Db,
  on: Services,
  it: {
    userId: string
    cents: number
    object: { kind: string; id: string }
    kind: 'refund' | 'chargeback'
    reason: string
  },
): Promise<() => void> {
  const told: (() => void)[] = []
  let coins = await lockWallet(tx, it.userId)
  while (coins < it.cents) {
    const [latest] = await tx.run<{ id: string }>(latestSale, [it.userId])
    if (latest === undefined) break
    told.push(await refundSale(tx, on, latest.id, { kind: it.kind, reason: it.reason }))
    coins = await lockWallet(tx, it.userId)
  }
  const fromWallet = Math.min(coins, it.cents)
  const moved = await move(tx, {
    kind: it.kind,
    userId: it.userId,
    counterpartyId: null,
    object: it.object,
    reason: it.reason,
    now: on.now(),
    legs: [
      { owner: it.userId, account: 'wallet', cents: -fromWallet },
      { owner: platformId, account: 'loss', cents: fromWallet - it.cents },
      { owner: platformId, account: 'provider', cents: it.cents },
    ],
  })
  const left = fromWallet === 0 ? coins : moved.balanceOf(it.userId, 'wallet')
  told.push(await on.live.record(tx, [{ userId: it.userId, type: 'balance', payload: { coins: left / 100 } }]))
  told.push(
    await notify(tx, on, {
      userId: it.userId,
      type: 'refunded',
      actorId: null,
      object: { kind: 'topup', id: it.object.id },
      amountCents: it.cents,
    }),
  )
  return () => told.forEach((tell) => tell())
}

async function lockSale(tx: Db, entryId: string): Promise<SaleRow> {
  const [entry] = await tx.run<SaleRow & { reversed: boolean }>(saleById, [entryId])
  if (entry === undefined || !sales.has(entry.kind)) throw refuse('not_found')
  // The rows of the accounts are held from here on, so that no release comes between the look and the movement.
  const postings = await tx.run<PostingRow>(postingsOf, [entryId])
  if ((await tx.run(reversalOf, [entryId])).length > 0) throw refuse('already_done')
  return { ...entry, postings }
}
const sales = new Set(['subscription', 'renewal', 'unlock', 'post', 'tip', 'request'])

const gross = (sale: SaleRow): number =>
  -sale.postings.reduce((all, posting) => all + Math.min(0, posting.amount_cents), 0)

/** The opposite of every posting, taken from where the money is now. */
async function backLegs(tx: Db, postings: readonly PostingRow[]): Promise<Leg[]> {
  const legs: Leg[] = []
  for (const posting of postings) {
    const back = { owner: posting.owner_id, account: posting.kind, shard: posting.shard, cents: -posting.amount_cents }
    const isReleased =
      posting.released_through !== null && posting.created_at.getTime() <= posting.released_through.getTime()
    if (posting.amount_cents < 0 || !isReleased) legs.push(back)
    else legs.push(...(await fromReleased(tx, posting)))
  }
  return legs
}

async function fromReleased(tx: Db, posting: PostingRow): Promise<Leg[]> {
  const [row] = await tx.run<{ balance_cents: number }>(lockAccount, [posting.owner_id, 'available'])
  const covered = Math.min(row?.balance_cents ?? 0, posting.amount_cents)
  return [
    { owner: posting.owner_id, account: 'available', cents: -covered },
    { owner: platformId, account: 'loss', cents: covered - posting.amount_cents },
  ]
}

async function lockWallet(tx: Db, userId: string): Promise<number> {
  const [row] = await tx.run<{ balance_cents: number }>(lockAccount, [userId, 'wallet'])
  return row?.balance_cents ?? 0
}

type SaleRow = {
  id: string
  kind: string
  user_id: string
  counterparty_id: string
  object_kind: string | null
  object_id: string | null
  postings: PostingRow[]
}
type PostingRow = {
  owner_id: string
  kind: LedgerAccountKind
  shard: number
  amount_cents: number
  created_at: Date
  released_through: Date | null
}

const saleById: Statement = {
  name: 'refund_sale',
  text: `select id, kind, user_id, counterparty_id, object_kind, object_id from ledger_entries where id = $1`,
}
const postingsOf: Statement = {
  name: 'refund_postings',
  text: `
    select a.owner_id, a.kind, a.shard, p.amount_cents, p.created_at, a.released_through
    from ledger_accounts a join ledger_postings p on p.account_id = a.id
    where p.entry_id = $1 order by a.id for update of a`,
}
const reversalOf: Statement = { name: 'refund_reversal', text: `select 1 from ledger_entries where reverses = $1` }
const lockAccount: Statement = {
  name: 'refund_lock_account',
  text: `select balance_cents from ledger_accounts where owner_id = $1 and kind = $2 and shard = 0 for update`,
}
/** Ends what the sale opened: the purchase, its entitlements, the paid period of a subscription. */
const closing: Statement = {
  name: 'refund_close',
  text: `
    with bought as (
      update purchases set refunded_at = $2::timestamptz where entry_id = $1::uuid returning id
    ), closed as (
      delete from entitlements e using bought b where e.user_id = $3::uuid and e.purchase_id = b.id
    ), given as (
      update gifts set refunded_at = $2::timestamptz where entry_id = $1::uuid
    )
    update subscriptions set status = 'ended', active_until = $2::timestamptz, renews_at = null, updated_at = $2::timestamptz
    where fan_id = $3::uuid and creator_id = $4::uuid and $5::text in ('subscription', 'renewal') and status <> 'ended'
      -- The refund of an earlier month does not end the present one.
      and $1::uuid = (select e.id from ledger_entries e where e.user_id = $3::uuid and e.counterparty_id = $4::uuid
        and e.kind in ('subscription', 'renewal') order by e.created_at desc, e.id desc limit 1)`,
}
const latestSale: Statement = {
  name: 'refund_latest_sale',
  text: `
    select e.id from ledger_entries e
    where e.user_id = $1 and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'request')
      and not exists (select 1 from ledger_entries r where r.reverses = e.id)
      and exists (select 1 from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.entry_id = e.id and a.owner_id = $1 and a.kind = 'wallet' and p.amount_cents < 0)
    order by e.created_at desc, e.id desc limit 1`,
}
