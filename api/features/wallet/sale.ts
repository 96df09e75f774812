import { referralRates } from '../../../contract/limits.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type EntryKind, move, type Movement, saleLegs } from './ledger.ts'
import { type DealRow, selectDeal, readSpentSince, readWalletCents, type referralMoments } from './statements.ts'

/** What a sale between a fan and a creator depends on, in one statement; null when there is no such person. */
export async function dealFacts(tx: Db, ctx: Services, fanId: string, creatorId: string): Promise<Deal | null> {
  const [row] = await tx.run(selectDeal, { fan: fanId, creator: creatorId, ...referralSince(ctx.now()) })
  return row === undefined ? null : toDeal(fanId, creatorId, row)
}

export const toDeal = (fanId: string, creatorId: string, row: DealRow): Deal => ({
  fanId,
  creatorId,
  isCreator: row.is_creator,
  blocked: row.blocked,
  isFanGone: row.fan_gone,
  priceCents: row.price_cents ?? 0,
  limitCents: row.spending_limit_cents,
  // Fans do not earn from their own spending.
  creatorReferrer: row.creator_referrer === fanId ? null : row.creator_referrer,
  fanReferrer: row.fan_referrer === fanId ? null : row.fan_referrer,
})

/** Since when referred creators and fans still bring something in. */
export const referralSince = (now: number): ValuesOf<typeof referralMoments> => ({
  creatorsSince: monthsBefore(new Date(now), referralRates.creatorMonths),
  fansSince: daysBefore(new Date(now), referralRates.fanDays),
})

export type Deal = {
  fanId: string
  creatorId: string
  isCreator: boolean
  /** Either blocks the other. */
  blocked: boolean
  /** The fan has closed their account, or staff have suspended it. */
  isFanGone: boolean
  priceCents: number
  /** The fan's monthly limit in cents; null for none. */
  limitCents: number | null
  creatorReferrer: string | null
  fanReferrer: string | null
}

/** The deal with a creator whom this fan can see: refuses `not_found` behind a block, `own_thing` and `not_creator`. */
export async function readDeal(tx: Db, ctx: Services, fanId: string, creatorId: string): Promise<Deal> {
  const facts = await dealFacts(tx, ctx, fanId, creatorId)
  if (facts === null || facts.blocked) throw refuse('not_found')
  if (fanId === creatorId) throw refuse('own_thing')
  if (!facts.isCreator) throw refuse('not_creator')
  return facts
}

/**
 * Charges a fan's wallet for what a creator sells and answers the coins left, in cents. Refuses `insufficient_coins`
 * and, under the lock of the wallet, `spending_limit`. Nothing moves for 0 cents.
 */
export async function charge(
  tx: Db,
  ctx: Services,
  facts: Deal,
  it: Charge,
): Promise<{ entryId: string; left: number }> {
  const moved = await move(tx, movementOf(ctx, facts, it))
  await enforceSpendingLimit(tx, ctx, facts)
  return { entryId: moved.entryId, left: moved.balanceOf(facts.fanId, 'wallet') }
}

/** The movement of a sale: what the fan pays, and who gets it. */
export const movementOf = (ctx: Services, facts: Deal, it: Charge): Movement => ({
  kind: it.kind,
  userId: facts.fanId,
  counterpartyId: facts.creatorId,
  object: it.object,
  ...(it.entryId === undefined ? {} : { entryId: it.entryId }),
  now: ctx.now(),
  legs: saleLegs({ ...facts, cents: it.cents, feePercent: ctx.env.FEE_PERCENT }),
})

/** Refuses `spending_limit` after a movement that went beyond the fan's own limit, and has to be taken back. */
export async function enforceSpendingLimit(tx: Db, ctx: Services, facts: Deal): Promise<void> {
  if (facts.limitCents === null) return
  if ((await spentThisMonth(tx, facts.fanId, ctx.now())) > facts.limitCents) throw refuse('spending_limit')
}
export type Charge = { kind: EntryKind; cents: number; object: { kind: string; id: string }; entryId?: string }

/** What left the wallet for purchases in this calendar month (UTC), less what came back of them, in cents. */
export async function spentThisMonth(db: Db, userId: string, now: number): Promise<number> {
  const date = new Date(now)
  const since = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1))
  const [row] = await db.run(readSpentSince, { owner: userId, since })
  return row?.spent ?? 0
}

/** The coins of a wallet in cents. */
export async function walletCents(db: Db, userId: string): Promise<number> {
  const [row] = await db.run(readWalletCents, { owner: userId })
  return row?.balance_cents ?? 0
}

const monthsBefore = (now: Date, months: number): Date => {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  return then
}
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)
