import { coinsOf } from '../../../contract/coins.ts'
import { currency, openTopups } from '../../../contract/limits.ts'
import { appReturnPath } from '../../../contract/policy/return-path.ts'
import { topupCents } from '../../../contract/prices.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { platformId } from '../../platform/db/schema/wallet.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { runAll } from '../../platform/live/live.ts'
import { log } from '../../platform/log.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { type DisputeUpdate, recordDispute, repeatSale } from './disputes.ts'
import { type Leg, move } from './ledger.ts'
import { reverseSale } from './refunds.ts'
import { walletCents } from './sale.ts'
import {
  expireOldestTopups,
  insertTopup,
  lockTopup,
  lockTopupByPayment,
  type TopupRow,
  topupById,
  topupLoss,
  updateTopup,
} from './topup-statements.ts'

/**
 * Begins a topup of 5 to 500 coins and answers its id, which replaces `{topup}` in the return path. Of many open ones the
 * oldest expires, so that a fan who left checkouts is never refused; a late payment of it is still credited.
 */
export async function beginTopup(
  tx: Db,
  ctx: Services,
  userId: string,
  input: { amount: number; return_path?: string },
  provider: 'sandbox' | 'stripe',
) {
  if (input.amount < topupCents.min || input.amount > topupCents.max) throw refuse('invalid_amount')
  const now = new Date(ctx.now())
  // Top-ups of one fan begin one at a time, so that concurrent calls cannot pass the limit together.
  await tx.run(lockUser, { id: userId })
  await tx.run(expireOldestTopups, { user: userId, newest: openTopups - 1, now })
  const id = newId()
  const path = appReturnPath(input.return_path ?? '/settings/payments?topup={topup}', ctx.env.PUBLIC_ORIGIN)
  await tx.run(insertTopup, {
    id,
    user: userId,
    cents: input.amount,
    provider,
    returnPath: path.replaceAll(/\{topup\}|%7Btopup%7D/gi, id),
    now,
  })
  tx.afterCommit(() => ctx.metrics.topups.inc({ provider, outcome: 'begun' }))
  return id
}

/** Where the provider sends the fan afterwards. */
export const returnPathOf = (row: Pick<TopupRow, 'id' | 'return_path'>): string =>
  row.return_path ?? `/settings/payments?topup=${row.id}`

export async function readTopup(db: Db, id: string): Promise<TopupRow | null> {
  return (await db.run(topupById, { id }))[0] ?? null
}

/**
 * Applies an update of the provider to a topup, in any order and any number of times: the ledger moves by the difference.
 * A late payment is credited although the topup has expired; a refund or dispute that arrives before the payment is
 * subtracted from it; a dispute that is won returns its coins. Another checkout than the topup's own, or one of another
 * amount or currency, moves nothing. Answers what to run after the commit, or null for a topup that is unknown so far.
 */
export async function applyProviderUpdate(
  tx: Db,
  ctx: Services,
  topup: { id: string } | { provider: 'stripe'; paymentRef: string },
  update: ProviderUpdate,
): Promise<(() => void) | null> {
  const [row] = 'id' in topup ? await tx.run(lockTopup, topup) : await tx.run(lockTopupByPayment, topup)
  if (row === undefined) return null
  const measure = (outcome: string) => tx.afterCommit(() => ctx.metrics.topups.inc({ provider: row.provider, outcome }))
  if (update.checkout !== undefined) {
    // The checkout has been created and its id is not stored yet.
    if (row.provider_ref === null) return null
    if (!isCheckoutOf(row, update.checkout, update.status)) {
      const { ref: checkout, amountCents: cents, currency } = update.checkout
      log.error('not its checkout', { topup: row.id, checkout, cents, currency })
      measure('mismatched')
      return () => undefined
    }
  }
  const now = new Date(ctx.now())
  // What was paid stays paid; a failure or an expiry only ends what was still open.
  const opens = update.status === 'paid' && !update.onlyOpen ? row.status !== 'paid' : row.status === 'pending'
  const status = update.status !== undefined && opens ? update.status : row.status
  const refunded = Math.min(row.amount_cents, Math.max(row.refunded_cents, update.refundedCents ?? 0))
  const disputed =
    update.dispute === undefined ? row.disputed_cents : await recordDispute(tx, ctx, row.id, update.dispute)
  const wanted = status === 'paid' ? row.amount_cents - Math.min(row.amount_cents, refunded + disputed) : 0
  await tx.run(updateTopup, {
    id: row.id,
    status,
    paymentRef: update.paymentRef ?? row.payment_ref,
    refundedCents: refunded,
    creditedCents: wanted,
    disputedCents: disputed,
    settledAt: status === row.status ? row.settled_at : now,
  })
  if (status !== row.status) measure(status)
  if (refunded > row.refunded_cents) measure('refunded')
  if (disputed > row.disputed_cents) measure('disputed')
  const effects = [await credit(tx, ctx, row, wanted - row.credited_cents, update)]
  if (status === 'failed' && row.status !== 'failed') {
    effects.push(
      await notify(tx, ctx, {
        userId: row.user_id,
        type: 'topup_failed',
        actorId: null,
        object: { kind: 'topup', id: row.id },
        amountCents: row.amount_cents,
      }),
    )
  }
  return runAll(effects)
}

