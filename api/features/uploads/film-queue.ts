import { speechServiceOf } from '../../platform/media/speech-to-text.ts'
import type { Queue } from '../../platform/services.ts'
import { filmCopyQueue } from './film-copies.ts'
import { makeFilmSizes } from './film-sizes.ts'
import { transcriptQueue } from './transcript.ts'

/** Makes the sizes of films, one film at a time in each process; what a killed node had made already stays. */
export const filmQueue: Queue<{ id: string }> = {
  name: 'films',
  concurrency: 1,
  options: { policy: 'short', retryLimit: 2_880, retryDelay: 30, expireInSeconds: 82_800, heartbeatSeconds: 30 },
  key: ({ id }) => id,
  run: async (ctx, { id }) => {
    await makeFilmSizes(ctx, id)
    await ctx.db.transact(async (tx) => {
      await ctx.jobs.enqueue(tx, filmCopyQueue, [{ id }])
      // The service gets the sound alone, which is made by now.
      if (speechServiceOf(ctx.env) !== null) await ctx.jobs.enqueue(tx, transcriptQueue, [{ id }])
    })
  },
}
