import { coinsOf } from '../../../contract/coins.ts'
import { needsSecondPerson } from '../../../contract/policy/payout.ts'
import type { StaffDispute, StaffPayout, StaffSale } from '../../../contract/staff-money.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { requireStaffAuth } from '../../identity/recent-auth.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { unseal } from '../../platform/keys.ts'
import type { Services } from '../../platform/services.ts'
import { advance } from '../payouts/payouts.ts'
import { presentPayout } from '../payouts/views.ts'
import { refundSale, saleKinds } from '../wallet/refunds.ts'
import { spanOfBeginning } from './begins-with.ts'
import {
  type DisputeRow,
  findPayers,
  findPeople,
  findSale,
  readDisputes,
  readPayoutAccount,
  readPayouts,
  readSale,
  readSales,
  readSalesOf,
  readSidesOfSale,
  type SaleRow,
  type StaffPayoutRow,
} from './money-statements.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** The payouts of all creators, oldest first, with what this staff member may do about each. */
export async function listPayouts(
  ctx: Services,
  viewer: Viewer,
  status: StaffPayout['status'] | 'open' | undefined,
  page: Page,
) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 'uuid') ?? [null]
  const states = status === 'open' ? ['requested', 'approved', 'processing'] : status === undefined ? null : [status]
  const found = await ctx.db.run(readPayouts, { states, after: after ?? null, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return {
    data: rows.map((row) => presentForStaff(row, viewer.id)),
    next,
  }
}

/**
 * Moves a payout to its next state, with the staff member as author, after a fresh sign-in. Failing one needs a reason,
 * which the creator reads.
 */
export async function decidePayout(
  ctx: Services,
  viewer: Viewer,
  input: { id: string; status: 'approved' | 'processing' | 'paid' | 'failed'; reason?: string | undefined },
) {
  requireStaffAuth(ctx, viewer)
  const { answer, afterCommit } = await ctx.db.transact(async (tx) => {
    const done = await advance(tx, ctx, input.id, input.status, { staffId: viewer.id }, input.reason ?? null)
    if (input.status === 'failed' && input.reason === undefined)
      throw refuse('invalid_input', { fields: { reason: ['needed'] } })
    await auditStaff(tx, viewer, `payout.${input.status}`, { kind: 'payout', id: input.id }, input.reason ?? null)
    return done
  })
  afterCommit()
  return answer
}

/**
 * The account of an approved payout, after a fresh sign-in; every look at it is logged. Whoever must not pay the payout
 * out does not see where to; throws `gone` for an account that the creator has removed.
 */
export async function openAccount(ctx: Services, viewer: Viewer, id: string) {
  requireStaffAuth(ctx, viewer)
  return ctx.db.transact(async (tx) => {
    const [row] = await tx.run(readPayoutAccount, { payout: id })
    if (row === undefined) throw refuse('not_found')
    if (row.user_id === viewer.id) throw refuse('own_thing')
    if (row.status !== 'approved' && row.status !== 'processing') throw refuse('already_done')
    if (needsSecondPerson({ cents: row.amount_cents, approverId: row.approver_id }, viewer.id))
      throw refuse('second_person_required')
    if (row.removed_at !== null) throw refuse('gone')
    await auditStaff(tx, viewer, 'payout.account', { kind: 'payout', id })
    return { kind: row.kind, account: unseal(row.sealed, 'payouts', ctx.env), holder: row.holder }
  })
}

/** Sales, newest first; the search is a receipt number, the id of a payment, or the start of a name or address. */
export async function listSales(ctx: Services, q: string, page: Page) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 'uuid') ?? [null]
  const target = await findTarget(ctx.db, q)
  const kinds = [...saleKinds]
  const part = { kinds, after: after ?? null, limit: limit + 1 }
  const { entry, users } = target
  const found = await (entry !== null
    ? ctx.db.run(readSale, { kinds, entry })
    : users !== null
      ? ctx.db.run(readSalesOf, { ...part, users })
      : ctx.db.run(readSales, part))
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(presentSale), next }
}

/**
 * Refunds a sale, with author and reason, after a fresh sign-in. Staff members refund nothing that they bought or sold
 * themselves.
 */
export async function refund(tx: Db, ctx: Services, viewer: Viewer, input: { entry_id: string; reason: string }) {
  requireStaffAuth(ctx, viewer)
  const [sale] = await tx.run(readSidesOfSale, { entry: input.entry_id })
  if (sale?.user_id === viewer.id || sale?.counterparty_id === viewer.id) throw refuse('own_thing')
  const afterCommit = await refundSale(tx, ctx, input.entry_id, { kind: 'refund', reason: input.reason })
  await auditStaff(tx, viewer, 'sale.refund', { kind: 'entry', id: input.entry_id }, input.reason)
  return { answer: { entry_id: input.entry_id }, afterCommit }
}

/** Disputes, newest first, with what they reversed and what is restored. */
export async function listDisputes(ctx: Services, status: StaffDispute['status'] | undefined, page: Page) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 'uuid') ?? [null]
  const found = await ctx.db.run(readDisputes, { status: status ?? null, after: after ?? null, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(presentDispute), next }
}

/** What a search names: one entry, or some users; both null for everything. */
async function findTarget(db: Db, q: string): Promise<{ entry: string | null; users: string[] | null }> {
  const term = q.trim()
  if (term === '') return { entry: null, users: null }
  if (isUuid(term)) {
    const [sale] = await db.run(findSale, { entry: term })
    if (sale !== undefined) return { entry: sale.id, users: null }
  }
  const people =
    isUuid(term) || /^(pi|cs)_/.test(term)
      ? await db.run(findPayers, { topup: isUuid(term) ? term : null, payment: term })
      : await db.run(findPeople, spanOfBeginning(term))
  return { entry: null, users: people.map((row) => row.id) }
}

const presentForStaff = (row: StaffPayoutRow, staffId: string): StaffPayout => ({
  ...presentPayout(row),
  user: { id: row.user_id, username: row.username },
  approved_by: row.approver_id === null ? null : { id: row.approver_id, username: row.approver },
  needs_second_person: needsSecondPerson({ cents: row.amount_cents, approverId: row.approver_id }, staffId),
  method_removed: row.method_removed,
})

const presentSale = (row: SaleRow): StaffSale => ({
  id: row.id,
  kind: row.kind,
  amount: coinsOf(row.cents),
  buyer: { id: row.user_id, username: row.buyer },
  creator: { id: row.counterparty_id, username: row.creator },
  created_at: row.created_at.toISOString(),
  taken_back:
    row.back_at === null
      ? null
      : { at: row.back_at.toISOString(), kind: row.back_kind ?? 'refund', reason: row.back_reason },
})

const presentDispute = (row: DisputeRow): StaffDispute => ({
  id: row.id,
  ref: row.provider_ref,
  user: { id: row.user_id, username: row.username },
  amount: coinsOf(row.amount_cents),
  reason: row.reason,
  status: row.status,
  taken: row.status === 'lost' || (row.status === 'open' && row.withdrawn),
  undone: row.undone,
  restored: row.restored,
  created_at: row.created_at.toISOString(),
  outcome_at: row.outcome_at?.toISOString() ?? null,
})
