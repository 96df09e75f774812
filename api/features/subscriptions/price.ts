import { priceChangesPerDay, pricePoints } from '../../../contract/limits.ts'
import { cents } from '../../../contract/shapes.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'

/** Sets a creator's price: one of the 25 points, three changes in 24 hours (product §6). The present price again is no change. */
export async function setPrice(tx: Db, creatorId: string, price: number, now: number): Promise<void> {
  const wanted = pointCents(price)
  if (wanted === null) throw refuse('invalid_price')
  const [row] = await tx.run<{ price_cents: number | null }>(locking, [creatorId])
  if (row === undefined) throw refuse('not_found')
  if (row.price_cents === wanted) return
  const [{ changes, oldest } = { changes: 0, oldest: null }] = await tx.run<{ changes: number; oldest: Date | null }>(
    counting,
    [creatorId, new Date(now - dayMs)],
  )
  if (changes >= priceChangesPerDay) throw refuse('rate_limited', { retry_after: retryAfter(oldest, now) })
  await tx.run(changing, [newId(), creatorId, wanted, new Date(now)])
}

/** The cents of a price point, exactly as it is written in the list; null for anything else, `-0` included. */
export function pointCents(price: number): number | null {
  const wanted = cents(price)
  return wanted !== null && points.has(wanted) ? wanted : null
}
const points = new Set(pricePoints.map((point) => cents(point)))
const dayMs = 86_400_000

const retryAfter = (oldest: Date | null, now: number): number =>
  Math.max(1, Math.ceil(((oldest?.getTime() ?? now) + dayMs - now) / 1000))

const locking: Statement = {
  name: 'price_lock',
  text: `select price_cents from users where id = $1 and deleted_at is null for update`,
}
const counting: Statement = {
  name: 'price_count',
  text: `select count(*)::int as changes, min(created_at) as oldest from price_changes where creator_id = $1 and created_at > $2`,
}
const changing: Statement = {
  name: 'price_change',
  text: `
    with noted as (insert into price_changes (id, creator_id, price_cents, created_at) values ($1, $2, $3, $4))
    update users set price_cents = $3, updated_at = now() where id = $2`,
}
