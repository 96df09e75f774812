import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { type LedgerAccountKind, platformId } from '../../platform/db/schema/wallet.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { type HeldRow, lockHeld } from './escrow.ts'
import { type Leg, move } from './ledger.ts'
import { runAll } from '../../platform/live/live.ts'

/**
 * Takes a sale back: its postings, what it opened, and both sides are told why (product §9). What the creator no longer
 * holds is the platform's loss, so that nobody goes below zero. Refuses `already_done` the second time and `not_found`
 * for what is no sale.
 */
export async function refundSale(
  tx: Db,
  ctx: Services,
  entryId: string,
  it: { kind: 'refund' | 'chargeback'; reason: string },
): Promise<() => void> {
  return (await undo(tx, ctx, entryId, it)).afterCommit
}

/** `refundSale`, and which entry took it back and which media it had opened. */
async function undo(
  tx: Db,
  ctx: Services,
  entryId: string,
  it: { kind: 'refund' | 'chargeback'; reason: string },
): Promise<{ afterCommit: () => void; reversalId: string; mediaIds: string[] }> {
  const sale = await lockSale(tx, entryId)
  const paid = sale.held?.paid_entry_id ?? null
  // What waited in escrow and was handed on comes back there first, and from there to the wallet.
  if (paid !== null) await undoHandedOn(tx, ctx, sale, paid, it)
  const legs = await backLegs(tx, sale.postings)
  const moved = await move(tx, {
    kind: it.kind,
    userId: sale.user_id,
    counterpartyId: sale.counterparty_id,
    object:
      sale.object_kind === null || sale.object_id === null ? null : { kind: sale.object_kind, id: sale.object_id },
    reverses: entryId,
    reason: it.reason,
    now: ctx.now(),
    legs,
  })
  const closed = await tx.run<{ media_id: string }>(closing, [
    entryId,
    new Date(ctx.now()),
    sale.user_id,
    sale.counterparty_id,
    sale.kind,
    newId(),
  ])
  const told = [
    await ctx.live.record(tx, [
      { userId: sale.user_id, type: 'balance', payload: { coins: moved.balanceOf(sale.user_id, 'wallet') / 100 } },
    ]),
  ]
  const object = { kind: 'user' as const, id: sale.counterparty_id }
  const amountCents = gross(sale)
  told.push(await notify(tx, ctx, { userId: sale.user_id, type: 'refunded', actorId: null, object, amountCents }))
  // A creator who never had any of it has lost nothing.
  if (sale.held === null || paid !== null)
    told.push(
      await notify(tx, ctx, {
        userId: sale.counterparty_id,
        type: 'sale_refunded',
        actorId: sale.user_id,
        object: { kind: 'user', id: sale.user_id },
        amountCents,
      }),
    )
  return {
    afterCommit: runAll(told),
    reversalId: moved.entryId,
    mediaIds: closed.map((row) => row.media_id),
  }
}

/**
 * Takes coins back that a payment provider took back from us: out of the wallet, then by undoing the fan's latest
 * purchases until they cover it, and what is left is the platform's loss. What a chargeback undoes is kept in mind: it is
 * sold anew should the dispute be won.
 */
export async function reverseSale(
  tx: Db,
  ctx: Services,
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
    const undone = await undo(tx, ctx, latest.id, { kind: it.kind, reason: it.reason })
    told.push(undone.afterCommit)
    if (it.kind === 'chargeback')
      await tx.run(remembering, [latest.id, it.object.id, undone.reversalId, undone.mediaIds])
    coins = await lockWallet(tx, it.userId)
  }
  const fromWallet = Math.min(coins, it.cents)
  const moved = await move(tx, {
    kind: it.kind,
    userId: it.userId,
    counterpartyId: null,
    object: it.object,
    reason: it.reason,
    now: ctx.now(),
    legs: [
      { owner: it.userId, account: 'wallet', cents: -fromWallet },
      { owner: platformId, account: 'loss', cents: fromWallet - it.cents },
      { owner: platformId, account: 'provider', cents: it.cents },
    ],
  })
  const left = fromWallet === 0 ? coins : moved.balanceOf(it.userId, 'wallet')
  told.push(await ctx.live.record(tx, [{ userId: it.userId, type: 'balance', payload: { coins: left / 100 } }]))
  told.push(
    await notify(tx, ctx, {
      userId: it.userId,
      type: 'topup_taken_back',
      actorId: null,
      object: { kind: 'topup', id: it.object.id },
      amountCents: it.cents,
    }),
  )
  return runAll(told)
}

async function undoHandedOn(
  tx: Db,
  ctx: Services,
  sale: SaleRow,
  paid: string,
  it: { kind: 'refund' | 'chargeback'; reason: string },
): Promise<void> {
  const legs = await backLegs(tx, await tx.run<PostingRow>(postingsOf, [paid]))
  await move(tx, {
    kind: it.kind,
    userId: sale.user_id,
    counterpartyId: sale.counterparty_id,
    object:
      sale.object_kind === null || sale.object_id === null ? null : { kind: sale.object_kind, id: sale.object_id },
    reverses: paid,
    reason: it.reason,
    now: ctx.now(),
    legs,
  })
}

