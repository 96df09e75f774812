import type { StaffDispute, StaffPayout, StaffSale } from '../../../contract/staff-money.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { advance, type PayoutRow, unseal } from '../payouts/payouts.ts'
import { payoutColumns, presentPayout } from '../payouts/views.ts'
import { refundSale, saleKinds } from '../wallet/refunds.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** The payouts of everybody, oldest first. */
export async function listPayouts(ctx: Services, status: StaffPayout['status'] | 'open' | undefined, page: Page) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 1) ?? [null]
  const wanted = status === 'open' ? ['requested', 'approved', 'processing'] : status === undefined ? null : [status]
  const found = await ctx.db.run<PayoutRow>(queue, [wanted, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return {
    data: rows.map((row) => ({ ...presentPayout(row), user: { id: row.user_id, username: row.username } })),
    next,
  }
}

/** Takes a payout on, and writes who did it. Failing one needs a reason, which the creator reads. */
export async function decidePayout(
  ctx: Services,
  viewer: Viewer,
  it: { id: string; status: 'approved' | 'processing' | 'paid' | 'failed'; reason?: string | undefined },
) {
  const { answer, afterCommit } = await ctx.db.transact(async (tx) => {
    const done = await advance(tx, ctx, it.id, it.status, { staffId: viewer.id }, it.reason ?? null)
    if (it.status === 'failed' && it.reason === undefined)
      throw refuse('invalid_input', { fields: { reason: ['needed'] } })
    await auditStaff(tx, viewer, `payout.${it.status}`, { kind: 'payout', id: it.id }, it.reason ?? null)
    return done
  })
  afterCommit()
  return answer
}

/** Where an approved payout is to be sent; nobody looks without leaving their name in the log. */
export async function openAccount(ctx: Services, viewer: Viewer, id: string) {
  return ctx.db.transact(async (tx) => {
    const [row] = await tx.run<AccountRow>(accountOf, [id])
    if (row === undefined) throw refuse('not_found')
    if (row.user_id === viewer.id) throw refuse('own_thing')
    if (row.status !== 'approved' && row.status !== 'processing') throw refuse('already_done')
    await auditStaff(tx, viewer, 'payout.account', { kind: 'payout', id })
    return { kind: row.kind, account: unseal(row.sealed, ctx.env.SECRET), holder: row.holder }
  })
}

/** Sales, newest first; the words are a receipt number, the id of a payment, or how a name or address begins. */
export async function listSales(ctx: Services, q: string, page: Page) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 1) ?? [null]
  const about = await whom(ctx.db, q)
  const found = await ctx.db.run<SaleRow>(sales, [[...saleKinds], about.entryId, about.userIds, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(showSale), next }
}

/** Takes a sale back, and writes who did it and why. Nobody refunds what they bought or sold themselves. */
export async function refund(tx: Db, ctx: Services, viewer: Viewer, it: { entry_id: string; reason: string }) {
  const [sale] = await tx.run<{ user_id: string | null; counterparty_id: string | null }>(sidesOf, [it.entry_id])
  if (sale?.user_id === viewer.id || sale?.counterparty_id === viewer.id) throw refuse('own_thing')
  const afterCommit = await refundSale(tx, ctx, it.entry_id, { kind: 'refund', reason: it.reason })
  await auditStaff(tx, viewer, 'sale.refund', { kind: 'entry', id: it.entry_id }, it.reason)
  return { answer: { entry_id: it.entry_id }, afterCommit }
}

/** Disputes, newest first, with what they undid and what stands again. */
export async function listDisputes(ctx: Services, status: StaffDispute['status'] | undefined, page: Page) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 1) ?? [null]
  const found = await ctx.db.run<DisputeRow>(disputes, [status ?? null, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(showDispute), next }
}

