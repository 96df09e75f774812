import * as v from 'valibot'
import { creator, endpoint, ownerOnly } from './endpoint.ts'
import { coins, coinsIn, done, id, list, listing, text, time } from './shapes.ts'

export const payoutStatuses = ['requested', 'approved', 'processing', 'paid', 'failed', 'cancelled'] as const

export const payoutShape = v.object({
  id: v.string(),
  amount: coins,
  status: v.picklist(payoutStatuses),
  method: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  created_at: time,
  settled_at: v.nullable(time),
})
export type Payout = v.InferOutput<typeof payoutShape>

export const payoutMethodShape = v.object({
  id: v.string(),
  kind: v.picklist(['iban', 'paypal']),
  label: v.string(),
  holder: v.string(),
  /** A new method waits before it can be paid to; the API decides, not the clock of a browser. */
  usable_from: time,
  is_usable: v.boolean(),
})
export type PayoutMethod = v.InferOutput<typeof payoutMethodShape>

const earningsShape = v.object({ pending: coins, available: coins, next_release: v.nullable(time) })

const earningsOf = ['available', 'pending', 'referrals'] as const
export type EarningsOf = (typeof earningsOf)[number]
/** A posting on an account of earnings; `id` is its movement, which can have postings on several accounts. */
const earningsMovementShape = v.object({
  id: v.string(),
  account: v.string(),
  kind: v.string(),
  amount: coins,
  counterparty: v.nullable(v.object({ id: v.string(), username: v.nullable(v.string()) })),
  created_at: time,
})
export type EarningsMovement = v.InferOutput<typeof earningsMovementShape>

const month = v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
/** The totals of a statement that its lines add up to. */
export const statementParts = ['subscriptions', 'tips', 'requests', 'unlocks', 'refunds'] as const
export type StatementPart = (typeof statementParts)[number]

/** A line of a statement: the creator's share of one sale, or its refund, with the fee. */
const statementLineShape = v.object({
  id: v.string(),
  kind: v.string(),
  gross: coins,
  fee: coins,
  net: coins,
  counterparty: v.nullable(v.object({ id: v.string(), username: v.nullable(v.string()) })),
  created_at: time,
})
const statementShape = v.object({
  month: v.string(),
  totals: v.object({
    gross: coins,
    fee: coins,
    net: coins,
    subscriptions: coins,
    tips: coins,
    requests: coins,
    unlocks: coins,
    refunds: coins,
    referrals: coins,
  }),
  data: v.array(statementLineShape),
  next: v.nullable(v.string()),
})
export type Statement = v.InferOutput<typeof statementShape>

const openReasons = [
  'insufficient_coins',
  'invalid_amount',
  'fresh_sign_in_required',
  'already_done',
  'not_found',
  'payout_method_waiting',
  'idempotency_conflict',
] as const

export const payouts = {
  earnings: endpoint({
    method: 'GET',
    path: '/api/creator/earnings',
    access: creator('can_payment'),
    input: v.object({}),
    output: earningsShape,
    errors: [],
    summary: 'The earnings held for 7 days, those available, and when the next are released.',
  }),
  movements: endpoint({
    method: 'GET',
    path: '/api/creator/earnings/movements',
    access: creator('can_payment'),
    rate: 'heavy',
    input: v.object({ of: v.picklist(earningsOf), month: v.optional(month), ...listing }),
    output: list(earningsMovementShape),
    errors: [],
    summary: 'The movements of an account of earnings, newest first; their sum is its balance.',
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/api/creator/earnings/transfer',
    access: ownerOnly({ verified: true }),
    input: v.object({ amount: coinsIn }),
    output: v.object({ available: coins, coins }),
    errors: ['insufficient_coins', 'invalid_amount', 'fresh_sign_in_required', 'idempotency_conflict'],
    summary:
      'Move available earnings into the wallet; requires authentication in the last 15 minutes, as there is no way back.',
    money: true,
  }),
  statement: endpoint({
    method: 'GET',
    path: '/api/creator/statements',
    access: creator('can_payment'),
    rate: 'heavy',
    input: v.object({ month, part: v.optional(v.picklist(statementParts)), ...listing }),
    output: statementShape,
    errors: [],
    summary: 'The earnings of a month, all lines or one part, with the fee; totals cover the whole month.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/payouts',
    access: creator('never'),
    input: v.object(listing),
    output: list(payoutShape),
    errors: [],
    summary: 'The payouts, newest first.',
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/payouts',
    access: creator('never', { verified: true }),
    input: v.object({ amount: coinsIn, method_id: v.optional(id) }),
    output: v.object({ id: v.string(), status: v.picklist(payoutStatuses) }),
    errors: openReasons,
    summary:
      'Request a payout of at least 20 coins; requires authentication in the last 15 minutes. Without `method_id` it goes to the newest method that is usable.',
    money: true,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/payouts/{id}',
    access: creator('never'),
    input: v.object({ id }),
    output: v.object({ id: v.string(), status: v.picklist(payoutStatuses) }),
    errors: ['not_found', 'already_done', 'idempotency_conflict'],
    summary: 'Cancel a payout that is not approved yet.',
    money: true,
  }),
  methods: endpoint({
    method: 'GET',
    path: '/api/payouts/methods',
    access: creator('never'),
    input: v.object({}),
    output: v.object({ data: v.array(payoutMethodShape) }),
    errors: [],
    summary: 'The payout methods; of an account number only the last four characters are shown.',
  }),
  addMethod: endpoint({
    method: 'POST',
    path: '/api/payouts/methods',
    access: creator('never', { verified: true }),
    input: v.object({ kind: v.picklist(['iban', 'paypal']), account: text(60, 4), holder: text(80, 2) }),
    output: payoutMethodShape,
    errors: ['fresh_sign_in_required', 'invalid_input'],
    summary: 'Add a bank account or a PayPal address, usable after three days; the creator is notified by mail.',
    // Each one is a mail, and the limit refuses a method instead of leaving out its mail.
    rate: 'expensive',
  }),
  removeMethod: endpoint({
    method: 'DELETE',
    path: '/api/payouts/methods/{id}',
    access: creator('never'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'fresh_sign_in_required'],
    summary: 'Remove a payout method; the creator is notified by mail.',
  }),
}
