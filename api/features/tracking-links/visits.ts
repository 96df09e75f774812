import type { Services } from '../../platform/services.ts'
import { addLinkVisits } from './statements.ts'

const seen = new Map<string, number>()
let isPlanned = false

/** Counts a visit by a link; visits are collected and written together, as those of profiles are. */
export function countLinkVisit(ctx: Services, linkId: string): void {
  const key = `${linkId} ${new Date(ctx.now()).toISOString().slice(0, 10)}`
  seen.set(key, (seen.get(key) ?? 0) + 1)
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => void writeLinkVisits(ctx), 5_000).unref()
}

/** Writes the collected visits; those that cannot be written are tried again next time. */
export async function writeLinkVisits(ctx: Services): Promise<void> {
  isPlanned = false
  const gathered = [...seen]
  seen.clear()
  if (gathered.length === 0) return
  const visits = gathered.map(([key, count]) => {
    const [linkId = '', day = ''] = key.split(' ')
    return { link_id: linkId, day, visits: count }
  })
  await ctx.db.run(addLinkVisits, { visits }).catch(() => {
    for (const [key, count] of gathered) seen.set(key, (seen.get(key) ?? 0) + count)
  })
}