/** Whom or what the words of a search name: one entry, or some people; all null for everything. */
async function whom(db: Db, q: string): Promise<{ entryId: string | null; userIds: string[] | null }> {
  const words = q.trim()
  if (words === '') return { entryId: null, userIds: null }
  if (uuid.test(words)) {
    const [entry] = await db.run<{ id: string }>(saleNamed, [words])
    if (entry !== undefined) return { entryId: entry.id, userIds: null }
  }
  const begins = `${words
    .replace(/^@/, '')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const people = await db.run<{ id: string }>(uuid.test(words) || /^(pi|cs)_/.test(words) ? payers : peopleNamed, [
    /^(pi|cs)_/.test(words) || uuid.test(words) ? words : begins,
  ])
  return { entryId: null, userIds: people.map((it) => it.id) }
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const showSale = (row: SaleRow): StaffSale => ({
  id: row.id,
  kind: row.kind,
  amount: row.cents / 100,
  buyer: { id: row.user_id, username: row.buyer },
  creator: { id: row.counterparty_id, username: row.creator },
  created_at: row.created_at.toISOString(),
  taken_back:
    row.back_at === null
      ? null
      : { at: row.back_at.toISOString(), kind: row.back_kind ?? 'refund', reason: row.back_reason },
})

const showDispute = (row: DisputeRow): StaffDispute => ({
  id: row.id,
  ref: row.provider_ref,
  user: { id: row.user_id, username: row.username },
  amount: row.amount_cents / 100,
  reason: row.reason,
  status: row.status,
  taken: row.status === 'lost' || (row.status === 'open' && row.withdrawn),
  undone: row.undone,
  restored: row.restored,
  created_at: row.created_at.toISOString(),
  outcome_at: row.outcome_at?.toISOString() ?? null,
})

type AccountRow = {
  user_id: string
  status: StaffPayout['status']
  kind: 'iban' | 'paypal'
  holder: string
  sealed: string
}
type SaleRow = {
  id: string
  kind: string
  cents: number
  user_id: string
  buyer: string | null
  counterparty_id: string
  creator: string | null
  created_at: Date
  back_at: Date | null
  back_kind: string | null
  back_reason: string | null
}
type DisputeRow = {
  id: string
  provider_ref: string
  user_id: string
  username: string | null
  amount_cents: number
  reason: string | null
  status: StaffDispute['status']
  withdrawn: boolean
  undone: number
  restored: number
  created_at: Date
  outcome_at: Date | null
}

const queue: Statement = {
  name: 'staff_payouts',
  text: `select ${payoutColumns} where ($1::text[] is null or p.status = any($1::text[])) and ($2::uuid is null or p.id > $2::uuid)
    order by p.id limit $3`,
}
const accountOf: Statement = {
  name: 'staff_payout_account',
  text: `select p.user_id, p.status, m.kind, m.holder, m.sealed from payouts p join payout_methods m on m.id = p.method_id where p.id = $1`,
}
const sales: Statement = {
  name: 'staff_sales',
  text: `
    select e.id, e.kind, e.user_id, b.username as buyer, e.counterparty_id, c.username as creator, e.created_at,
      (select -sum(p.amount_cents)::bigint from ledger_postings p where p.entry_id = e.id and p.amount_cents < 0) as cents,
      r.created_at as back_at, r.kind as back_kind, r.reason as back_reason
    from ledger_entries e
    left join ledger_entries r on r.reverses = e.id
    left join users b on b.id = e.user_id left join users c on c.id = e.counterparty_id
    where e.kind = any($1::text[]) and ($2::uuid is null or e.id = $2::uuid)
      -- Of what waited in escrow, what the buyer paid is the sale, and not what handed it on.
      and (e.kind not in ('gift', 'request') or exists (select 1 from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.entry_id = e.id and a.kind = 'wallet'))
      and ($3::uuid[] is null or e.user_id = any($3::uuid[]) or e.counterparty_id = any($3::uuid[]))
      and ($4::uuid is null or e.id < $4::uuid)
    order by e.id desc limit $5`,
}
/** A receipt of a sale, or of what took it back. */
const saleNamed: Statement = {
  name: 'staff_sale_named',
  text: `select coalesce(reverses, id) as id from ledger_entries where id = $1::uuid and kind not in ('topup', 'transfer', 'release', 'payout')`,
}
const payers: Statement = {
  name: 'staff_payers',
  text: `select distinct user_id as id from topups where id::text = lower($1::text) or payment_ref = $1::text or provider_ref = $1::text`,
}
const peopleNamed: Statement = {
  name: 'staff_people_named',
  text: `select id from users where username like $1 or lower(email) like $1 order by id limit 50`,
}
const sidesOf: Statement = {
  name: 'staff_sale_sides',
  text: `select user_id, counterparty_id from ledger_entries where id = $1`,
}
const disputes: Statement = {
  name: 'staff_disputes',
  text: `
    select d.id, d.provider_ref, t.user_id, u.username, d.amount_cents, d.reason, d.status, d.withdrawn, d.created_at, d.outcome_at,
      (select count(*)::int from undone_sales s where s.topup_id = t.id) as undone,
      (select count(*)::int from undone_sales s where s.topup_id = t.id and s.redone_by is not null) as restored
    from disputes d join topups t on t.id = d.topup_id join users u on u.id = t.user_id
    where ($1::text is null or d.status = $1::text) and ($2::uuid is null or d.id < $2::uuid)
    order by d.id desc limit $3`,
}
