import { topupCents } from '../../../contract/limits.ts'
import { appReturnPath } from '../../../contract/policy/return-path.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { platformId } from '../../platform/db/schema/wallet.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { type DisputeUpdate, noteDispute, repeatSale } from './disputes.ts'
import { type Leg, move } from './ledger.ts'
import { reverseSale } from './refunds.ts'
import { walletCents } from './sale.ts'
import { runAll } from '../../platform/live/live.ts'

/** Begins a purchase of coins, 5 to 500 at a time, and answers its id. `{topup}` in the return path becomes the id. */
export async function beginTopup(
  tx: Db,
  ctx: Services,
  userId: string,
  it: { amount: number; return_path?: string },
  provider: 'sandbox' | 'stripe',
) {
  if (it.amount < topupCents.min || it.amount > topupCents.max) throw refuse('invalid_amount')
  const id = newId()
  const path = appReturnPath(it.return_path ?? '/settings/payments?topup={topup}', ctx.env.PUBLIC_ORIGIN)
  await tx.run(beginning, [
    id,
    userId,
    it.amount,
    provider,
    path.replaceAll(/\{topup\}|%7Btopup%7D/gi, id),
    new Date(ctx.now()),
  ])
  return id
}

/** Where to go once the provider is done. */
export const returnPathOf = (row: Pick<TopupRow, 'id' | 'return_path'>): string =>
  row.return_path ?? `/settings/payments?topup=${row.id}`

export async function readTopup(db: Db, id: string): Promise<TopupRow | null> {
  return (await db.run<TopupRow>(byId, [id]))[0] ?? null
}

/**
 * Takes in what the provider says of a purchase of coins, in any order and any number of times: the ledger is moved by
 * what it then lacks. A payment that was lost, late or expired here still counts; a refund or a dispute known before the
 * payment is taken off it, and what a dispute took comes back when it is won. Answers what to tell after the commit, or null for a purchase that is not ours (or not yet).
 */
export async function applyProviderUpdate(
  tx: Db,
  ctx: Services,
  find: { id: string } | { provider: 'stripe'; paymentRef: string },
  news: ProviderUpdate,
): Promise<(() => void) | null> {
  const [row] =
    'id' in find
      ? await tx.run<TopupRow>(lockById, [find.id])
      : await tx.run<TopupRow>(lockByPayment, [find.provider, find.paymentRef])
  if (row === undefined) return null
  const now = new Date(ctx.now())
  // What was paid stays paid; a failure or an expiry only ends what was still open.
  const opens = news.status === 'paid' && !news.onlyOpen ? row.status !== 'paid' : row.status === 'pending'
  const status = news.status !== undefined && opens ? news.status : row.status
  const refunded = Math.min(row.amount_cents, Math.max(row.refunded_cents, news.refundedCents ?? 0))
  const disputed = news.dispute === undefined ? row.disputed_cents : await noteDispute(tx, ctx, row.id, news.dispute)
  const wanted = status === 'paid' ? row.amount_cents - Math.min(row.amount_cents, refunded + disputed) : 0
  await tx.run(settling, [
    row.id,
    status,
    news.paymentRef ?? row.payment_ref,
    refunded,
    wanted,
    status === row.status ? row.settled_at : now,
    disputed,
  ])
  const told = [await moveTo(tx, ctx, row, wanted - row.credited_cents, news)]
  if (status === 'failed' && row.status !== 'failed') {
    told.push(
      await notify(tx, ctx, {
        userId: row.user_id,
        type: 'topup_failed',
        actorId: null,
        object: { kind: 'topup', id: row.id },
        amountCents: row.amount_cents,
      }),
    )
  }
  return runAll(told)
}

export type ProviderUpdate = {
  status?: 'paid' | 'failed' | 'expired'
  /** Where no late payment can come, what is settled stays so. */
  onlyOpen?: true
  paymentRef?: string
  /** All that was refunded so far, in cents. */
  refundedCents?: number
  dispute?: DisputeUpdate
}

async function moveTo(tx: Db, ctx: Services, row: TopupRow, cents: number, news: ProviderUpdate): Promise<() => void> {
  if (cents === 0) return () => undefined
  const object = { kind: 'topup' as const, id: row.id }
  const back = news.dispute === undefined ? ('refund' as const) : ('chargeback' as const)
  if (cents < 0)
    return reverseSale(tx, ctx, {
      userId: row.user_id,
      cents: -cents,
      object,
      kind: back,
      reason: back === 'refund' ? 'provider_refund' : 'dispute',
    })
  // What was credited before and comes again had been taken back: first of all what the platform lost by it.
  const isReturned = row.status === 'paid'
  const [lost] = isReturned ? await tx.run<{ cents: number }>(lostOf, [row.id]) : []
  const made = Math.min(cents, lost?.cents ?? 0)
  const legs: Leg[] = [
    { owner: platformId, account: 'provider', cents: -cents },
    { owner: platformId, account: 'loss', cents: made },
    { owner: row.user_id, account: 'wallet', cents: cents - made },
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
  const told = isReturned ? await repeatSale(tx, ctx, row.id) : []
  const coins = (await walletCents(tx, row.user_id)) / 100
  told.push(await ctx.live.record(tx, [{ userId: row.user_id, type: 'balance', payload: { coins } }]))
  told.push(
    await notify(tx, ctx, {
      userId: row.user_id,
      type: isReturned ? 'topup_returned' : 'topup_paid',
      actorId: null,
      object,
      amountCents: cents,
    }),
  )
  return runAll(told)
}

export type TopupRow = {
  id: string
  user_id: string
  amount_cents: number
  status: 'pending' | 'paid' | 'failed' | 'expired'
  provider: 'sandbox' | 'stripe'
  provider_ref: string | null
  payment_ref: string | null
  return_path: string | null
  refunded_cents: number
  disputed_cents: number
  credited_cents: number
  created_at: Date
  settled_at: Date | null
}

const beginning: Statement = {
  name: 'topup_begin',
  text: `insert into topups (id, user_id, amount_cents, provider, return_path, created_at) values ($1, $2, $3, $4, $5, $6)`,
}
const byId: Statement = { name: 'topup_by_id', text: `select * from topups where id = $1` }
const lockById: Statement = { name: 'topup_lock', text: `select * from topups where id = $1 for update` }
const lockByPayment: Statement = {
  name: 'topup_lock_by_payment',
  text: `select * from topups where provider = $1 and payment_ref = $2 for update`,
}
const settling: Statement = {
  name: 'topup_settle',
  text: `update topups set status = $2, payment_ref = $3, refunded_cents = $4, credited_cents = $5, settled_at = $6, disputed_cents = $7
    where id = $1`,
}
/** What taking it back has cost the platform so far, less what came back. */
const lostOf: Statement = {
  name: 'topup_lost',
  text: `
    select -coalesce(sum(p.amount_cents), 0)::bigint as cents from ledger_accounts a
    join ledger_postings p on p.account_id = a.id join ledger_entries e on e.id = p.entry_id
    where a.kind = 'loss' and e.object_kind = 'topup' and e.object_id = $1`,
}
