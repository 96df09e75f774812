import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../platform/db/ids.ts'
import { log, reasonOf } from '../../platform/log.ts'
import { imageVariants } from '../../platform/media/image.ts'
import type { Queue, Services } from '../../platform/services.ts'
import { failUpload, processUpload } from './process.ts'
import {
  deleteFailedMedia,
  deleteStaleUploads,
  markPurged,
  readProcessed,
  readProcessing,
  readPurgeable,
} from './statements.ts'
import { staleBefore } from './uploads.ts'

/**
 * The queue that turns finished uploads into media, one at a time in each process. It belongs to the directory that
 * holds the files, so that only a process which has them takes up their tasks; those of a directory that does not come
 * back are given up after a day.
 */
export async function openUploadQueue(ctx: Services, directory: string): Promise<UploadQueue> {
  const queue: Queue<Finished> = {
    name: `uploads-${await directoryId(directory)}`,
    concurrency: 1,
    // Every half minute for a day: the store may be away for long.
    options: { policy: 'short', retryLimit: 2_880, retryDelay: 30, expireInSeconds: 3_600 },
    key: ({ id }) => id,
    run: (_, { id }) => one(id),
  }
  await ctx.jobs.declare(queue)
  let closed = false

  async function one(id: string): Promise<void> {
    const path = join(directory, id)
    if ((await stat(path).catch(() => null)) === null) return
    await processUpload(ctx, id, path)
    await forget(id)
  }

  async function forget(id: string): Promise<void> {
    for (const file of [id, `${id}.json`, `${id}.clean`]) await rm(join(directory, file), { force: true })
  }

  async function sweep(): Promise<void> {
    const now = new Date(ctx.now())
    const stale = staleBefore(ctx.now())
    const here = new Set(await readdir(directory))
    for (const { id, is_stale } of await ctx.db.run(readProcessing, { stale })) {
      if (here.has(id)) await ctx.jobs.enqueue(ctx.db, queue, [{ id }])
      else if (is_stale) await failUpload(ctx, id, 'lost')
    }
    for (const { id } of await ctx.db.run(deleteStaleUploads, { stale })) await forget(id)
    // A process that stopped between its last two steps leaves a file behind.
    const ids = [...here].filter((name) => /^[0-9a-f-]{36}$/.test(name))
    for (const { id } of await ctx.db.run(readProcessed, { ids })) await forget(id)
    await ctx.db.run(deleteFailedMedia, { stale, now })
    await purge(now)
  }

  /** The bytes go first and the row says so after: what a store that is away still holds is tried again. */
  async function purge(now: Date): Promise<void> {
    const before = new Date(ctx.now() - purgeAfterMs)
    const gone = await ctx.db.run(readPurgeable, { before, limit: purgedAtOnce })
    for (const { id } of gone) {
      for (const variant of imageVariants) await ctx.storage.remove(`${id}/${variant}`)
      await ctx.db.run(markPurged, { id, now })
    }
    if (gone.length === purgedAtOnce && !closed) await purge(now)
  }

  const swept = async () => {
    await sweep().catch((error: unknown) => {
      if (!closed) log.error('uploads could not be swept', { error: reasonOf(error) })
    })
  }
  void swept()
  const timer = setInterval(() => void swept(), sweepMs)
  timer.unref()

  return {
    queue,
    swept,
    close: () => {
      closed = true
      clearInterval(timer)
    },
  }
}

type Finished = { id: string }

export type UploadQueue = {
  /** Takes a finished upload. */
  queue: Queue<Finished>
  /** Enqueues what a dead process left, gives up what is too old, and takes away the bytes of what is deleted. */
  swept(): Promise<void>
  close(): void
}

/** A directory's own name for its queue, made by the first process that opens it. */
async function directoryId(directory: string): Promise<string> {
  const file = join(directory, 'queue')
  await writeFile(file, newId(), { flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

const sweepMs = 3_600_000
/** Longer than a purchase can take that has seen the media before it was deleted. */
const purgeAfterMs = 3_600_000
const purgedAtOnce = 500
