import type { StaffDispute, StaffPayout } from '../../../contract/staff-money.ts'
import { afterId, beforeId, beforeRow } from '../../platform/db/keyset.ts'
import { firstRows } from '../../platform/db/pages.ts'
import {
  bigint,
  bool,
  cursorValue,
  int,
  neverNull,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  texts,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { approverOf, payoutColumns } from '../payouts/statements.ts'

const payoutStatus = textOf<StaffPayout['status']>()

export const readPayouts = statement(
  'staff_payouts',
  { states: orNull(texts), after: cursorValue(uuid), limit: int },
  {
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
    approver_id: orNull(uuid),
    approver: orNull(text),
    method_removed: bool,
  },
  ({ states, after, limit }) => `
    select ${approverOf('p')} as approver_id,
      (select a.username from users a where a.id = ${approverOf('p')}) as approver, m.removed_at is not null as method_removed,
      ${payoutColumns} where (${states} is null or p.status = any(${states})) and ${afterId('p.id', after)}
    order by p.id limit ${limit}`,
)
export type StaffPayoutRow = RowOf<typeof readPayouts>

export const readPayoutAccount = statement(
  'staff_payout_account',
  { payout: uuid },
  {
    user_id: uuid,
    amount_cents: int,
    status: payoutStatus,
    approver_id: orNull(uuid),
    removed_at: orNull(timestamptz),
    kind: oneOf('iban', 'paypal'),
    holder: text,
    sealed: text,
  },
  ({ payout }) => `
    select p.user_id, p.amount_cents, p.status, ${approverOf('p')} as approver_id, m.removed_at, m.kind, m.holder, m.sealed
    from payouts p join payout_methods m on m.id = p.method_id where p.id = ${payout}`,
)

const saleTypes = {
  id: uuid,
  kind: text,
  cents: bigint,
  user_id: neverNull(uuid, 'every sale has a buyer'),
  buyer: orNull(text),
  counterparty_id: neverNull(uuid, 'every sale has a seller'),
  creator: orNull(text),
  created_at: timestamptz,
  back_at: orNull(timestamptz),
  back_kind: orNull(text),
  back_reason: orNull(text),
}
export type SaleRow = RowOf<typeof saleTypes>

/** Entries `e` that are sales. */
const isSale = (kinds: string) => `e.kind = any(${kinds})
        -- Of what waited in escrow, what the buyer paid is the sale, and not what handed it on.
        and (e.kind not in ('gift', 'request') or exists (select 1 from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.entry_id = e.id and a.kind = 'wallet'))`

/** The page is cut before it is joined. */
const salesSql = (page: string, order: string) => `
    with page as materialized (${page})
    select e.id, e.kind, e.user_id, b.username as buyer, e.counterparty_id, c.username as creator, e.created_at,
      (select -sum(p.amount_cents)::bigint from ledger_postings p where p.entry_id = e.id and p.amount_cents < 0) as cents,
      r.created_at as back_at, r.kind as back_kind, r.reason as back_reason
    from page e
    left join ledger_entries r on r.reverses = e.id
    left join users b on b.id = e.user_id left join users c on c.id = e.counterparty_id
    order by ${order}`

const salePage = { kinds: texts, after: cursorValue(uuid), limit: int }

export const readSales = statement('staff_sales', salePage, saleTypes, ({ kinds, after, limit }) =>
  salesSql(
    firstRows(
      `select e.* from ledger_entries e where ${isSale(kinds)}
        and ${beforeId('e.id', after)} order by e.id desc`,
      limit,
    ),
    'e.id desc',
  ),
)
/** One sale, of which there is no second page. */
export const readSale = statement('staff_sale', { kinds: texts, entry: uuid }, saleTypes, ({ kinds, entry }) =>
  salesSql(`select e.* from ledger_entries e where ${isSale(kinds)} and e.id = ${entry}`, 'e.id desc'),
)
/** The sales in which one of the users bought or sold: the latest of each, of which the page has the latest. */
export const readSalesOf = statement(
  'staff_sales_of',
  { users: uuids, ...salePage },
  saleTypes,
  ({ users, kinds, after, limit }) => {
    const order = 'e.created_at desc, e.id desc'
    const cursor = [`(select b.created_at from ledger_entries b where b.id = ${after})`, after] as const
    const side = (column: string) => `
        (select e.* from ledger_entries e
        where e.${column} = person.id and ${isSale(kinds)} and ${beforeRow('e.created_at', 'e.id', ...cursor)}
        order by ${order} limit ${limit})`
    return salesSql(
      firstRows(
        `select distinct e.* from unnest(${users}) person (id) cross join lateral (
        ${side('user_id')} union all ${side('counterparty_id')}
      ) e order by ${order}`,
        limit,
      ),
      order,
    )
  },
)
/** The sale by its receipt, or by that of its refund. */
export const findSale = statement(
  'staff_sale_named',
  { entry: uuid },
  { id: uuid },
  ({ entry }) => `
    select coalesce(reverses, id) as id from ledger_entries
    where id = ${entry} and kind not in ('topup', 'transfer', 'release', 'payout')`,
)
export const readSidesOfSale = statement(
  'staff_sale_sides',
  { entry: uuid },
  { user_id: orNull(uuid), counterparty_id: orNull(uuid) },
  ({ entry }) => `select user_id, counterparty_id from ledger_entries where id = ${entry}`,
)

/** The buyer behind an id of ours or of the payment provider. */
export const findPayers = statement(
  'staff_payers',
  { topup: orNull(uuid), payment: text },
  { id: uuid },
  ({ topup, payment }) => `
    select user_id as id from topups where id = ${topup}
    union select user_id from topups where provider in ('sandbox', 'stripe') and payment_ref = ${payment}
    union select user_id from topups where provider in ('sandbox', 'stripe') and provider_ref = ${payment}`,
)
/** The first fifty names and addresses from `from` on and before `to`, compared as bytes (`spanOfBeginning`). */
export const findPeople = statement(
  'staff_people_named',
  { from: text, to: text },
  { id: uuid },
  ({ from, to }) => `
    (select id from users where username ~>=~ ${from} and username ~<~ ${to} order by username using ~<~ limit 50)
    union
    (select id from users where lower(email) ~>=~ ${from} and lower(email) ~<~ ${to} order by lower(email) using ~<~ limit 50)`,
)

export const readDisputes = statement(
  'staff_disputes',
  { status: orNull(text), after: cursorValue(uuid), limit: int },
  {
    id: uuid,
    provider_ref: text,
    user_id: uuid,
    username: orNull(text),
    amount_cents: int,
    reason: orNull(text),
    status: textOf<StaffDispute['status']>(),
    withdrawn: bool,
    undone: int,
    restored: int,
    created_at: timestamptz,
    outcome_at: orNull(timestamptz),
  },
  ({ status, after, limit }) => `
    select d.id, d.provider_ref, t.user_id, u.username, d.amount_cents, d.reason, d.status, d.withdrawn, d.created_at, d.outcome_at,
      (select count(*)::int from undone_sales s where s.topup_id = t.id) as undone,
      (select count(*)::int from undone_sales s where s.topup_id = t.id and s.redone_by is not null) as restored
    from disputes d join topups t on t.id = d.topup_id join users u on u.id = t.user_id
    where (${status} is null or d.status = ${status}) and ${beforeId('d.id', after)}
    order by d.id desc limit ${limit}`,
)
export type DisputeRow = RowOf<typeof readDisputes>
