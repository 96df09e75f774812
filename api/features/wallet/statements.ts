import { blockBetween } from '../../platform/db/rules.ts'
import type { LedgerAccountKind } from '../../platform/db/schema/wallet.ts'
import {
  bigint,
  bool,
  int,
  jsonb,
  oneOf,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const accountKind = textOf<LedgerAccountKind>()

/** Legs belong to the movement of their number `n`, counted from 1; `legs` is how many a movement has. */
export const movementParameters = {
  legs: records({ n: int, owner_id: uuid, kind: accountKind, shard: int, cents: bigint }),
  movements: records({
    n: int,
    legs: int,
    id: uuid,
    kind: text,
    user_id: orNull(uuid),
    counterparty_id: orNull(uuid),
    object_kind: orNull(text),
    object_id: orNull(uuid),
    reverses: orNull(uuid),
    reason: orNull(text),
    payer_id: orNull(uuid),
    created_at: timestamptz,
  }),
}
/**
 * Every leg, with the balance after it, or the one it would have for a movement that is refused. `is_open` is false for
 * the movements of a payer who has closed their account.
 */
export const legColumns = { n: int, owner_id: uuid, kind: accountKind, balance: bigint, cents: bigint, is_open: bool }
export type LegRow = RowOf<typeof legColumns>

/**
 * The accounts are locked in the order of their ids, so that movements wait for each other and never deadlock; a row is
 * read again after the wait for its lock. A movement is written only if every account exists, every leg is covered and
 * its payer's account is open: the lock on the payer's row waits for a closing that is under way, and a closing waits for
 * it (`lockToClose` of the account).
 *
 * `extraParts` are further parts of the `with`, which share the statement's atomicity. They read `from verdict` (a row
 * `n` for every movement that takes place), and may read `movements` and `after`.
 */
export const movementSql = (
  { legs, movements }: Record<'legs' | 'movements', { as(alias: string): string }>,
  extraParts = '',
): string => `
    with legs as (
      select l.n, l.cents, (
        select a.id from ledger_accounts a where a.owner_id = l.owner_id and a.kind = l.kind and a.shard = l.shard
      ) as id
      from ${legs.as('l')}
    ), movements as (
      select * from ${movements.as('m')}
    ), locked as (
      select a.id, a.owner_id, a.kind, a.balance_cents
      from ledger_accounts a join (select distinct id from legs) l on a.id = l.id
      order by a.id for update of a
    ), placed as (
      select l.n, l.cents, k.id, k.owner_id, k.kind, k.balance_cents
      from legs l join locked k on k.id = l.id
    ), admitted as (
      select m.n, m.legs, m.payer_id is null or payer.id is not null as is_open
      from movements m left join lateral (
        select u.id from users u where u.id = m.payer_id and u.deleted_at is null for key share
      ) payer on true
    ), verdict as (
      select p.n from placed p join admitted m on m.n = p.n group by p.n, m.legs, m.is_open
      having m.is_open and count(*) = m.legs
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
    )${extraParts === '' ? '' : `, ${extraParts}`}
    select p.n, p.owner_id, p.kind, coalesce(k.balance, p.balance_cents + p.cents) as balance, p.cents, m.is_open
    from placed p join admitted m on m.n = p.n left join after k on k.n = p.n and k.id = p.id`

export const moveMoney = statement('ledger_move', movementParameters, legColumns, (p) => movementSql(p))

export const openLedgerAccounts = statement(
  'ledger_open_accounts',
  { accounts: records({ id: uuid, owner_id: uuid, kind: accountKind, shard: int }) },
  {},
  ({ accounts }) => `
    insert into ledger_accounts (id, owner_id, kind, shard)
    select a.id, a.owner_id, a.kind, a.shard from ${accounts.as('a', 'n')} order by a.n on conflict do nothing`,
)

export const balancesOfOwner = statement(
  'ledger_balances',
  { owner: uuid },
  { kind: accountKind, balance: bigint },
  ({ owner }) =>
    `select kind, sum(balance_cents)::bigint as balance from ledger_accounts where owner_id = ${owner} group by kind`,
)

const callKey = { user: uuid, key: text }

/** A key older than a day is free again. Waits for a concurrent call that has claimed the key and not committed. */
export const claimKey = statement(
  'idempotency_claim',
  { ...callKey, fingerprint: text, now: timestamptz, oldest: timestamptz },
  { user_id: uuid },
  ({ user, key, fingerprint, now, oldest }) => `
    insert into idempotency_keys (user_id, key, fingerprint, created_at) values (${user}, ${key}, ${fingerprint}, ${now})
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
    where idempotency_keys.created_at < ${oldest}
    returning user_id`,
)

const firstCall = { fingerprint: text, answer: orNull(jsonb<unknown>()) }

export const readFirstCall = statement(
  'idempotency_read',
  callKey,
  firstCall,
  ({ user, key }) => `select fingerprint, answer from idempotency_keys where user_id = ${user} and key = ${key}`,
)

const calls = records({ user_id: uuid, key: text, oldest: timestamptz })

/** The first calls under some keys; `n` counts the calls from 1. */
export const readFirstCalls = statement(
  'idempotency_look',
  { calls },
  { n: bigint, ...firstCall, is_old: bool },
  ({ calls }) => `
    select a.n, k.fingerprint, k.answer, k.created_at < a.oldest as is_old from ${calls.as('a', 'n')}
    cross join lateral (select * from idempotency_keys k where k.user_id = a.user_id and k.key = a.key offset 0) k`,
)

export const deleteOldKeys = statement(
  'idempotency_forget',
  { calls },
  {},
  ({ calls }) => `
    delete from idempotency_keys k using ${calls.as('a')}
    where k.user_id = a.user_id and k.key = a.key and k.created_at < a.oldest`,
)

export const insertAnswer = statement(
  'idempotency_keep_new',
  { ...callKey, fingerprint: text, now: timestamptz, answer: jsonb<unknown>() },
  {},
  ({ user, key, fingerprint, now, answer }) => `
    insert into idempotency_keys (user_id, key, fingerprint, created_at, answer)
    values (${user}, ${key}, ${fingerprint}, ${now}, ${answer})`,
)

export const storeAnswer = statement(
  'idempotency_keep',
  { ...callKey, answer: jsonb<unknown>() },
  {},
  ({ user, key, answer }) => `update idempotency_keys set answer = ${answer} where user_id = ${user} and key = ${key}`,
)

/** The terms of a sale by creator `c` to fan `f`; referrers earn for accounts created after `creatorsSince` and `fansSince`. */
export const saleTermsColumns = ({
  creatorsSince,
  fansSince,
}: Record<'creatorsSince' | 'fansSince', string>): string => `
      c.is_creator, c.price_cents, f.spending_limit_cents, f.deleted_at is not null as fan_gone,
      case when c.created_at > ${creatorsSince} then c.referred_by end as creator_referrer,
      case when f.created_at > ${fansSince} then f.referred_by end as fan_referrer,
      ${blockBetween('f.id', 'c.id')} as blocked`
export const saleTermsTypes = {
  is_creator: bool,
  price_cents: orNull(int),
  spending_limit_cents: orNull(int),
  fan_gone: bool,
  creator_referrer: orNull(uuid),
  fan_referrer: orNull(uuid),
  blocked: bool,
}
export type SaleTermsRow = RowOf<typeof saleTermsTypes>
export const referralMoments = { creatorsSince: timestamptz, fansSince: timestamptz }

/** Locks both rows, as a foreign key would: neither account can be closed before the commit. */
export const readSaleTerms = statement(
  'wallet_deal',
  { fan: uuid, creator: uuid, ...referralMoments },
  saleTermsTypes,
  ({ fan, creator, ...moments }) => `
    select ${saleTermsColumns(moments)}
    from users c join users f on f.id = ${fan}
    where c.id = ${creator} and c.deleted_at is null
    for key share of c, f`,
)

export const readSpentSince = statement(
  'wallet_spent',
  { owner: uuid, since: timestamptz },
  { spent: bigint },
  ({ owner, since }) => `
    select coalesce(-sum(p.amount_cents), 0)::bigint as spent
    from ledger_accounts a
    join ledger_postings p on p.account_id = a.id and p.created_at >= ${since}
    join ledger_entries e on e.id = p.entry_id
    left join ledger_entries r on r.id = e.reverses
    where a.owner_id = ${owner} and a.kind = 'wallet'
      and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request', 'refund')
      and e.reason is distinct from 'dispute_won'
      -- A chargeback is no purchase, and a refund of an earlier month does not reduce this month's spending.
      and (e.kind <> 'refund' or r.created_at >= ${since})`,
)

export const readWalletCents = statement(
  'wallet_cents',
  { owner: uuid },
  { balance_cents: bigint },
  ({ owner }) =>
    `select balance_cents from ledger_accounts where owner_id = ${owner} and kind = 'wallet' and shard = 0`,
)

export const lockGift = statement(
  'escrow_lock_gift',
  { entry: uuid },
  { table: oneOf('gifts'), id: uuid, paid_entry_id: orNull(uuid) },
  ({ entry }) => `select 'gifts' as table, id, paid_entry_id from gifts where entry_id = ${entry} for update`,
)
export const lockRequest = statement(
  'escrow_lock_request',
  { entry: uuid },
  { table: oneOf('paid_requests'), id: uuid, paid_entry_id: orNull(uuid) },
  ({ entry }) => `
    select 'paid_requests' as table, id, paid_entry_id from paid_requests where entry_id = ${entry} for update`,
)