function isCheckoutOf(row: TopupRow, checkout: ProviderCheckout, status: ProviderUpdate['status']): boolean {
  if (checkout.ref !== row.provider_ref) return false
  return (
    status !== 'paid' ||
    (checkout.amountCents === row.amount_cents && checkout.currency?.toUpperCase() === currency.toUpperCase())
  )
}

/** A checkout at the provider, with the sum that was paid there, in the smallest unit of its currency. */
type ProviderCheckout = { ref: string; amountCents: number | null; currency: string | null }

export type ProviderUpdate = {
  status?: 'paid' | 'failed' | 'expired'
  /** Applies to an open topup only: this provider has no late payments. */
  onlyOpen?: true
  paymentRef?: string
  /** The checkout that says so, where the provider has one. */
  checkout?: ProviderCheckout
  /** All that was refunded so far, in cents. */
  refundedCents?: number
  dispute?: DisputeUpdate
}

/** Moves the ledger by `cents`: credits the topup, or takes coins back where negative. */
async function credit(
  tx: Db,
  ctx: Services,
  row: TopupRow,
  cents: number,
  update: ProviderUpdate,
): Promise<() => void> {
  if (cents === 0) return () => undefined
  const object = { kind: 'topup' as const, id: row.id }
  const kind = update.dispute === undefined ? 'refund' : 'chargeback'
  if (cents < 0)
    return reverseSale(tx, ctx, {
      userId: row.user_id,
      cents: -cents,
      object,
      kind,
      reason: kind === 'refund' ? 'provider_refund' : 'dispute',
    })
  // Coins that return after a topup was credited had been taken back: the platform's loss is made good first.
  const isReturned = row.status === 'paid'
  const [lost] = isReturned ? await tx.run(topupLoss, { topup: row.id }) : []
  const madeGood = Math.min(cents, lost?.cents ?? 0)
  const legs: Leg[] = [
    { owner: platformId, account: 'provider', cents: -cents },
    { owner: platformId, account: 'loss', cents: madeGood },
    { owner: row.user_id, account: 'wallet', cents: cents - madeGood },
  ]
  await move(tx, {
    kind: isReturned ? 'chargeback' : 'topup',
    userId: row.user_id,
    counterpartyId: null,
    object,
    ...(isReturned ? { reason: 'dispute_won' } : {}),
    now: ctx.now(),
    legs,
  })
  const effects = isReturned ? await repeatSale(tx, ctx, row.id) : []
  const coins = coinsOf(await walletCents(tx, row.user_id))
  effects.push(await ctx.live.record(tx, [{ userId: row.user_id, type: 'balance', payload: { coins } }]))
  effects.push(
    await notify(tx, ctx, {
      userId: row.user_id,
      type: isReturned ? 'topup_returned' : 'topup_paid',
      actorId: null,
      object,
      amountCents: cents,
    }),
  )
  return runAll(effects)
}
