import type { Services } from '../../platform/services.ts'
import { addVisits } from './statements.ts'

const seen = new Map<string, number>()
let isPlanned = false

/**
 * Counts a visit of a profile. Visits are collected in this process and written together after some seconds, so that
 * reading a page needs no write; a crash loses a few seconds of an approximate figure.
 */
export function countVisit(ctx: Services, userId: string): void {
  const key = `${userId} ${new Date(ctx.now()).toISOString().slice(0, 10)}`
  seen.set(key, (seen.get(key) ?? 0) + 1)
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => void writeVisits(ctx), 5_000).unref()
}

/** Writes the collected visits; those that cannot be written are tried again next time. */
export async function writeVisits(ctx: Services): Promise<void> {
  isPlanned = false
  const gathered = [...seen]
  seen.clear()
  if (gathered.length === 0) return
  const visits = gathered.map(([key, count]) => {
    const [userId = '', day = ''] = key.split(' ')
    return { user_id: userId, day, visits: count }
  })
  await ctx.db.run(addVisits, { visits }).catch(() => {
    for (const [key, count] of gathered) seen.set(key, (seen.get(key) ?? 0) + count)
  })
}
