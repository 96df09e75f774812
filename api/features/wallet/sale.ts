import { centsOf, coinsOf } from '../../../contract/coins.ts'
import { referralRates } from '../../../contract/prices.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type EntryKind, type Movement, move, saleLegs } from './ledger.ts'
import {
  readSaleTerms,
  readSpentSince,
  readWalletCents,
  type referralMoments,
  type SaleTermsRow,
} from './statements.ts'

/**
 * Refuses `price_changed {price}` unless the buyer has seen one of the prices that count, in cents. A call that names no
 * price has seen only what is free (docs/decisions/price-seen.md).
 */
export function checkPriceSeen(seenCoins: number | undefined, pricesCents: readonly number[]): void {
  if (!pricesCents.includes(centsOf(seenCoins ?? 0)))
    throw refuse('price_changed', { price: coinsOf(pricesCents[0] ?? 0) })
}

/**
 * The terms of a sale between a fan and a creator, in one statement; null when the creator does not exist. In a
 * transaction neither account can be closed until it ends. Call it before other rows are locked.
 */
export async function findSaleTerms(
  tx: Db,
  ctx: Services,
  fanId: string,
  creatorId: string,
): Promise<SaleTerms | null> {
  const [row] = await tx.run(readSaleTerms, { fan: fanId, creator: creatorId, ...referralSince(ctx.now()) })
  return row === undefined ? null : toSaleTerms(fanId, creatorId, row)
}

export const toSaleTerms = (fanId: string, creatorId: string, row: SaleTermsRow): SaleTerms => ({
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

/** Referrers earn for creators and fans whose accounts were created after these times. */
export const referralSince = (now: number): ValuesOf<typeof referralMoments> => ({
  creatorsSince: monthsBefore(new Date(now), referralRates.creatorMonths),
  fansSince: daysBefore(new Date(now), referralRates.fanDays),
})

export type SaleTerms = {
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

/**
 * The same for a fan who may buy: refuses `not_found` behind a block, `own_thing`, `not_creator`, and `unauthorised` to a
 * fan whose account has just been closed.
 */
export async function getSaleTerms(tx: Db, ctx: Services, fanId: string, creatorId: string): Promise<SaleTerms> {
  const terms = await findSaleTerms(tx, ctx, fanId, creatorId)
  if (terms === null || terms.blocked) throw refuse('not_found')
  if (fanId === creatorId) throw refuse('own_thing')
  if (!terms.isCreator) throw refuse('not_creator')
  if (terms.isFanGone) throw refuse('unauthorised')
  return terms
}

/**
 * Charges a fan's wallet for what a creator sells and answers the coins left, in cents. Refuses `insufficient_coins`
 * and, under the lock of the wallet, `spending_limit`. Nothing moves for 0 cents.
 */
export async function charge(
  tx: Db,
  ctx: Services,
  terms: SaleTerms,
  sale: Charge,
): Promise<{ entryId: string; left: number }> {
  const moved = await move(tx, movementOf(ctx, terms, sale))
  await enforceSpendingLimit(tx, ctx, terms)
  return { entryId: moved.entryId, left: moved.balanceOf(terms.fanId, 'wallet') }
}

/** The movement of a sale: what the fan pays, and the shares of creator, platform and referrers. */
export const movementOf = (ctx: Services, terms: SaleTerms, sale: Charge): Movement => ({
  kind: sale.kind,
  userId: terms.fanId,
  payerId: terms.fanId,
  counterpartyId: terms.creatorId,
  object: sale.object,
  ...(sale.entryId === undefined ? {} : { entryId: sale.entryId }),
  ...(sale.reason === undefined ? {} : { reason: sale.reason }),
  now: ctx.now(),
  legs: saleLegs({ ...terms, cents: sale.cents, feePercent: ctx.env.FEE_PERCENT }),
})

/** Refuses `spending_limit` after a movement beyond the fan's own limit; the caller's transaction rolls it back. */
export async function enforceSpendingLimit(tx: Db, ctx: Services, terms: SaleTerms): Promise<void> {
  if (terms.limitCents === null) return
  if ((await spentThisMonth(tx, terms.fanId, ctx.now())) > terms.limitCents) throw refuse('spending_limit')
}
export type Charge = {
  kind: EntryKind
  cents: number
  object: { kind: string; id: string }
  entryId?: string
  /** What the wallet's history says beside the kind. */
  reason?: string
}

/** What the wallet paid for purchases in this calendar month (UTC), less their refunds, in cents. */
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
