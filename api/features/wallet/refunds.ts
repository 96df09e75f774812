import { coinsOf } from '../../../contract/coins.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { platformId } from '../../platform/db/schema/wallet.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { type HeldRow, lockHeld } from './escrow.ts'
import { type Leg, type Moved, move } from './ledger.ts'
import {
  closeSale,
  entryById,
  insertUndoneSale,
  latestSale,
  lockAccount,
  lockPostings,
  type PostingRow,
  reversalOf,
} from './refund-statements.ts'

/**
 * Reverses a sale: its postings and what it unlocked. Both sides are notified of the reason (product §9). What the
 * creator no longer holds is the platform's loss, so that no account falls below zero. Refuses `already_done` the second
 * time and `not_found` for an entry that is not a sale.
 */
export async function refundSale(tx: Db, ctx: Services, entryId: string, cause: Cause): Promise<() => void> {
  return (await undo(tx, ctx, entryId, cause)).afterCommit
}

type Cause = { kind: 'refund' | 'chargeback'; reason: string }

/** `refundSale`, with the entry that took the sale back and the media that the sale had opened. */
async function undo(
  tx: Db,
  ctx: Services,
  entryId: string,
  cause: Cause,
): Promise<{ afterCommit: () => void; reversalId: string; mediaIds: string[] }> {
  const sale = await lockSale(tx, entryId)
  const paidEntryId = sale.held?.paid_entry_id ?? null
  // Coins that escrow has paid out return to escrow first, and from there to the wallet.
  if (paidEntryId !== null)
    await reverse(tx, ctx, sale, paidEntryId, await tx.run(lockPostings, { entry: paidEntryId }), cause)
  const moved = await reverse(tx, ctx, sale, entryId, sale.postings, cause)
  const closed = await tx.run(closeSale, {
    entry: entryId,
    now: new Date(ctx.now()),
    fan: sale.user_id,
    creator: sale.counterparty_id,
    kind: sale.kind,
    event: newId(),
  })
  const coins = coinsOf(moved.balanceOf(sale.user_id, 'wallet'))
  const effects = [
    await ctx.live.record(tx, [{ userId: sale.user_id, type: 'balance', payload: { coins } }]),
    await notify(tx, ctx, {
      userId: sale.user_id,
      type: 'refunded',
      actorId: null,
      object: { kind: 'user', id: sale.counterparty_id },
      amountCents: gross(sale),
    }),
  ]
  // A creator whose share never left escrow has lost nothing.
  if (sale.held === null || paidEntryId !== null)
    effects.push(
      await notify(tx, ctx, {
        userId: sale.counterparty_id,
        type: 'sale_refunded',
        actorId: sale.user_id,
        object: { kind: 'user', id: sale.user_id },
        amountCents: gross(sale),
      }),
    )
  return {
    afterCommit: runAll(effects),
    reversalId: moved.entryId,
    mediaIds: closed.map((row) => row.media_id),
  }
}

/** Moves the money of one entry of the sale back. */
async function reverse(
  tx: Db,
  ctx: Services,
  sale: LockedSale,
  entryId: string,
  postings: readonly PostingRow[],
  cause: Cause,
): Promise<Moved> {
  const { object_kind: kind, object_id: id } = sale
  return move(tx, {
    kind: cause.kind,
    userId: sale.user_id,
    counterpartyId: sale.counterparty_id,
    object: kind === null || id === null ? null : { kind, id },
    reverses: entryId,
    reason: cause.reason,
    now: ctx.now(),
    legs: await reversedLegs(tx, postings),
  })
}

/**
 * Takes coins back that a payment provider took back from the platform: out of the wallet, then by undoing the fan's
 * latest purchases until they cover it; the rest is the platform's loss. Sales that a chargeback undoes are recorded and
 * repeated if the dispute is won.
 */
