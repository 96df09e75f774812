import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { imageVariants } from '../../platform/media/image.ts'
import { failUpload, processUpload } from './process.ts'
import { staleBefore } from './uploads.ts'

/**
 * The job that turns finished uploads into media, one at a time. What a stopped process left behind is taken up again
 * at the start; an upload whose file is on another node is left to that one, and given up after a day.
 */
export function openUploadQueue(ctx: Services, directory: string): UploadQueue {
  const waiting: string[] = []
  let working: Promise<void> | null = null
  let closed = false

  function add(id: string): void {
    if (closed || waiting.includes(id)) return
    waiting.push(id)
    working ??= work().finally(() => {
      working = null
    })
  }

  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined && !closed; id = waiting.shift()) {
      try {
        await one(id)
      } catch (error) {
        console.error(`media ${id} could not be made ready yet`, error)
        setTimeout(add, retryMs, id).unref()
      }
    }
  }

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
      if (here.has(id)) add(id)
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
    add,
    swept,
    idle: async () => {
      while (working !== null) await working
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}

export type UploadQueue = {
  /** Puts a finished upload in line. */
  add(id: string): void
  /** Puts what was left behind in line, gives up what is too old, and takes away the bytes of what is deleted. */
  swept(): Promise<void>
  /** When nothing is in line any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

const retryMs = 30_000
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
