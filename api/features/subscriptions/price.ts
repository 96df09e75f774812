import { exactCents } from '../../../contract/coins.ts'
import { priceChangesPerDay } from '../../../contract/limits.ts'
import { pricePoints } from '../../../contract/prices.ts'
import { type Change, centsText } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { changePrice, countPriceChanges, lockPrice } from './statements.ts'

/**
 * Sets a creator's price: one of the 25 points, at most three changes in 24 hours (product §6). Setting the present
 * price is no change.
 */
export async function setPrice(tx: Db, creatorId: string, price: number, now: number): Promise<Change[]> {
  const wanted = pointCents(price)
  if (wanted === null) throw refuse('invalid_price')
  const [row] = await tx.run(lockPrice, { creator: creatorId })
  if (row === undefined) throw refuse('not_found')
  if (row.price_cents === wanted) return []
  const since = new Date(now - dayMs)
  const [{ changes, oldest } = { changes: 0, oldest: null }] = await tx.run(countPriceChanges, {
    creator: creatorId,
    since,
  })
  if (changes >= priceChangesPerDay) throw refuse('rate_limited', { retry_after: retryAfter(oldest, now) })
  await tx.run(changePrice, { id: newId(), creator: creatorId, cents: wanted, now: new Date(now) })
  return [{ field: 'price', before: centsText(row.price_cents), after: centsText(wanted) }]
}

/** The cents of a price point, exactly as it is written in the list; null for anything else, `-0` included. */
function pointCents(price: number): number | null {
  const wanted = exactCents(price)
  return wanted !== null && points.has(wanted) ? wanted : null
}
const points = new Set(pricePoints.map((point) => exactCents(point)))
const dayMs = 86_400_000

const retryAfter = (oldest: Date | null, now: number): number =>
  Math.max(1, Math.ceil(((oldest?.getTime() ?? now) + dayMs - now) / 1000))
