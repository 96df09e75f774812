import type { Db } from '../../platform/db/db.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { move, saleLegs } from './ledger.ts'
import { type Deal, spentThisMonth } from './sale.ts'
import { lockGift, lockRequest } from './statements.ts'
import { refuse } from '../../platform/http/refusal.ts'

/**
 * Coins that wait: taken out of a fan's wallet when something is promised, handed on to the creator when it is kept,
 * given back when it is not. The account `escrow` is the fan's own, and holds exactly what is open
 * (`ledger:check`, question `escrow`).
 */
export type Held = { kind: 'gift' | 'request'; cents: number; object: { kind: 'gift' | 'request'; id: string } }

/** Puts coins aside. Refuses `insufficient_coins` and, as it is spending, `spending_limit`. Answers the coins left, in cents. */
export async function holdInEscrow(
  tx: Db,
  ctx: Services,
  deal: Deal,
  it: Held & { entryId: string },
): Promise<{ left: number }> {
  const moved = await move(tx, {
    ...parties(deal, it),
    entryId: it.entryId,
    now: ctx.now(),
    legs: [
      { owner: deal.fanId, account: 'wallet', cents: -it.cents },
      { owner: deal.fanId, account: 'escrow', cents: it.cents },
    ],
  })
  if (deal.limitCents !== null && (await spentThisMonth(tx, deal.fanId, ctx.now())) > deal.limitCents)
    throw refuse('spending_limit')
  return { left: moved.balanceOf(deal.fanId, 'wallet') }
}

/** Hands held coins on as a sale: the creator's share waits for its week, fee and referrers get theirs. Answers the entry. */
export async function releaseEscrow(tx: Db, ctx: Services, deal: Deal, it: Held): Promise<string> {
  const legs = saleLegs({ ...deal, cents: it.cents, feePercent: ctx.env.FEE_PERCENT, from: 'escrow' })
  return (await move(tx, { ...parties(deal, it), now: ctx.now(), legs })).entryId
}

/** Gives held coins back to the wallet they came from. Answers the coins there, in cents. */
export async function returnEscrow(
  tx: Db,
  ctx: Services,
  it: Held & { fanId: string; creatorId: string; entryId: string; reason: string },
): Promise<number> {
  const moved = await move(tx, {
    ...parties(it, it),
    kind: 'refund',
    reverses: it.entryId,
    reason: it.reason,
    now: ctx.now(),
    legs: [
      { owner: it.fanId, account: 'escrow', cents: -it.cents },
      { owner: it.fanId, account: 'wallet', cents: it.cents },
    ],
  })
  return moved.balanceOf(it.fanId, 'wallet')
}

const parties = (deal: { fanId: string; creatorId: string }, it: Held) => ({
  kind: it.kind,
  userId: deal.fanId,
  counterpartyId: deal.creatorId,
  object: it.object,
})

/** What became of held coins: the row is locked from here on, before any account is, as in every other way to it. */
export async function lockHeld(tx: Db, entryId: string): Promise<HeldRow | null> {
  const [row] = [...(await tx.run(lockGift, { entry: entryId })), ...(await tx.run(lockRequest, { entry: entryId }))]
  return row ?? null
}
export type HeldRow = RowOf<typeof lockGift> | RowOf<typeof lockRequest>
