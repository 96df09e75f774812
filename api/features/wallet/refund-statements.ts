import type { LedgerAccountKind } from '../../platform/db/schema/wallet.ts'
import {
  bigint,
  bool,
  int,
  neverNull,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'

const accountKind = textOf<LedgerAccountKind>()

export const entryById = statement(
  'refund_entry',
  { id: uuid },
  {
    id: uuid,
    kind: text,
    user_id: orNull(uuid),
    counterparty_id: orNull(uuid),
    object_kind: orNull(text),
    object_id: orNull(uuid),
  },
  ({ id }) => `select id, kind, user_id, counterparty_id, object_kind, object_id from ledger_entries where id = ${id}`,
)

export const lockPostings = statement(
  'refund_postings',
  { entry: uuid },
  {
    owner_id: uuid,
    kind: accountKind,
    shard: int,
    amount_cents: bigint,
    created_at: timestamptz,
    released_through: orNull(timestamptz),
  },
  ({ entry }) => `
    select a.owner_id, a.kind, a.shard, p.amount_cents, p.created_at, a.released_through
    from ledger_accounts a join ledger_postings p on p.account_id = a.id
    where p.entry_id = ${entry} order by a.id for update of a`,
)
export type PostingRow = RowOf<typeof lockPostings>

export const reversalOf = statement(
  'refund_reversal',
  { entry: uuid },
  { id: uuid },
  ({ entry }) => `select id from ledger_entries where reverses = ${entry}`,
)

export const lockAccount = statement(
  'refund_lock_account',
  { owner: uuid, kind: accountKind },
  { balance_cents: bigint },
  ({ owner, kind }) => `
    select balance_cents from ledger_accounts where owner_id = ${owner} and kind = ${kind} and shard = 0 for update`,
)

/**
 * Ends what the sale unlocked: the purchase, its entitlements, the paid period of a subscription. Months that were gifted
 * or paid by another sale stay and begin at once; what a refund touches does not renew by itself any more.
 */
export const closeSale = statement(
  'refund_close',
  { entry: uuid, now: timestamptz, fan: uuid, creator: uuid, kind: text, event: uuid },
  { media_id: uuid },
  ({ entry, now, fan, creator, kind, event }) => `
    with bought as (
      update purchases set refunded_at = ${now} where entry_id = ${entry} and buyer_id = ${fan}
      returning id, object_kind, object_id
    ), counted as (
      update posts p set unlocks_count = greatest(0, p.unlocks_count - 1) from bought b
      where b.object_kind = 'post' and p.id = b.object_id
    ), closed as (
      delete from entitlements e using bought b where e.user_id = ${fan} and e.purchase_id = b.id returning e.media_id
    ), given as (
      update gifts set refunded_at = ${now}, refund_reason = 'refunded' where entry_id = ${entry}
      returning redeemed_by, creator_id, covers_from, covers_until - greatest(covers_from, ${now}) as rest
    ), shortened as (
      -- Ends the rest of the gifted period; periods that its receiver has paid for stay.
      update subscriptions s set updated_at = ${now},
        active_until = greatest(${now}, s.active_until - g.rest),
        renews_at = case when s.active_until - g.rest > ${now} then s.renews_at - g.rest end,
        status = case when s.active_until - g.rest <= ${now} then 'ended' else s.status end
      from given g where s.fan_id = g.redeemed_by and s.creator_id = g.creator_id and g.rest > interval '0'
        and s.status <> 'ended'
      returning s.*
    ), request as (
      update paid_requests set state = 'refunded', closed_at = ${now} where entry_id = ${entry}
    ), bundle as (
      update bundle_purchases set refunded_at = ${now} where entry_id = ${entry}
      returning covers_from, covers_until - greatest(covers_from, ${now}) as rest
    ), others as (
      -- What is paid apart from this sale: gifted months and bundles.
      select coalesce(sum(o.covers_until - greatest(o.covers_from, ${now})), interval '0') as rest,
        coalesce(bool_or(o.is_bundle), false) as has_bundle
      from (
        select covers_from, covers_until, false as is_bundle from gifts
        where redeemed_by = ${fan} and creator_id = ${creator} and refunded_at is null and covers_until > ${now}
        union all
        select covers_from, covers_until, true from bundle_purchases
        where fan_id = ${fan} and creator_id = ${creator} and refunded_at is null and covers_until > ${now} and entry_id <> ${entry}
      ) o
    ), paid as (
      select s.id, b.covers_from as start, b.rest, greatest(s.active_until - ${now} - b.rest, interval '0') as given
      from subscriptions s, bundle b
      where s.fan_id = ${fan} and s.creator_id = ${creator} and s.status <> 'ended' and b.rest > interval '0'
      union all
      select s.id, ${now}, s.active_until - ${now} - o.rest, o.rest from subscriptions s, others o
      where s.fan_id = ${fan} and s.creator_id = ${creator} and ${kind} in ('subscription', 'renewal') and s.status <> 'ended'
        and not exists (select 1 from bundle)
        -- The refund of an earlier month does not end the present one, nor a bundle that was paid since.
        and ${entry} = (select e.id from ledger_entries e where e.user_id = ${fan} and e.counterparty_id = ${creator}
          and e.kind in ('subscription', 'renewal') and not exists (select 1 from bundle_purchases p where p.entry_id = e.id)
          order by e.created_at desc, e.id desc limit 1)
        and (not o.has_bundle or s.active_until - ${now} > o.rest)
    ), ended as (
      update subscriptions s set status = case when p.given > interval '0' then 'cancelled' else 'ended' end,
        active_until = ${now} + p.given, renews_at = null, updated_at = ${now}
      from paid p where s.id = p.id returning s.*
    ), gap as (
      select ${fan} as fan_id, ${creator} as creator_id, p.start, p.rest from paid p where p.rest > interval '0'
      union all select g.redeemed_by, g.creator_id, g.covers_from, g.rest from given g where g.rest > interval '0'
    ), gifts_sooner as (
      update gifts g set covers_from = g.covers_from - x.rest, covers_until = g.covers_until - x.rest from gap x
      where g.redeemed_by = x.fan_id and g.creator_id = x.creator_id and g.refunded_at is null and g.covers_from > x.start
        and g.entry_id <> ${entry}
    ), bundles_sooner as (
      update bundle_purchases b set covers_from = b.covers_from - x.rest, covers_until = b.covers_until - x.rest from gap x
      where b.fan_id = x.fan_id and b.creator_id = x.creator_id and b.refunded_at is null and b.covers_from > x.start
        and b.entry_id <> ${entry}
    ), lost as (
      insert into subscription_events (id, subscription_id, fan_id, creator_id, kind, price_cents, created_at)
      select ${event}, x.id, x.fan_id, x.creator_id, 'lost', x.price_cents, ${now}
      from (select * from ended union all select * from shortened) x where x.status = 'ended'
    )
    select media_id from closed`,
)

/** Records a sale that a chargeback has undone; it is repeated if the dispute is won. */
export const insertUndoneSale = statement(
  'refund_insert_undone',
  { entry: uuid, topup: uuid, reversal: uuid, mediaIds: uuids },
  {},
  ({ entry, topup, reversal, mediaIds }) => `
    insert into undone_sales (entry_id, topup_id, reversal_id, media_ids)
    values (${entry}, ${topup}, ${reversal}, ${mediaIds})`,
)

export const latestSale = statement(
  'refund_latest_sale',
  { fan: uuid },
  { id: uuid },
  ({ fan }) => `
    select e.id from ledger_entries e
    where e.user_id = ${fan} and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request')
      and not exists (select 1 from ledger_entries r where r.reverses = e.id)
      and exists (select 1 from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.entry_id = e.id and a.kind = 'wallet' and p.amount_cents < 0)
    order by e.created_at desc, e.id desc limit 1`,
)

/**
 * Inserts or updates a dispute. The provider's id is unique, so concurrent events wait for each other here.
 */
export const upsertDispute = statement(
  'dispute_upsert',
  {
    id: uuid,
    topup: uuid,
    ref: text,
    cents: int,
    reason: orNull(text),
    status: oneOf('open', 'won', 'lost'),
    withdrawn: bool,
    outcomeAt: orNull(timestamptz),
    now: timestamptz,
  },
  {},
  (p) => `
    insert into disputes as d (id, topup_id, provider_ref, amount_cents, reason, status, withdrawn, outcome_at, created_at, updated_at)
    values (${p.id}, ${p.topup}, ${p.ref}, ${p.cents}, ${p.reason}, ${p.status}, ${p.withdrawn}, ${p.outcomeAt}, ${p.now}, ${p.now})
    on conflict (provider_ref) do update set
      amount_cents = greatest(d.amount_cents, excluded.amount_cents),
      reason = coalesce(d.reason, excluded.reason),
      withdrawn = d.withdrawn or excluded.withdrawn,
      status = case when d.outcome_at is null or excluded.outcome_at >= d.outcome_at
        then excluded.status else d.status end,
      outcome_at = greatest(d.outcome_at, excluded.outcome_at),
      updated_at = excluded.updated_at`,
)

export const disputedCents = statement(
  'dispute_cents',
  { topup: uuid },
  { cents: int },
  ({ topup }) => `
    select coalesce(sum(amount_cents), 0)::int as cents from disputes
    where topup_id = ${topup} and (status = 'lost' or (status = 'open' and withdrawn))`,
)

/** The undone sales that can be repeated; `wallet_cents` is what each took out of the wallet: negative. */
export const undoneSales = statement(
  'dispute_undone_sales',
  { topup: uuid },
  {
    entry_id: uuid,
    reversal_id: uuid,
    media_ids: uuids,
    kind: oneOf('unlock', 'post', 'tip'),
    user_id: neverNull(uuid, 'a sale has a fan'),
    counterparty_id: neverNull(uuid, 'a sale has a creator'),
    object_kind: orNull(text),
    object_id: orNull(uuid),
    wallet_cents: bigint,
  },
  ({ topup }) => `
    select s.entry_id, s.reversal_id, s.media_ids, e.kind, e.user_id, e.counterparty_id, e.object_kind, e.object_id,
      (select sum(p.amount_cents)::bigint from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.entry_id = e.id and a.kind = 'wallet') as wallet_cents
    from undone_sales s join ledger_entries e on e.id = s.entry_id
    where s.topup_id = ${topup} and s.redone_by is null and e.kind in ('unlock', 'post', 'tip')
    order by e.created_at, e.id`,
)
export type UndoneSaleRow = RowOf<typeof undoneSales>

export const entryLegs = statement(
  'dispute_legs',
  { entry: uuid },
  { owner_id: uuid, kind: accountKind, shard: int, amount_cents: bigint },
  ({ entry }) => `
    select a.owner_id, a.kind, a.shard, p.amount_cents from ledger_postings p
    join ledger_accounts a on a.id = p.account_id where p.entry_id = ${entry}`,
)

/** Writes the purchase of `sale` again, with its entitlements; no row where some of it is purged or owned already. */
export const insertRepeatedPurchase = statement(
  'dispute_repeat_purchase',
  {
    id: uuid,
    fan: uuid,
    creator: uuid,
    cents: int,
    entry: uuid,
    now: timestamptz,
    mediaIds: uuids,
    sale: uuid,
  },
  { media_id: uuid },
  ({ id, fan, creator, cents, entry, now, mediaIds, sale }) => `
    with was as (
      select p.object_kind, p.object_id from purchases p where p.entry_id = ${sale} and p.buyer_id = ${fan}
        and (select count(*) from media m where m.id = any(${mediaIds}) and m.purged_at is null) = cardinality(${mediaIds})
        and not exists (select 1 from entitlements o where o.user_id = ${fan} and o.media_id = any(${mediaIds}))
    ), bought as (
      insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
      select ${id}, ${fan}, ${creator}, was.object_kind, was.object_id, ${cents}, ${entry}, ${now} from was
      returning id, object_kind, object_id
    ), counted as (
      update posts p set unlocks_count = p.unlocks_count + 1 from bought b
      where b.object_kind = 'post' and p.id = b.object_id
    )
    insert into entitlements (user_id, media_id, purchase_id, created_at)
    select ${fan}, x, b.id, ${now} from bought b, unnest(${mediaIds}) x returning media_id`,
)
export const markSaleRepeated = statement(
  'dispute_mark_repeated',
  { sale: uuid, entry: uuid },
  {},
  ({ sale, entry }) => `update undone_sales set redone_by = ${entry} where entry_id = ${sale}`,
)
