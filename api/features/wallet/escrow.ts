import type { Db } from '../../platform/db/db.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { move, saleLegs } from './ledger.ts'
import { type SaleTerms, spentThisMonth } from './sale.ts'
import { lockGift, lockRequest } from './statements.ts'

/**
 * Coins in escrow: taken from a fan's wallet for a gift or a request, then released to the creator or returned to the
 * wallet. Each fan has an `escrow` account, which holds exactly what is open (`ledger:check`, question `escrow`).
 */
export type Held = { kind: 'gift' | 'request'; cents: number; object: { kind: 'gift' | 'request'; id: string } }

/** Moves coins into escrow. Refuses `insufficient_coins` and `spending_limit`. Answers the coins left, in cents. */
export async function holdInEscrow(
  tx: Db,
  ctx: Services,
  terms: SaleTerms,
  held: Held & { entryId: string },
): Promise<{ left: number }> {
  const moved = await move(tx, {
    ...parties(terms, held),
    payerId: terms.fanId,
    entryId: held.entryId,
    now: ctx.now(),
    legs: [
      { owner: terms.fanId, account: 'wallet', cents: -held.cents },
      { owner: terms.fanId, account: 'escrow', cents: held.cents },
    ],
  })
  if (terms.limitCents !== null && (await spentThisMonth(tx, terms.fanId, ctx.now())) > terms.limitCents)
    throw refuse('spending_limit')
  return { left: moved.balanceOf(terms.fanId, 'wallet') }
}

/** Releases held coins as a sale: the creator's share stays pending for a week, as in every sale. Answers the entry. */
export async function releaseEscrow(tx: Db, ctx: Services, terms: SaleTerms, held: Held): Promise<string> {
  const legs = saleLegs({ ...terms, cents: held.cents, feePercent: ctx.env.FEE_PERCENT, from: 'escrow' })
  return (await move(tx, { ...parties(terms, held), now: ctx.now(), legs })).entryId
}

/** Returns held coins to the fan's wallet and answers its balance in cents. */
export async function returnEscrow(
  tx: Db,
  ctx: Services,
  held: Held & { fanId: string; creatorId: string; entryId: string; reason: string },
): Promise<number> {
  const moved = await move(tx, {
    ...parties(held, held),
    kind: 'refund',
    reverses: held.entryId,
    reason: held.reason,
    now: ctx.now(),
    legs: [
      { owner: held.fanId, account: 'escrow', cents: -held.cents },
      { owner: held.fanId, account: 'wallet', cents: held.cents },
    ],
  })
  return moved.balanceOf(held.fanId, 'wallet')
}

const parties = (terms: { fanId: string; creatorId: string }, held: Held) => ({
  kind: held.kind,
  userId: terms.fanId,
  counterpartyId: terms.creatorId,
  object: held.object,
})

/** Locks the gift or request of an entry, before any account is locked, as everywhere else; null for other entries. */
export async function lockHeld(tx: Db, entryId: string): Promise<HeldRow | null> {
  const [row] = [...(await tx.run(lockGift, { entry: entryId })), ...(await tx.run(lockRequest, { entry: entryId }))]
  return row ?? null
}
export type HeldRow = RowOf<typeof lockGift> | RowOf<typeof lockRequest>