async function lockSale(tx: Db, entryId: string): Promise<SaleRow> {
  const [entry] = await tx.run<SaleRow & { reversed: boolean }>(saleById, [entryId])
  if (entry === undefined || !saleKinds.has(entry.kind)) throw refuse('not_found')
  const held = heldKinds.has(entry.kind) ? await lockHeld(tx, entryId) : null
  // What handed escrow on is taken back by way of what the buyer paid.
  if (heldKinds.has(entry.kind) && held === null) throw refuse('not_found')
  // The rows of the accounts are held from here on, so that no release comes between the look and the movement.
  const postings = await tx.run<PostingRow>(postingsOf, [entryId])
  if ((await tx.run(reversalOf, [entryId])).length > 0) throw refuse('already_done')
  return { ...entry, postings, held }
}
/** What can be taken back. */
export const saleKinds = new Set(['subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request'])
/** Of these what the buyer pays waits in escrow first. */
const heldKinds = new Set(['gift', 'request'])

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
  held: HeldRow | null
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
/**
 * Ends what the sale opened: the purchase, its entitlements, the paid period of a subscription. Months that somebody has
 * given beside it stay, and follow at once.
 */
const closing: Statement = {
  name: 'refund_close',
  text: `
    with bought as (
      update purchases set refunded_at = $2::timestamptz where entry_id = $1::uuid and buyer_id = $3::uuid returning id
    ), closed as (
      delete from entitlements e using bought b where e.user_id = $3::uuid and e.purchase_id = b.id returning e.media_id
    ), given as (
      update gifts set refunded_at = $2::timestamptz, refund_reason = 'refunded' where entry_id = $1::uuid
      returning redeemed_by, creator_id, covers_until - greatest(covers_from, $2::timestamptz) as rest
    ), shortened as (
      -- The rest of what it opened; what the one who accepted it has paid before or after stays theirs.
      update subscriptions s set updated_at = $2::timestamptz,
        active_until = greatest($2::timestamptz, s.active_until - g.rest), renews_at = s.renews_at - g.rest,
        status = case when s.active_until - g.rest <= $2::timestamptz then 'ended' else s.status end
      from given g where s.fan_id = g.redeemed_by and s.creator_id = g.creator_id and g.rest > interval '0'
        and s.status <> 'ended'
      returning s.*
    ), asked as (
      update paid_requests set state = 'refunded', closed_at = $2::timestamptz where entry_id = $1::uuid
    ), beside as (
      select coalesce(sum(g.covers_until - greatest(g.covers_from, $2::timestamptz)), interval '0') as rest from gifts g
      where g.redeemed_by = $3::uuid and g.creator_id = $4::uuid and g.refunded_at is null and g.covers_until > $2::timestamptz
    ), paid as (
      select s.id, s.active_until - $2::timestamptz - b.rest as rest, b.rest as given from subscriptions s, beside b
      where s.fan_id = $3::uuid and s.creator_id = $4::uuid and $5::text in ('subscription', 'renewal') and s.status <> 'ended'
        -- The refund of an earlier month does not end the present one.
        and $1::uuid = (select e.id from ledger_entries e where e.user_id = $3::uuid and e.counterparty_id = $4::uuid
          and e.kind in ('subscription', 'renewal') order by e.created_at desc, e.id desc limit 1)
    ), ended as (
      update subscriptions s set status = case when p.given > interval '0' then 'cancelled' else 'ended' end,
        active_until = $2::timestamptz + p.given, renews_at = null, updated_at = $2::timestamptz
      from paid p where s.id = p.id returning s.*
    ), sooner as (
      update gifts g set covers_from = g.covers_from - p.rest, covers_until = g.covers_until - p.rest from paid p
      where g.redeemed_by = $3::uuid and g.creator_id = $4::uuid and g.refunded_at is null and g.covers_from > $2::timestamptz
        and p.rest > interval '0'
    ), lost as (
      insert into subscription_events (id, subscription_id, fan_id, creator_id, kind, price_cents, created_at)
      select $6::uuid, x.id, x.fan_id, x.creator_id, 'lost', x.price_cents, $2::timestamptz
      from (select * from ended union all select * from shortened) x where x.status = 'ended'
    )
    select media_id from closed`,
}
const remembering: Statement = {
  name: 'refund_remember',
  text: `insert into undone_sales (entry_id, topup_id, reversal_id, media_ids) values ($1, $2, $3, $4)`,
}
const latestSale: Statement = {
  name: 'refund_latest_sale',
  text: `
    select e.id from ledger_entries e
    where e.user_id = $1 and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request')
      and not exists (select 1 from ledger_entries r where r.reverses = e.id)
      and exists (select 1 from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.entry_id = e.id and a.owner_id = $1 and a.kind = 'wallet' and p.amount_cents < 0)
    order by e.created_at desc, e.id desc limit 1`,
}
