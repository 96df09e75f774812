import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { payoutMinCents } from '../../../contract/limits.ts'
import type { Payout, PayoutMethod } from '../../../contract/payouts.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { notify } from '../notifications/notify.ts'
import { move, InsufficientFunds } from '../wallet/ledger.ts'

/**
 * Asks for a payout (product §8): at least 20 coins, one at a time, with a fresh sign-in. The coins leave `available`
 * with the request, so that they cannot be spent twice; they come back when it fails or is cancelled.
 */
export async function requestPayout(tx: Db, ctx: Services, viewer: Viewer, it: { amount: number; method_id?: string }) {
  if (it.amount < payoutMinCents) throw refuse('invalid_amount')
  needFreshSignIn(viewer)
  const method = await methodFor(tx, viewer.id, it.method_id)
  const id = newId()
  const entryId = newId()
  const made = await tx.run(requesting, [id, viewer.id, method, it.amount, entryId, new Date(ctx.now())])
  if (made.length === 0) throw refuse('already_done')
  await move(tx, {
    kind: 'payout',
    userId: viewer.id,
    counterpartyId: null,
    object: { kind: 'payout', id },
    entryId,
    now: ctx.now(),
    legs: [
      { owner: viewer.id, account: 'available', cents: -it.amount },
      { owner: viewer.id, account: 'payout', cents: it.amount },
    ],
  }).catch(asShortfall)
  return { id, status: 'requested' as const }
}

/** An account of earnings that does not cover what is asked is refused like a wallet that does not. */
export function asShortfall(error: unknown): never {
  throw error instanceof InsufficientFunds
    ? refuse('insufficient_coins', { shortfall: error.missingCents / 100 })
    : error
}

/** Takes a payout to its next state; where it ends without being paid, the coins go back to `available`. */
export async function advance(
  tx: Db,
  ctx: Services,
  id: string,
  to: Payout['status'],
  by: { userId: string } | { staffId: string },
  reason: string | null,
) {
  const [row] = await tx.run<PayoutRow>(locking, [id])
  if (row === undefined || ('userId' in by && row.user_id !== by.userId)) throw refuse('not_found')
  if ('staffId' in by && row.user_id === by.staffId) throw refuse('own_thing')
  if (!next[row.status].includes(to)) throw refuse('already_done')
  const isOver = to === 'paid' || to === 'failed' || to === 'cancelled'
  await tx.run(advancing, [id, to, reason, 'staffId' in by ? by.staffId : null, new Date(ctx.now()), isOver])
  if (to === 'failed' || to === 'cancelled') await giveBack(tx, ctx, row, reason)
  const type = told[to]
  const afterCommit = type
    ? await notify(tx, ctx, {
        userId: row.user_id,
        type,
        actorId: null,
        object: { kind: 'payout', id },
        amountCents: row.amount_cents,
      })
    : () => undefined
  return { answer: { id, status: to }, afterCommit }
}

const next: Record<Payout['status'], Payout['status'][]> = {
  requested: ['approved', 'failed', 'cancelled'],
  approved: ['processing', 'paid', 'failed'],
  processing: ['paid', 'failed'],
  paid: [],
  failed: [],
  cancelled: [],
}
const told: Partial<Record<Payout['status'], 'payout_approved' | 'payout_paid' | 'payout_failed'>> = {
  approved: 'payout_approved',
  paid: 'payout_paid',
  failed: 'payout_failed',
}

async function giveBack(tx: Db, ctx: Services, row: PayoutRow, reason: string | null): Promise<void> {
  await move(tx, {
    kind: 'payout',
    userId: row.user_id,
    counterpartyId: null,
    object: { kind: 'payout', id: row.id },
    reverses: row.entry_id,
    reason: reason ?? undefined,
    now: ctx.now(),
    legs: [
      { owner: row.user_id, account: 'payout', cents: -row.amount_cents },
      { owner: row.user_id, account: 'available', cents: row.amount_cents },
    ],
  })
}

/** Adds a bank account or a PayPal address; only its end is ever shown again. */
export async function addMethod(
  tx: Db,
  ctx: Services,
  viewer: Viewer,
  it: { kind: 'iban' | 'paypal'; account: string; holder: string },
): Promise<PayoutMethod> {
  needFreshSignIn(viewer)
  const account = it.kind === 'iban' ? it.account.replaceAll(/\s/g, '').toUpperCase() : it.account
  if (it.kind === 'iban' ? !isIban(account) : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(account)) {
    throw refuse('invalid_input', { fields: { account: ['not valid'] } })
  }
  const label =
    it.kind === 'iban' ? `${account.slice(0, 2)}·· ${account.slice(-4)}` : account.replace(/^(.).*(@.*)$/, '$1···$2')
  const id = newId()
  await tx.run(adding, [id, viewer.id, it.kind, label, it.holder, seal(account, ctx.env.SECRET), new Date(ctx.now())])
  return { id, kind: it.kind, label, holder: it.holder }
}

/** ISO 13616: the check digits of an account number. */
export function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false
  const digits = (account.slice(4) + account.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

function needFreshSignIn(viewer: Viewer): void {
  if (Date.now() - viewer.signedInAt.getTime() > freshMs) throw refuse('fresh_sign_in_required')
}
const freshMs = 15 * 60_000

async function methodFor(tx: Db, userId: string, id: string | undefined): Promise<string | null> {
  const [row] = await tx.run<{ id: string }>(methodOf, [userId, id ?? null])
  if (row === undefined && id !== undefined) throw refuse('not_found')
  return row?.id ?? null
}

function seal(text: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The account number as it was given; throws when it was sealed under another secret or touched. */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const sealingKey = (secret: string): Buffer => createHash('sha256').update(`payouts ${secret}`).digest()

export type PayoutRow = {
  id: string
  user_id: string
  username: string | null
  amount_cents: number
  status: Payout['status']
  method: string | null
  reason: string | null
  entry_id: string
  created_at: Date
  settled_at: Date | null
}

const requesting: Statement = {
  name: 'payout_request',
  text: `insert into payouts (id, user_id, method_id, amount_cents, status, entry_id, created_at)
    values ($1, $2, $3, $4, 'requested', $5, $6)
    on conflict (user_id) where status in ('requested', 'approved', 'processing') do nothing returning id`,
}
const locking: Statement = { name: 'payout_lock', text: `select * from payouts where id = $1 for update` }
const advancing: Statement = {
  name: 'payout_advance',
  text: `
    update payouts set status = $2, reason = coalesce($3, reason), decided_by = coalesce($4, decided_by), decided_at = $5,
      settled_at = case when $6::boolean then $5::timestamptz end
    where id = $1`,
}
const adding: Statement = {
  name: 'payout_add_method',
  text: `insert into payout_methods (id, user_id, kind, label, holder, sealed, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
}
const methodOf: Statement = {
  name: 'payout_method_of',
  text: `select id from payout_methods where user_id = $1 and removed_at is null and ($2::uuid is null or id = $2::uuid)
    order by created_at desc limit 1`,
}
