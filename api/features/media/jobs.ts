import type { Job } from '../../platform/jobs/jobs.ts'
import { copyOf } from '../../platform/marks/copies.ts'
import type { Services } from '../../platform/services.ts'
import { forgetCopies, readOldCopies } from './mark-statements.ts'

export const mediaJobs: readonly Job[] = [{ name: 'marks-sweep', cron: '53 * * * *', run: sweepCopies }]

/**
 * Deletes marked copies that were made a month ago. One that is asked for again is made again, with the same mark; without
 * this a creator's pictures would be stored once for each of their fans for ever.
 */
export async function sweepCopies(ctx: Services): Promise<void> {
  const before = new Date(ctx.now() - copiesMs)
  for (;;) {
    const old = await ctx.db.run(readOldCopies, { before, limit: sweptAtOnce })
    for (const [mediaId, marks] of Map.groupBy(old, (it) => it.media_id)) {
      const ends = marks.map(({ id }) => copyOf('', id))
      for await (const key of ctx.storage.list(mediaId))
        if (ends.some((end) => key.endsWith(end))) await ctx.storage.remove(key)
    }
    await ctx.db.run(forgetCopies, { ids: old.map(({ id }) => id), before })
    if (old.length < sweptAtOnce) return
  }
}

const copiesMs = 30 * 86_400_000
const sweptAtOnce = 500
