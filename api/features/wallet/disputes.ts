import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { LedgerAccountKind } from '../../platform/db/schema/wallet.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { type EntryKind, move } from './ledger.ts'

/** What one event says of a dispute. */
export type DisputeUpdate = {
  /** The provider's name for it. */
  ref: string
  amountCents: number
  reason: string | null
  /** The provider has taken the money. */
  withdrawn?: boolean
  outcome?: 'won' | 'lost'
  /** When the provider said so, in milliseconds. */
  at: number
}

/**
 * Adds to what is known of a dispute, in any order: a withdrawal stays known, and the latest outcome counts. Answers
 * what all disputes of this purchase of coins have taken, in cents. The caller holds the row of the purchase.
 */
export async function noteDispute(tx: Db, ctx: Services, topupId: string, it: DisputeUpdate): Promise<number> {
  await tx.run(noting, [
    newId(),
    topupId,
    it.ref,
    it.amountCents,
    it.reason,
    it.outcome ?? 'open',
    it.withdrawn === true,
    it.outcome === undefined ? null : new Date(it.at),
    new Date(ctx.now()),
  ])
  const [row] = await tx.run<{ cents: number }>(takenOf, [topupId])
  return row?.cents ?? 0
}

/**
 * Sells anew what was undone because this payment was taken back, now that it has come back: media and tips, at the
 * price and the shares of then, oldest first, as far as the wallet covers them and they are not owned again.
 * Subscriptions are not: their month is over, and the coins are there for another.
 */
export async function repeatSale(tx: Db, ctx: Services, topupId: string): Promise<(() => void)[]> {
  const told: (() => void)[] = []
  for (const sale of await tx.run<UndoneRow>(undoneOf, [topupId])) {
    const cents = -sale.wallet_cents
    const [wallet] = await tx.run<{ balance_cents: number }>(walletOf, [sale.user_id])
    if ((wallet?.balance_cents ?? 0) < cents) continue
    const entryId = newId()
    if (!(await ownAgain(tx, ctx, sale, entryId, cents))) continue
    const legs = await tx.run<LegRow>(legsOf, [sale.reversal_id])
    await move(tx, {
      kind: sale.kind,
      userId: sale.user_id,
      counterpartyId: sale.counterparty_id,
      object:
        sale.object_kind === null || sale.object_id === null ? null : { kind: sale.object_kind, id: sale.object_id },
      entryId,
      reason: 'dispute_won',
      now: ctx.now(),
      legs: legs.map((leg) => ({ owner: leg.owner_id, account: leg.kind, shard: leg.shard, cents: -leg.amount_cents })),
    })
    await tx.run(redone, [sale.entry_id, entryId])
    told.push(
      await notify(tx, ctx, {
        userId: sale.counterparty_id,
        type: 'sale_restored',
        actorId: sale.user_id,
        object: { kind: 'user', id: sale.user_id },
        amountCents: cents,
      }),
    )
  }
  return told
}

/** Writes the purchase and what it opens; answers whether all of it is there and none of it was bought again meanwhile. */
async function ownAgain(tx: Db, ctx: Services, sale: UndoneRow, entryId: string, cents: number): Promise<boolean> {
  if (sale.kind === 'tip') return true
  const owned = await tx.run(owning, [
    newId(),
    sale.user_id,
    sale.counterparty_id,
    cents,
    entryId,
    new Date(ctx.now()),
    sale.media_ids,
    sale.entry_id,
  ])
  return owned.length > 0
}

type UndoneRow = {
  entry_id: string
  reversal_id: string
  media_ids: string[]
  kind: Extract<EntryKind, 'unlock' | 'post' | 'tip'>
  user_id: string
  counterparty_id: string
  object_kind: string | null
  object_id: string | null
  /** What the sale took out of the wallet: negative. */
  wallet_cents: number
}
type LegRow = { owner_id: string; kind: LedgerAccountKind; shard: number; amount_cents: number }

/** The row is unique by the provider's name, so that events that come together wait for each other here at last. */
const noting: Statement = {
  name: 'dispute_note',
  text: `
    insert into disputes as d (id, topup_id, provider_ref, amount_cents, reason, status, withdrawn, outcome_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    on conflict (provider_ref) do update set
      amount_cents = greatest(d.amount_cents, excluded.amount_cents),
      reason = coalesce(d.reason, excluded.reason),
      withdrawn = d.withdrawn or excluded.withdrawn,
      status = case when excluded.outcome_at is not null and (d.outcome_at is null or excluded.outcome_at >= d.outcome_at)
        then excluded.status else d.status end,
      outcome_at = greatest(d.outcome_at, excluded.outcome_at),
      updated_at = excluded.updated_at`,
}
const takenOf: Statement = {
  name: 'dispute_taken',
  text: `select coalesce(sum(amount_cents), 0)::int as cents from disputes
    where topup_id = $1 and (status = 'lost' or (status = 'open' and withdrawn))`,
}
const undoneOf: Statement = {
  name: 'dispute_undone',
  text: `
    select s.entry_id, s.reversal_id, s.media_ids, e.kind, e.user_id, e.counterparty_id, e.object_kind, e.object_id,
      (select sum(p.amount_cents)::bigint from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.entry_id = e.id and a.owner_id = e.user_id and a.kind = 'wallet') as wallet_cents
    from undone_sales s join ledger_entries e on e.id = s.entry_id
    where s.topup_id = $1 and s.redone_by is null and e.kind in ('unlock', 'post', 'tip')
    order by e.created_at, e.id`,
}
const walletOf: Statement = {
  name: 'dispute_wallet',
  text: `select balance_cents from ledger_accounts where owner_id = $1 and kind = 'wallet' and shard = 0 for update`,
}
const legsOf: Statement = {
  name: 'dispute_legs',
  text: `select a.owner_id, a.kind, a.shard, p.amount_cents from ledger_postings p
    join ledger_accounts a on a.id = p.account_id where p.entry_id = $1`,
}
const owning: Statement = {
  name: 'dispute_own',
  text: `
    with was as (
      select p.object_kind, p.object_id from purchases p where p.entry_id = $8::uuid and p.buyer_id = $2::uuid
        and (select count(*) from media m where m.id = any($7::uuid[]) and m.purged_at is null) = cardinality($7::uuid[])
        and not exists (select 1 from entitlements o where o.user_id = $2::uuid and o.media_id = any($7::uuid[]))
    ), bought as (
      insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
      select $1::uuid, $2::uuid, $3::uuid, was.object_kind, was.object_id, $4::int, $5::uuid, $6::timestamptz from was
      returning id
    )
    insert into entitlements (user_id, media_id, purchase_id, created_at)
    select $2::uuid, x, b.id, $6::timestamptz from bought b, unnest($7::uuid[]) x returning media_id`,
}
const redone: Statement = {
  name: 'dispute_redone',
  text: `update undone_sales set redone_by = $2 where entry_id = $1`,
}
