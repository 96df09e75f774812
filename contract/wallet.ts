import * as v from 'valibot'
import { endpoint, ownerOnly } from './endpoint.ts'
import { coins, coinsIn, id, list, listing, time } from './shapes.ts'

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
  /** The reason of a refund or chargeback. */
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
    summary: 'Set or remove the monthly spending limit.',
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
    summary: 'A movement with its postings, for the users whose money it moved.',
  }),
  beginTopup: endpoint({
    method: 'POST',
    path: '/api/wallet/topups',
    access: ownerOnly({ verified: true }),
    input: v.object({ amount: coinsIn, return_path: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
    output: v.object({ id: v.string(), checkout_url: v.string() }),
    errors: ['invalid_amount', 'idempotency_conflict', 'unavailable'],
    summary: 'Start a purchase of 5 to 500 coins; the provider settles it on `checkout_url`.',
    money: true,
  }),
  topup: endpoint({
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
    summary: 'The status of a purchase of coins.',
  }),
}
