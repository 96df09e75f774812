import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { move } from './ledger.ts'
import {
  disputedCents,
  entryLegs,
  insertRepeatedPurchase,
  lockAccount,
  markSaleRepeated,
  type UndoneSaleRow,
  undoneSales,
  upsertDispute,
} from './refund-statements.ts'

/** The content of one event about a dispute. */
export type DisputeUpdate = {
  /** The provider's id. */
  ref: string
  amountCents: number
  reason: string | null
  /** The provider has taken the money. */
  withdrawn?: boolean
  outcome?: 'won' | 'lost'
  /** When the provider said so, in milliseconds. */
  at: number
}

/**
 * Records an event of a dispute. Events arrive in any order: a withdrawal is never unset, and the latest outcome counts.
 * Answers what all disputes of this topup have taken, in cents. The caller holds the lock of the topup.
 */
export async function recordDispute(tx: Db, ctx: Services, topupId: string, update: DisputeUpdate): Promise<number> {
  await tx.run(upsertDispute, {
    id: newId(),
    topup: topupId,
    ref: update.ref,
    cents: update.amountCents,
    reason: update.reason,
    status: update.outcome ?? 'open',
    withdrawn: update.withdrawn === true,
    outcomeAt: update.outcome === undefined ? null : new Date(update.at),
    now: new Date(ctx.now()),
  })
  const [row] = await tx.run(disputedCents, { topup: topupId })
  return row?.cents ?? 0
}

/**
 * Repeats the sales that were undone because this payment was taken back, now that it has come back: media and tips, at
 * their old price and shares, oldest first, as far as the wallet covers them and the fan has not bought them again.
 * Subscriptions are not repeated: their month is over, and the fan has the coins for another.
 */
export async function repeatSale(tx: Db, ctx: Services, topupId: string): Promise<(() => void)[]> {
  const effects: (() => void)[] = []
  for (const sale of await tx.run(undoneSales, { topup: topupId })) {
    const cents = -sale.wallet_cents
    const [wallet] = await tx.run(lockAccount, { owner: sale.user_id, kind: 'wallet' })
    if ((wallet?.balance_cents ?? 0) < cents) continue
    const entryId = newId()
    if (!(await repeatPurchase(tx, ctx, sale, entryId, cents))) continue
    const legs = await tx.run(entryLegs, { entry: sale.reversal_id })
    const { object_kind: kind, object_id: id } = sale
    await move(tx, {
      kind: sale.kind,
      userId: sale.user_id,
      counterpartyId: sale.counterparty_id,
      object: kind === null || id === null ? null : { kind, id },
      entryId,
      reason: 'dispute_won',
      now: ctx.now(),
      legs: legs.map((leg) => ({ owner: leg.owner_id, account: leg.kind, shard: leg.shard, cents: -leg.amount_cents })),
    })
    await tx.run(markSaleRepeated, { sale: sale.entry_id, entry: entryId })
    effects.push(
      await notify(tx, ctx, {
        userId: sale.counterparty_id,
        type: 'sale_restored',
        actorId: sale.user_id,
        object: { kind: 'user', id: sale.user_id },
        amountCents: cents,
      }),
    )
  }
  return effects
}

/** Writes the purchase with its entitlements again, unless some media are purged or owned; answers whether it was written. */
async function repeatPurchase(
  tx: Db,
  ctx: Services,
  sale: UndoneSaleRow,
  entryId: string,
  cents: number,
): Promise<boolean> {
  if (sale.kind === 'tip') return true
  const owned = await tx.run(insertRepeatedPurchase, {
    id: newId(),
    fan: sale.user_id,
    creator: sale.counterparty_id,
    cents,
    entry: entryId,
    now: new Date(ctx.now()),
    mediaIds: sale.media_ids,
    sale: sale.entry_id,
  })
  return owned.length > 0
}
