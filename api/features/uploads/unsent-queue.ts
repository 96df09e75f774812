import type { Queue } from '../../platform/services.ts'
import { deleteUnsent } from './statements.ts'

/** Deletes what a fan uploaded for a conversation and has not sent within a day (product §73). */
export const unsentQueue: Queue<{ id: string }> = {
  name: 'unsent-media',
  concurrency: 1,
  options: { policy: 'short', retryLimit: 48, retryDelay: 1_800, expireInSeconds: 60 },
  key: ({ id }) => id,
  run: (ctx, { id }) => ctx.db.run(deleteUnsent, { id, now: new Date(ctx.now()) }),
}
