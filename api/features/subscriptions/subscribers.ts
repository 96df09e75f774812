import { asksConsent } from '../../../contract/policy/subscription.ts'
import type { Statement } from '../../platform/db/db.ts'
import { subscriptionRuns } from '../../platform/db/rules.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { readPeople } from '../../people/views.ts'
import type { SubscriptionRow } from './subscription.ts'

/** Who subscribes to a creator now, newest first, and the figures of the last 30 days. Amounts need `can_payment`. */
export async function readSubscribers(ctx: Services, viewer: Viewer, it: { limit?: number; cursor?: string }) {
  const limit = it.limit ?? 30
  const now = new Date(ctx.now())
  const after = fromCursor(it.cursor, 2) ?? [null, null]
  const found = await ctx.db.run<SubscriptionRow & { at: string; asking_cents: number }>(ofCreator, [
    viewer.id,
    now,
    ...after,
    limit + 1,
  ])
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.fan_id),
  )
  const [figures] = await ctx.db.run<Figures>(figuresOf, [viewer.id, now, new Date(ctx.now() - 30 * 86_400_000)])
  const seesAmounts = viewer.acting === null || viewer.acting.permissions.can_payment === true
  const data = rows.flatMap((row) => {
    const user = people.get(row.fan_id)
    if (user === undefined) return []
    return [
      {
        user,
        status: row.status,
        asked: asksConsent({ status: row.status, priceCents: row.price_cents }, row.asking_cents),
        price: seesAmounts ? row.price_cents / 100 : null,
        started_at: row.since.toISOString(),
        active_until: row.active_until?.toISOString() ?? null,
      },
    ]
  })
  return { figures: figures ?? { active: 0, past_due: 0, cancelled: 0, new_30_days: 0, lost_30_days: 0 }, data, next }
}

type Figures = { active: number; past_due: number; cancelled: number; new_30_days: number; lost_30_days: number }

const lets = subscriptionRuns('s', '$2::timestamptz')
const ofCreator: Statement = {
  name: 'subscribers_of_creator',
  text: `
    select s.id, s.fan_id, s.status, s.price_cents, s.since, s.active_until, s.since::text as at,
      (select coalesce(c.price_cents, 0) from users c where c.id = $1) as asking_cents
    from subscriptions s where s.creator_id = $1 and ${lets}
      and ($3::text is null or (s.since, s.id) < ($3::timestamptz, $4::uuid))
    order by s.since desc, s.id desc limit $5`,
}
const figuresOf: Statement = {
  name: 'subscribers_figures',
  text: `
    select count(*) filter (where s.status = 'active')::int as active, count(*) filter (where s.status = 'past_due')::int as past_due,
      count(*) filter (where s.status = 'cancelled')::int as cancelled,
      (select count(*)::int from subscription_events e where e.creator_id = $1 and e.kind = 'new' and e.created_at > $3::timestamptz) as new_30_days,
      (select count(*)::int from subscription_events e where e.creator_id = $1 and e.kind = 'lost' and e.created_at > $3::timestamptz) as lost_30_days
    from subscriptions s where s.creator_id = $1 and ${lets}`,
}
