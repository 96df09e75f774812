import { coinsOf } from '../../../contract/coins.ts'
import { asksConsent } from '../../../contract/policy/subscription.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { subscriberFigures, subscribersOfCreator } from './statements.ts'

/**
 * The current subscribers of a creator, newest first, and the figures of the last 30 days. Amounts need `can_payment`.
 */
export async function readSubscribers(ctx: Services, viewer: Viewer, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? 30
  const now = new Date(ctx.now())
  const [beforeAt = null, beforeId = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
  const page = { creator: viewer.id, now, beforeAt, beforeId, limit: limit + 1 }
  const found = await ctx.db.run(subscribersOfCreator, page)
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.fan_id),
  )
  const since = new Date(ctx.now() - 30 * 86_400_000)
  const [figures] = await ctx.db.run(subscriberFigures, { creator: viewer.id, now, since })
  const seesAmounts = viewer.acting === null || viewer.acting.permissions.can_payment === true
  const data = rows.flatMap((row) => {
    const user = people.get(row.fan_id)
    if (user === undefined) return []
    return [
      {
        user,
        status: row.status,
        asked: asksConsent({ status: row.status, priceCents: row.price_cents }, row.creator_cents),
        price: seesAmounts ? coinsOf(row.price_cents) : null,
        started_at: row.since.toISOString(),
        active_until: row.active_until?.toISOString() ?? null,
      },
    ]
  })
  return { figures: figures ?? { active: 0, past_due: 0, cancelled: 0, new_30_days: 0, lost_30_days: 0 }, data, next }
}
