import * as v from 'valibot'
import { endpoint, ownerOnly } from './endpoint.ts'
import { coins, coinsIn, id, list, listing, text, time } from './shapes.ts'
import { messageShape } from './chat.ts'

export const transactionKinds = [
  'topup',
  'subscription',
  'renewal',
  'unlock',
  'post',
  'tip',
  'gift',
  'refund',
  'transfer',
  'referral',
  'chargeback',
  'request',
] as const

const transactionShape = v.object({
  id: v.string(),
  kind: v.picklist(transactionKinds),
  amount: coins,
  balance_after: coins,
  counterparty: v.nullable(v.object({ id: v.string(), username: v.nullable(v.string()) })),
  object: v.nullable(v.object({ kind: v.string(), id: v.string() })),
  /** Why it was taken back, for refunds and chargebacks. */
  reason: v.nullable(v.string()),
  created_at: time,
})
export type Transaction = v.InferOutput<typeof transactionShape>

const topupStatuses = ['pending', 'paid', 'failed', 'expired'] as const
const walletShape = v.object({
  coins,
  currency: v.string(),
  spending_limit: v.nullable(coins),
  spent_this_month: coins,
})

export const wallet = {
  get: endpoint({
    method: 'GET',
    path: '/api/wallet',
    access: ownerOnly(),
    input: v.object({}),
    output: walletShape,
    errors: [],
    summary: 'The coin balance and the monthly spending limit.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/wallet',
    access: ownerOnly(),
    input: v.object({ spending_limit: v.nullable(coinsIn) }),
    output: walletShape,
    errors: ['invalid_amount'],
    summary: 'Set or lift the monthly spending limit (PRODUCT 11).',
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/api/wallet/transactions',
    access: ownerOnly(),
    input: v.object({ ...listing, kind: v.optional(v.picklist(transactionKinds)) }),
    output: list(transactionShape),
    errors: [],
    summary: 'The wallet history, newest first; an amount is negative when coins leave.',
  }),
  entry: endpoint({
    method: 'GET',
    path: '/api/wallet/entries/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({
      id: v.string(),
      kind: v.string(),
      reason: v.nullable(v.string()),
      reverses: v.nullable(v.string()),
      created_at: time,
      postings: v.array(
        v.object({
          account: v.string(),
          owner: v.picklist(['you', 'other', 'platform']),
          amount: coins,
          balance_after: v.nullable(coins),
        }),
      ),
    }),
    errors: ['not_found'],
    summary: 'A movement opened into its postings, for those whose money it moved.',
  }),
  topup: endpoint({
    method: 'POST',
    path: '/api/wallet/topups',
    access: ownerOnly({ verified: true }),
    input: v.object({ amount: coinsIn, return_path: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
    output: v.object({ id: v.string(), checkout_url: v.string() }),
    errors: ['invalid_amount', 'idempotency_conflict', 'unavailable'],
    summary: 'Begin to buy coins, 5 to 500 at a time; the provider settles it on `checkout_url`.',
    money: true,
  }),
  topupStatus: endpoint({
    method: 'GET',
    path: '/api/wallet/topups/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({
      id: v.string(),
      status: v.picklist(topupStatuses),
      amount: coins,
      coins,
      return_path: v.nullable(v.string()),
    }),
    errors: ['not_found'],
    summary: 'What became of a purchase of coins.',
  }),
  tip: endpoint({
    method: 'POST',
    path: '/api/users/{id}/tip',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, amount: coinsIn, message: v.optional(text(500)), post_id: v.optional(v.nullable(id)) }),
    output: v.object({ coins, message: messageShape }),
    errors: [
      'insufficient_coins',
      'invalid_amount',
      'spending_limit',
      'not_creator',
      'own_thing',
      'not_found',
      'idempotency_conflict',
    ],
    summary: 'Tip a creator 1 to 200 coins; it appears in the chat as a message.',
    money: true,
  }),
}
