import { join } from 'node:path'
import type { Queue } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'
import { assemble, removeParts } from './parts.ts'
import { bytesWaiting, failUpload, processUpload } from './process.ts'

/** Turns finished uploads into media, one at a time in each process; any node takes any of them. */
export const uploadQueue: Queue<{ id: string }> = {
  name: 'uploads',
  concurrency: 1,
  // Every half minute for a day: the store may be away for long. A missing heartbeat shows that a node died.
  options: { policy: 'short', retryLimit: 2_880, retryDelay: 30, expireInSeconds: 3_600, heartbeatSeconds: 30 },
  key: ({ id }) => id,
  run: async (ctx, { id }) => {
    const size = await bytesWaiting(ctx, id)
    if (size !== null)
      await inWorkFolder(ctx, { name: 'uploads', hours: 2 }, async (folder) => {
        const path = join(folder, 'upload')
        const contentHash = await assemble(ctx, id, size, path)
        if (contentHash === null) await failUpload(ctx, id, 'lost')
        else await processUpload(ctx, id, path, contentHash)
      })
    await removeParts(ctx, id)
  },
}