export async function reverseSale(
  tx: Db,
  ctx: Services,
  claim: Cause & { userId: string; cents: number; object: { kind: string; id: string } },
): Promise<() => void> {
  const { userId, cents, kind, reason, object } = claim
  const effects: (() => void)[] = []
  let coins = await lockBalance(tx, userId, 'wallet')
  while (coins < cents) {
    const [latest] = await tx.run(latestSale, { fan: userId })
    if (latest === undefined) break
    const { afterCommit, reversalId, mediaIds } = await undo(tx, ctx, latest.id, { kind, reason })
    effects.push(afterCommit)
    if (kind === 'chargeback')
      await tx.run(insertUndoneSale, { entry: latest.id, topup: object.id, reversal: reversalId, mediaIds })
    coins = await lockBalance(tx, userId, 'wallet')
  }
  const fromWallet = Math.min(coins, cents)
  const moved = await move(tx, {
    kind,
    userId,
    counterpartyId: null,
    object,
    reason,
    now: ctx.now(),
    legs: [
      { owner: userId, account: 'wallet', cents: -fromWallet },
      { owner: platformId, account: 'loss', cents: fromWallet - cents },
      { owner: platformId, account: 'provider', cents },
    ],
  })
  const left = fromWallet === 0 ? coins : moved.balanceOf(userId, 'wallet')
  effects.push(await ctx.live.record(tx, [{ userId, type: 'balance', payload: { coins: coinsOf(left) } }]))
  effects.push(
    await notify(tx, ctx, {
      userId,
      type: 'topup_taken_back',
      actorId: null,
      object: { kind: 'topup', id: object.id },
      amountCents: cents,
    }),
  )
  return runAll(effects)
}

async function lockSale(tx: Db, entryId: string): Promise<LockedSale> {
  const [entry] = await tx.run(entryById, { id: entryId })
  if (entry === undefined || !saleKinds.has(entry.kind)) throw refuse('not_found')
  const { user_id, counterparty_id } = entry
  if (user_id === null || counterparty_id === null) throw refuse('not_found')
  const held = heldKinds.has(entry.kind) ? await lockHeld(tx, entryId) : null
  // The release from escrow is reversed together with the buyer's payment, never alone.
  if (heldKinds.has(entry.kind) && held === null) throw refuse('not_found')
  // The accounts are locked from here on, so that no release comes between reading and moving.
  const postings = await tx.run(lockPostings, { entry: entryId })
  if ((await tx.run(reversalOf, { entry: entryId })).length > 0) throw refuse('already_done')
  return { ...entry, user_id, counterparty_id, postings, held }
}
type LockedSale = RowOf<typeof entryById> & {
  user_id: string
  counterparty_id: string
  postings: PostingRow[]
  held: HeldRow | null
}
/** The kinds of entries that can be refunded. */
export const saleKinds = new Set(['subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request'])
/** The kinds whose coins go into escrow first. */
const heldKinds = new Set(['gift', 'request'])

const gross = (sale: LockedSale): number =>
  -sale.postings.reduce((all, posting) => all + Math.min(0, posting.amount_cents), 0)

/**
 * The opposite of every posting, taken from where the money is now. Who stands on several legs of a sale, as a creator
 * does who referred the fan, covers them one after the other from what is left.
 */
async function reversedLegs(tx: Db, postings: readonly PostingRow[]): Promise<Leg[]> {
  const legs: Leg[] = []
  const available = new Map<string, number>()
  for (const posting of postings) {
    const { owner_id: owner, amount_cents: cents } = posting
    const isReleased =
      posting.released_through !== null && posting.created_at.getTime() <= posting.released_through.getTime()
    if (cents < 0 || !isReleased) {
      legs.push({ owner, account: posting.kind, shard: posting.shard, cents: -cents })
      continue
    }
    const left = available.get(owner) ?? (await lockBalance(tx, owner, 'available'))
    const covered = Math.min(left, cents)
    available.set(owner, left - covered)
    legs.push({ owner, account: 'available', cents: -covered })
    legs.push({ owner: platformId, account: 'loss', cents: covered - cents })
  }
  return legs
}

async function lockBalance(tx: Db, owner: string, kind: 'available' | 'wallet'): Promise<number> {
  const [row] = await tx.run(lockAccount, { owner, kind })
  return row?.balance_cents ?? 0
}
