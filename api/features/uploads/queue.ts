import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Queue } from '../../platform/services.ts'
import type { Services } from '../../platform/services.ts'
import { imageVariants } from '../../platform/media/image.ts'
import { failUpload, processUpload } from './process.ts'
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
    for (const { id, is_stale } of await ctx.db.run<{ id: string; is_stale: boolean }>(unfinished, [stale])) {
      if (here.has(id)) await ctx.jobs.enqueue(ctx.db, queue, [{ id }])
      else if (is_stale) await failUpload(ctx, id, 'lost')
    }
    for (const { id } of await ctx.db.run<{ id: string }>(givenUp, [stale])) await forget(id)
    // A process that stopped between its last two steps leaves a file behind.
    const ids = [...here].filter((name) => /^[0-9a-f-]{36}$/.test(name))
    for (const { id } of await ctx.db.run<{ id: string }>(settled, [ids])) await forget(id)
    await ctx.db.run(forgetFailed, [stale, now])
    await purge(now)
  }

  /** The bytes go first and the row says so after: what a store that is away still holds is tried again. */
  async function purge(now: Date): Promise<void> {
    const gone = await ctx.db.run<{ id: string }>(purgeable, [new Date(ctx.now() - purgeAfterMs)])
    for (const { id } of gone) {
      for (const variant of imageVariants) await ctx.storage.remove(`${id}/${variant}`)
      await ctx.db.run(purged, [id, now])
    }
    if (gone.length === purgedAtOnce && !closed) await purge(now)
  }

  const swept = async () => {
    await sweep().catch((error: unknown) => closed || console.error('uploads could not be swept', error))
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

const unfinished: Statement = {
  name: 'uploads_unfinished',
  text: `select id, created_at < $1::timestamptz as is_stale from media where state = 'processing' order by created_at limit 1000`,
}
const settled: Statement = {
  name: 'uploads_settled',
  text: `select id from media where id = any($1::uuid[]) and state <> 'processing'`,
}
const givenUp: Statement = {
  name: 'uploads_given_up',
  text: `delete from uploads where finished_at is null and created_at < $1::timestamptz returning id`,
}
/** What failed stays in the vault for a day, to say why. */
const forgetFailed: Statement = {
  name: 'uploads_forget_failed',
  text: `update media set deleted_at = $2::timestamptz where state = 'failed' and deleted_at is null and created_at < $1::timestamptz`,
}
const purgeable: Statement = {
  name: 'uploads_purgeable',
  text: `
    select d.id from media d where d.deleted_at < $1::timestamptz and d.purged_at is null
      and not exists (select 1 from entitlements e where e.media_id = d.id) limit ${purgedAtOnce}`,
}
const purged: Statement = {
  name: 'uploads_purged',
  text: 'update media set purged_at = $2::timestamptz, description = null where id = $1::uuid',
}
