import { coinsOf } from '../../../contract/coins.ts'
import { payoutMethodWaitDays, payoutMinCents } from '../../../contract/limits.ts'
import type { Payout } from '../../../contract/payouts.ts'
import { methodVerdict, needsSecondPerson } from '../../../contract/policy/payout.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { InsufficientFunds, move } from '../wallet/ledger.ts'
import { methodForPayout } from './method-statements.ts'
import { insertPayout, type LockedPayout, lockPayout, updatePayout } from './statements.ts'

/**
 * Requests a payout (product §8): at least 20 coins, one at a time, with a recent sign-in, to a method that no longer
 * waits. The coins leave `available` with the request, so that they cannot be spent twice; they come back when it fails
 * or is cancelled.
 */
export async function requestPayout(
  tx: Db,
  ctx: Services,
  viewer: Viewer,
  input: { amount: number; method_id?: string },
) {
  if (input.amount < payoutMinCents) throw refuse('invalid_amount')
  requireRecentAuth(viewer)
  const method = await methodFor(tx, ctx, viewer.id, input.method_id)
  const id = newId()
  const entryId = newId()
  const inserted = await tx.run(insertPayout, {
    id,
    user: viewer.id,
    method,
    cents: input.amount,
    entry: entryId,
    now: new Date(ctx.now()),
  })
  if (inserted.length === 0) throw refuse('already_done')
  await move(tx, {
    kind: 'payout',
    userId: viewer.id,
    counterpartyId: null,
    object: { kind: 'payout', id },
    entryId,
    now: ctx.now(),
    legs: [
      { owner: viewer.id, account: 'available', cents: -input.amount },
      { owner: viewer.id, account: 'payout', cents: input.amount },
    ],
  }).catch(asShortfall)
  return { id, status: 'requested' as const }
}

/** Refuses earnings that do not cover the amount as a wallet that does not cover it is refused. */
export function asShortfall(error: unknown): never {
  throw error instanceof InsufficientFunds
    ? refuse('insufficient_coins', { shortfall: coinsOf(error.missingCents) })
    : error
}

/**
 * Moves a payout to its next status; if it ends unpaid, the coins go back to `available`. Throws
 * `second_person_required` when the approver of a large one wants to pay it out too (product §26).
 */
export async function advance(
  tx: Db,
  ctx: Services,
  id: string,
  to: Payout['status'],
  by: { userId: string } | { staffId: string },
  reason: string | null,
) {
  const [row] = await tx.run(lockPayout, { id })
  if (row === undefined || ('userId' in by && row.user_id !== by.userId)) throw refuse('not_found')
  if ('staffId' in by && row.user_id === by.staffId) throw refuse('own_thing')
  if (!next[row.status].includes(to)) throw refuse('already_done')
  const paysOut = to === 'processing' || to === 'paid'
  if (
    paysOut &&
    'staffId' in by &&
    needsSecondPerson({ cents: row.amount_cents, approverId: row.approver_id }, by.staffId)
  )
    throw refuse('second_person_required')
  const isOver = to === 'paid' || to === 'failed' || to === 'cancelled'
  const decidedBy = 'staffId' in by ? by.staffId : null
  await tx.run(updatePayout, { id, status: to, reason, decidedBy, now: new Date(ctx.now()), isOver })
  if (to === 'failed' || to === 'cancelled') await giveBack(tx, ctx, row, reason)
  const type = notificationOf[to]
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
const notificationOf: Partial<Record<Payout['status'], 'payout_approved' | 'payout_paid' | 'payout_failed'>> = {
  approved: 'payout_approved',
  paid: 'payout_paid',
  failed: 'payout_failed',
}

async function giveBack(tx: Db, ctx: Services, row: LockedPayout, reason: string | null): Promise<void> {
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

/**
 * The method of this id, or the newest usable one; null for a creator without a method. Throws `payout_method_waiting`
 * with the time from which it is usable.
 */
async function methodFor(tx: Db, ctx: Services, userId: string, id: string | undefined): Promise<string | null> {
  const addedBefore = new Date(ctx.now() - payoutMethodWaitDays * 86_400_000)
  const [row] = await tx.run(methodForPayout, { user: userId, id: id ?? null, addedBefore })
  if (row === undefined && id !== undefined) throw refuse('not_found')
  if (row === undefined) return null
  const { is_usable, usable_from } = methodVerdict(row.created_at.getTime(), ctx.now())
  if (!is_usable) throw refuse('payout_method_waiting', { usable_from })
  return row.id
}
