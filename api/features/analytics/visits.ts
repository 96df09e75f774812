import type { Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'

const seen = new Map<string, number>()
let isPlanned = false

/**
 * Counts a visit of a profile. Visits are gathered in this process and written together after some seconds, so that
 * looking costs the page no write; what a crash loses is a few seconds of a figure that is no promise.
 */
export function countVisit(ctx: Services, userId: string): void {
  const key = `${userId} ${new Date(ctx.now()).toISOString().slice(0, 10)}`
  seen.set(key, (seen.get(key) ?? 0) + 1)
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => void writeVisits(ctx), 5_000).unref()
}

/** Writes what was gathered; what cannot be written is kept for the next time. */
export async function writeVisits(ctx: Services): Promise<void> {
  isPlanned = false
  const gathered = [...seen]
  seen.clear()
  if (gathered.length === 0) return
  const [users, days] = [0, 1].map((part) => gathered.map(([key]) => key.split(' ')[part]))
  await ctx.db.run(counting, [users, days, gathered.map(([, count]) => count)]).catch(() => {
    for (const [key, count] of gathered) seen.set(key, (seen.get(key) ?? 0) + count)
  })
}

const counting: Statement = {
  name: 'analytics_count_visits',
  text: `
    insert into profile_visits (user_id, day, visits)
    select * from unnest($1::uuid[], $2::date[], $3::int[]) as v(user_id, day, visits) order by user_id, day
    on conflict (user_id, day) do update set visits = profile_visits.visits + excluded.visits`,
}
