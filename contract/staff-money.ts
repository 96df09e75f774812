import * as v from 'valibot'
import { endpoint, staff } from './endpoint.ts'
import { payoutMethodShape, payoutShape, payoutStatuses } from './payouts.ts'
import { coins, done, id, list, listing, text, time } from './shapes.ts'

const who = v.object({ id: v.string(), username: v.nullable(v.string()) })

const staffPayoutShape = v.object({
  ...payoutShape.entries,
  user: who,
  approved_by: v.nullable(who),
  /** The viewer approved it, and another staff member has to pay it out because of its amount. */
  needs_second_person: v.boolean(),
  /** The creator has removed the account since the request, so that it can only be failed. */
  method_removed: v.boolean(),
})
export type StaffPayout = v.InferOutput<typeof staffPayoutShape>

const staffSaleShape = v.object({
  id: v.string(),
  kind: v.string(),
  amount: coins,
  buyer: who,
  creator: who,
  created_at: time,
  /** Null unless the sale was reversed. */
  taken_back: v.nullable(v.object({ at: time, kind: v.string(), reason: v.nullable(v.string()) })),
})
export type StaffSale = v.InferOutput<typeof staffSaleShape>

const disputeStatuses = ['open', 'won', 'lost'] as const
const staffDisputeShape = v.object({
  id: v.string(),
  /** The payment provider's name for it. */
  ref: v.string(),
  user: who,
  amount: coins,
  reason: v.nullable(v.string()),
  status: v.picklist(disputeStatuses),
  /** Whether the coins are taken back now. */
  taken: v.boolean(),
  /** The number of purchases reversed because of it, and of those restored. */
  undone: v.number(),
  restored: v.number(),
  created_at: time,
  outcome_at: v.nullable(time),
})
export type StaffDispute = v.InferOutput<typeof staffDisputeShape>

/** The questions of the ledger check. */
export const ledgerQuestions = [
  'overall',
  'entries',
  'empty',
  'orphans',
  'balances',
  'running',
  'negative',
  'entitled',
  'purchased',
  'paid',
  'topups',
  'payouts',
  'escrow',
  'spending',
  'earnings',
  'subscriptions',
  'links',
  'broadcasts',
  'cohorts',
  'sold',
] as const
export type LedgerQuestion = (typeof ledgerQuestions)[number]

const ledgerCheckShape = v.object({
  running: v.nullable(
    v.object({
      started_at: time,
      done: v.number(),
      total: v.number(),
      asking: v.nullable(v.picklist(ledgerQuestions)),
    }),
  ),
  last: v.nullable(
    v.object({
      started_at: time,
      finished_at: time,
      /** The staff member who started it; null for the nightly job. */
      by: v.nullable(who),
      violations: v.array(v.object({ question: v.picklist(ledgerQuestions), what: v.string() })),
      /** The error of a check without a result. */
      failure: v.nullable(v.string()),
    }),
  ),
})
export type LedgerCheck = v.InferOutput<typeof ledgerCheckShape>

const reason = text(300, 3)
/** Of decisions about money, and of what staff open of it. */
const staffAuth = ['second_factor_required', 'fresh_sign_in_required'] as const

/** The money part of the back office (product §26). */
export const staffMoney = {
  payouts: endpoint({
    method: 'GET',
    path: '/api/staff/payouts',
    access: staff,
    input: v.object({ ...listing, status: v.optional(v.picklist([...payoutStatuses, 'open'])) }),
    output: list(staffPayoutShape),
    errors: [],
    summary: 'All payouts, oldest first; `open` are those that wait for staff.',
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/staff/payouts/{id}',
    access: staff,
    input: v.object({
      id,
      status: v.picklist(['approved', 'processing', 'paid', 'failed']),
      reason: v.optional(reason),
    }),
    output: v.object({ id: v.string(), status: v.picklist(payoutStatuses) }),
    errors: [...staffAuth, 'not_found', 'already_done', 'own_thing', 'second_person_required'],
    summary:
      'Move a payout to its next state; a failed one needs a reason, and its coins return to the creator. Above 1,000 coins the approver cannot pay it out.',
  }),
  openAccount: endpoint({
    method: 'POST',
    path: '/api/staff/payouts/{id}/account',
    access: staff,
    input: v.object({ id }),
    output: v.object({ kind: payoutMethodShape.entries.kind, account: v.string(), holder: v.string() }),
    errors: [...staffAuth, 'not_found', 'own_thing', 'already_done', 'second_person_required', 'gone'],
    summary: 'The full account of an approved payout; each read is written to the log.',
  }),
  sales: endpoint({
    method: 'GET',
    path: '/api/staff/sales',
    access: staff,
    rate: 'heavy',
    input: v.object({ ...listing, q: v.optional(text(100), '') }),
    output: list(staffSaleShape),
    errors: [],
    summary: 'Sales, newest first, by receipt number, payment, or the username or address of either side.',
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/staff/refunds',
    access: staff,
    input: v.object({ entry_id: id, reason }),
    output: v.object({ entry_id: v.string() }),
    errors: [...staffAuth, 'not_found', 'already_done', 'own_thing', 'idempotency_conflict'],
    summary: 'Refund a sale: reverses postings, entitlement and, if it was the last month, the subscription.',
    money: true,
  }),
  disputes: endpoint({
    method: 'GET',
    path: '/api/staff/disputes',
    access: staff,
    input: v.object({ ...listing, status: v.optional(v.picklist(disputeStatuses)) }),
    output: list(staffDisputeShape),
    errors: [],
    summary: 'Disputed payments, newest first.',
  }),
  ledgerCheck: endpoint({
    method: 'GET',
    path: '/api/staff/ledger-check',
    access: staff,
    input: v.object({}),
    output: ledgerCheckShape,
    errors: [],
    summary: 'The running ledger check, and the result of the last one.',
  }),
  startLedgerCheck: endpoint({
    method: 'POST',
    path: '/api/staff/ledger-check',
    access: staff,
    input: v.object({}),
    output: done,
    errors: ['already_done'],
    summary: 'Start a ledger check; one runs at a time.',
  }),
}
