import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queue, Services } from '../../platform/services.ts'
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
    if (size !== null) await makeMedia(ctx, id, size)
    await removeParts(ctx, id)
  },
}

async function makeMedia(ctx: Services, id: string, size: number): Promise<void> {
  const parent = join(ctx.env.DATA_DIR, 'uploads')
  await removeOld(parent)
  const folder = await mkdtemp(join(parent, 'work-'))
  try {
    const path = join(folder, 'upload')
    if (await assemble(ctx, id, size, path)) await processUpload(ctx, id, path)
    else await failUpload(ctx, id, 'lost')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a killed process left: longer ago than a task may take. */
async function removeOld(parent: string): Promise<void> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    const found = await stat(join(parent, name)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > 2 * 3_600_000)
      await rm(join(parent, name), { recursive: true, force: true })
  }
}
