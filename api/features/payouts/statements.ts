import type { Payout, StatementPart } from '../../../contract/payouts.ts'
import { beforeId, beforeRow } from '../../platform/db/keyset.ts'
import type { LedgerAccountKind } from '../../platform/db/schema/wallet.ts'
import {
  bigint,
  bool,
  cursorValue,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  texts,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const payoutStatus = textOf<Payout['status']>()

/**
 * The postings behind a figure of a creator's earnings, newest first: the newest of each account, and of these the page.
 */
export const earningsMovements = statement(
  'earnings_movements',
  {
    owner: uuid,
    accountKinds: texts,
    incomingOnly: bool,
    from: orNull(timestamptz),
    to: orNull(timestamptz),
    beforeAt: orNull(cursorValue(timestamptz)),
    beforeEntry: orNull(cursorValue(uuid)),
    beforeAccount: orNull(cursorValue(uuid)),
    limit: int,
  },
  {
    id: uuid,
    account: uuid,
    account_kind: text,
    kind: text,
    amount_cents: bigint,
    created_at: timestamptz,
    at: text,
    other_id: orNull(uuid),
    other_username: orNull(text),
  },
  (p) => `
    with page as materialized (
      select p.*, a.kind as account_kind from ledger_accounts a
      cross join lateral (
        select p.* from ledger_postings p
        where p.account_id = a.id and (not ${p.incomingOnly} or p.amount_cents > 0)
          and p.created_at >= coalesce(${p.from}, '-infinity') and p.created_at < coalesce(${p.to}, 'infinity')
          and p.created_at <= coalesce(${p.beforeAt}, 'infinity')
          and (${p.beforeAt} is null
            or (p.created_at, p.entry_id, p.account_id) < (${p.beforeAt}, ${p.beforeEntry}, ${p.beforeAccount}))
        order by p.created_at desc, p.entry_id desc limit ${p.limit}
      ) p
      where a.owner_id = ${p.owner} and a.kind = any(${p.accountKinds})
      order by p.created_at desc, p.entry_id desc, p.account_id desc limit ${p.limit}
    )
    select e.id, p.account_id as account, p.account_kind, e.kind, p.amount_cents, p.created_at,
      p.created_at::text as at, o.id as other_id, o.username as other_username
    from page p join ledger_entries e on e.id = p.entry_id
    left join users o on o.id = case when e.user_id = ${p.owner} then e.counterparty_id else e.user_id end
    order by p.created_at desc, p.entry_id desc, p.account_id desc`,
)
export type MovementRow = RowOf<typeof earningsMovements>

/** When the oldest earnings that are still held came in. */
export const oldestHeld = statement(
  'earnings_next_held',
  { owner: uuid },
  { at: orNull(timestamptz) },
  ({ owner }) => `
    select min(p.created_at) as at from ledger_accounts a
    cross join lateral (
      select p.created_at from ledger_postings p
      where p.account_id = a.id and p.amount_cents > 0 and p.created_at > coalesce(a.released_through, '-infinity')
        and not exists (select 1 from ledger_entries r where r.reverses = p.entry_id)
      order by p.created_at limit 1
    ) p
    where a.owner_id = ${owner} and a.kind in ('pending', 'referral')`,
)
export const accountsToRelease = statement(
  'earnings_due_accounts',
  { through: timestamptz },
  { id: uuid },
  ({ through }) => `
    select a.id from ledger_accounts a
    where a.kind in ('pending', 'referral') and a.balance_cents > 0
      and exists (select 1 from ledger_postings p where p.account_id = a.id and p.amount_cents > 0
        and p.created_at > coalesce(a.released_through, '-infinity') and p.created_at <= ${through})
    order by a.id`,
)
export const lockHeldAccount = statement(
  'earnings_lock_account',
  { id: uuid },
  { owner_id: uuid, kind: textOf<LedgerAccountKind>(), shard: int, released_through: orNull(timestamptz) },
  ({ id }) => `select owner_id, kind, shard, released_through from ledger_accounts where id = ${id} for update`,
)
export const heldCents = statement(
  'earnings_held_until',
  { account: uuid, after: orNull(timestamptz), through: timestamptz },
  { cents: bigint },
  ({ account, after, through }) => `
    select coalesce(sum(p.amount_cents), 0)::bigint as cents from ledger_postings p
    where p.account_id = ${account} and p.amount_cents > 0
      and p.created_at > coalesce(${after}, '-infinity') and p.created_at <= ${through}
      and not exists (select 1 from ledger_entries r where r.reverses = p.entry_id)`,
)
export const markReleased = statement(
  'earnings_mark_released',
  { account: uuid, through: timestamptz },
  {},
  ({ account, through }) => `update ledger_accounts set released_through = ${through} where id = ${account}`,
)

/** Who approved a payout; one that a version without `approved_by` approved has only its last decision. */
export const approverOf = (payout: string): string =>
  `coalesce(${payout}.approved_by, case when ${payout}.status in ('approved', 'processing') then ${payout}.decided_by end)`

/** What a `PayoutRow` is read from; ends with the tables, before `where`. */
export const payoutColumns = `p.id, p.user_id, u.username, p.amount_cents, p.status, m.label as method, p.reason, p.entry_id, p.created_at, p.settled_at
  from payouts p join users u on u.id = p.user_id left join payout_methods m on m.id = p.method_id`
const payoutTypes = {
  id: uuid,
  user_id: uuid,
  username: orNull(text),
  amount_cents: int,
  status: payoutStatus,
  method: orNull(text),
  reason: orNull(text),
  entry_id: uuid,
  created_at: timestamptz,
  settled_at: orNull(timestamptz),
}
export type PayoutRow = RowOf<typeof payoutTypes>

export const payoutsOfUser = statement(
  'payouts_mine',
  { user: uuid, before: orNull(cursorValue(uuid)), limit: int },
  payoutTypes,
  ({ user, before, limit }) => `
    select ${payoutColumns} where p.user_id = ${user} and ${beforeId('p.id', before)}
    order by p.id desc limit ${limit}`,
)
/** No row while another payout of the user is open. */
export const insertPayout = statement(
  'payout_request',
  { id: uuid, user: uuid, method: orNull(uuid), cents: int, entry: uuid, now: timestamptz },
  { id: uuid },
  ({ id, user, method, cents, entry, now }) => `
    insert into payouts (id, user_id, method_id, amount_cents, status, entry_id, created_at)
    values (${id}, ${user}, ${method}, ${cents}, 'requested', ${entry}, ${now})
    on conflict (user_id) where status in ('requested', 'approved', 'processing') do nothing returning id`,
)
export const lockPayout = statement(
  'payout_lock',
  { id: uuid },
  {
    id: uuid,
    user_id: uuid,
    amount_cents: int,
    status: payoutStatus,
    entry_id: uuid,
    approver_id: orNull(uuid),
  },
  ({ id }) => `
    select id, user_id, amount_cents, status, entry_id, ${approverOf('p')} as approver_id
    from payouts p where id = ${id} for update`,
)
export type LockedPayout = RowOf<typeof lockPayout>
export const updatePayout = statement(
  'payout_advance',
  {
    id: uuid,
    status: payoutStatus,
    reason: orNull(text),
    decidedBy: orNull(uuid),
    now: timestamptz,
    isOver: bool,
  },
  {},
  (p) => `
    update payouts set status = ${p.status}, reason = coalesce(${p.reason}, reason),
      approved_by = case when ${p.status} = 'approved' then ${p.decidedBy} else approved_by end,
      decided_by = coalesce(${p.decidedBy}, decided_by), decided_at = ${p.now},
      settled_at = case when ${p.isOver} then ${p.now} end
    where id = ${p.id}`,
)

/** Which kinds of movements each part of a statement is made of. */
export const statementParts: Record<StatementPart, readonly string[]> = {
  subscriptions: ['subscription', 'renewal', 'gift'],
  tips: ['tip'],
  requests: ['request'],
  unlocks: ['unlock', 'post'],
  refunds: ['refund', 'chargeback'],
}
const kindsOf = (part: StatementPart): string => statementParts[part].map((kind) => `'${kind}'`).join(', ')

/**
 * What came into the `pending` of the creator by the sale `entry`. A sale that a won dispute repeats came to what it did at
 * first, whichever accounts the money is taken from when it returns.
 */
const netOf = (entry: string) => `(
  with recursive sale as (
    select ${entry} as id, 0 as depth
    union all select u.entry_id, s.depth + 1 from undone_sales u join sale s on u.redone_by = s.id
  )
  select sum(p.amount_cents) from ledger_postings p join ledger_accounts a on a.id = p.account_id
  where p.entry_id = (select id from sale order by depth desc limit 1) and a.kind = 'pending')`

const month = { creator: uuid, from: timestamptz, to: timestamptz }

export const monthTotals = statement(
  'earnings_month_totals',
  month,
  {
    gross: bigint,
    net: bigint,
    subscriptions: bigint,
    tips: bigint,
    requests: bigint,
    unlocks: bigint,
    refunds: bigint,
    referrals: bigint,
  },
  (p) => `
    select coalesce(sum(gross_cents) filter (where kind <> 'referral'), 0)::bigint as gross,
      coalesce(sum(net_cents) filter (where kind <> 'referral'), 0)::bigint as net,
      ${(['subscriptions', 'tips', 'requests', 'unlocks'] as const)
        .map(
          (part) =>
            `coalesce(sum(net_cents) filter (where not is_return and kind in (${kindsOf(part)})), 0)::bigint as ${part},`,
        )
        .join('\n      ')}
      coalesce(sum(net_cents) filter (where is_return), 0)::bigint as refunds,
      coalesce(sum(net_cents) filter (where kind = 'referral'), 0)::bigint as referrals
    from earnings_days where owner_id = ${p.creator}
      and day >= (${p.from} at time zone 'UTC')::date and day < (${p.to} at time zone 'UTC')::date`,
)
/**
 * Sales seen from their creator: gross is what the fan paid, net what came into `pending`. A refund is the same with the
 * signs turned, wherever the money was taken from. What only waits in escrow, or went back from there, is no sale. The
 * page is cut before anything is added up.
 */
const linesOf = (name: string, which = 'true') =>
  statement(
    name,
    {
      ...month,
      kinds: texts,
      beforeAt: orNull(cursorValue(timestamptz)),
      beforeId: orNull(cursorValue(uuid)),
      limit: int,
    },
    {
      id: uuid,
      kind: text,
      created_at: timestamptz,
      at: text,
      gross: bigint,
      net: bigint,
      other_id: orNull(uuid),
      other_username: orNull(text),
    },
    (p) => `
    with page as materialized (
      select e.id, e.kind, e.created_at, e.user_id, e.reverses from ledger_entries e
      where e.counterparty_id = ${p.creator} and e.created_at >= ${p.from} and e.created_at < ${p.to}
        and ${beforeRow('e.created_at', 'e.id', p.beforeAt, p.beforeId)}
        and e.kind = any(${p.kinds}) and ${which}
        and (e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip') or exists (
          select 1 from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.entry_id = coalesce(e.reverses, e.id) and a.kind in ('pending', 'available', 'loss')))
      order by e.created_at desc, e.id desc limit ${p.limit}
    )
    select e.id, e.kind, e.created_at, e.created_at::text as at, o.gross::bigint as gross, o.net::bigint as net,
      e.user_id as other_id, u.username as other_username
    from page e
    cross join lateral (
      select coalesce(-sum(p.amount_cents) filter (where a.kind in ('wallet', 'escrow')), 0) as gross,
        case when e.reverses is null then ${netOf('e.id')} else -${netOf('e.reverses')} end as net
      from ledger_postings p join ledger_accounts a on a.id = p.account_id where p.entry_id = e.id
    ) o
    left join users u on u.id = e.user_id
    where o.net is not null order by e.created_at desc, e.id desc`,
  )
export const monthLines = linesOf('earnings_month_lines')
/** The refunds alone, which are few among the sales of a month and have an index of their own. */
export const monthReturns = linesOf('earnings_month_returns', 'e.reverses is not null')
