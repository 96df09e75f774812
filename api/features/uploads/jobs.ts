import { trashDays } from '../../../contract/limits.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { startFilmBackfill } from './film-backfill.ts'
import { removeParts } from './parts.ts'
import { uploadQueue } from './queue.ts'
import { staleBefore } from './stale.ts'
import {
  deleteFailedMedia,
  deleteStaleUploads,
  markPurged,
  readDoneParts,
  readPurgeable,
  readStuck,
} from './statements.ts'
import { checkUsage } from './usage.ts'

export const uploadJobs: readonly Job[] = [
  { name: 'uploads-sweep', cron: '23 * * * *', run: sweepUploads },
  { name: 'film-backfill-start', cron: '11 * * * *', run: startFilmBackfill },
  { name: 'uploads-usage', cron: '41 3 * * *', hours: 2, run: checkUsage },
]

/** Enqueues media that are stuck, gives up uploads that are too old, and deletes the bytes of what is gone. */
export async function sweepUploads(ctx: Services): Promise<void> {
  const now = new Date(ctx.now())
  const stale = staleBefore(ctx.now())
  await ctx.jobs.enqueue(ctx.db, uploadQueue, await ctx.db.run(readStuck, { stale }))
  for (const { id } of await ctx.db.run(deleteStaleUploads, { stale })) await removeParts(ctx, id)
  for (const { id } of await ctx.db.run(readDoneParts, {})) await removeParts(ctx, id)
  await ctx.db.run(deleteFailedMedia, { stale, now })
  await purge(ctx, now)
}

/** The bytes go first and the row says so after: what a store that is away still holds is tried again. */
async function purge(ctx: Services, now: Date): Promise<void> {
  const before = new Date(ctx.now() - purgeAfterMs)
  const gone = await ctx.db.run(readPurgeable, {
    before,
    trash_since: new Date(ctx.now() - trashDays * 86_400_000),
    limit: purgedAtOnce,
  })
  for (const { id } of gone) {
    for await (const key of ctx.storage.list(id)) await ctx.storage.remove(key)
    await ctx.db.run(markPurged, { id, now })
  }
  if (gone.length === purgedAtOnce) await purge(ctx, now)
}

/** Longer than a purchase can take that has seen the media before it was deleted. */
const purgeAfterMs = 3_600_000
const purgedAtOnce = 500
