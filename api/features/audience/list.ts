import type { AudienceFan, audience as contract } from '../../../contract/audience.ts'
import type { AudienceFilter } from '../../../contract/audience-filter.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { namedFilterOf } from './predicate.ts'
import { audiencePages, countByRelation, cursorKinds } from './statements.ts'

/** A page of the fans whom a filter matches. Amounts need `can_payment`. */
export async function listFans(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof contract.list>,
): Promise<{ data: AudienceFan[]; next: string | null }> {
  const { sort, limit = 50, cursor, ...filter } = query
  if (sort === 'spent' || sort === 'paid') requireFlag(viewer, 'can_payment')
  const [at = null, id = null] = fromCursor(cursor, cursorKinds[sort], 'uuid') ?? []
  const found = await ctx.db.run(audiencePages[sort], {
    ...(await namedFilterOf(ctx, viewer, filter)),
    at,
    id: id as string | null,
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [sort === 'spent' ? row.spent_cents : row.at, row.fan_id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.fan_id),
  )
  const seesAmounts = viewer.acting === null || viewer.acting.permissions.can_payment === true
  const data = rows.flatMap((row) => {
    const user = people.get(row.fan_id)
    if (user === undefined) return []
    return [
      {
        user,
        relation: row.relation,
        since: row.since?.toISOString() ?? null,
        renews_at: row.renews_at?.toISOString() ?? null,
        active_until: row.active_until?.toISOString() ?? null,
        spent: seesAmounts ? coinsOf(row.spent_cents) : null,
        last_paid_at: seesAmounts ? (row.last_paid_at?.toISOString() ?? null) : null,
        language: row.locale,
        lists: row.lists,
      },
    ]
  })
  return { data, next }
}

/** How many fans a filter matches, in all and by what they are. */
export async function countFans(ctx: Services, viewer: Viewer, filter: AudienceFilter) {
  const rows = await ctx.db.run(countByRelation, await namedFilterOf(ctx, viewer, filter))
  const isAsked = (relation: AudienceFan['relation']) => filter.relation?.includes(relation) ?? relation !== 'blocked'
  const seesBuyers = viewer.acting === null || viewer.acting.permissions.can_payment === true
  return {
    count: rows.reduce((sum, row) => sum + (isAsked(row.relation) ? row.count : 0), 0),
    relations: rows.filter((row) => seesBuyers || row.relation !== 'buyer'),
  }
}
