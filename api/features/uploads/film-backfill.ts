import { join } from 'node:path'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import { log } from '../../platform/log.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import { copyToFile } from '../../platform/media/copy-to-file.ts'
import {
  nameOfSize,
  playlistOf,
  printName,
  type Rendition,
  remadeNameOf,
  sideOf,
  sizesOf,
} from '../../platform/media/film-sizes.ts'
import { makeRendition } from '../../platform/media/make-rendition.ts'
import type { Queue, Services } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'
import { makeSecondCopy } from './film-copies.ts'
import { filmLeftoverQueue } from './film-leftovers.ts'
import { changeRenditions, readFilm, type SizeWork, storePrint, storeSize } from './film-sizes.ts'
import { countUntraceable, readUntraceable } from './statements.ts'

/**
 * Makes the sizes of films from before there were two copies of each again, one film at a time on all nodes together. A
 * node that dies is missed within a minute, and another one goes on behind the last size that is stored.
 */
export const filmBackfillQueue: Queue<Record<string, never>> = {
  name: 'film-backfill',
  concurrency: 1,
  options: { policy: 'exclusive', retryLimit: 20, retryDelay: 60, expireInSeconds: 82_800, heartbeatSeconds: 30 },
  run: (ctx) => backfillFilms(ctx),
}

/** Enqueues the backfill as long as there are films for it, unless the installation has turned it off. */
export async function startFilmBackfill(ctx: Services): Promise<void> {
  if (ctx.env.FILM_BACKFILL === 'off') return
  const [film] = await ctx.db.run(readUntraceable, { before: null })
  if (film !== undefined) await ctx.jobs.enqueue(ctx.db, filmBackfillQueue, [{}])
}

/** Makes all films traceable that are not, the newest first; a film that fails does not keep the others waiting. */
async function backfillFilms(ctx: Services): Promise<void> {
  const stop = new AbortController()
  await forEachIndependently(untraceableFilms(ctx, stop.signal), async (id) => {
    const began = performance.now()
    const done = await remakeFilm(ctx, id).catch((error) => {
      if (error instanceof CodecsMissing) stop.abort()
      throw error
    })
    const [row] = await ctx.db.run(countUntraceable, {})
    const ms = Math.round(performance.now() - began)
    log.info('film backfill', { what: `${id}: ${done} sizes in two copies`, ms, left: row?.films ?? 0 })
    return true
  })
}

/** Their ids, until all were there, `stop` says so, or half a day is over, after which another task goes on. */
async function* untraceableFilms(ctx: Services, stop: AbortSignal): AsyncGenerator<string> {
  const until = performance.now() + mostMs
  let before: string | null = null
  while (performance.now() < until && !stop.aborted) {
    const [film]: { id: string }[] = await ctx.db.run(readUntraceable, { before })
    if (film === undefined) return
    yield film.id
    before = film.id
  }
}
const mostMs = 12 * 3_600_000

/**
 * Makes each size of a film again in two copies, under a name of its own: the file from before stays for half a day for
 * those who play it. A size that cannot be made keeps its one copy for good. Answers how many were made.
 */
async function remakeFilm(ctx: Services, id: string): Promise<number> {
  const film = await readFilm(ctx, id)
  if (film === null) return 0
  let count = 0
  const key = await markKey(ctx)
  await inWorkFolder(ctx, { name: 'film-backfill', hours: 24 }, async (folder) => {
    const path = join(folder, 'film')
    const isThere = await copyToFile(ctx.storage, `${id}/full`, path)
    for (const before of film.renditions?.sizes ?? []) {
      if (before.isMarked !== undefined) continue
      const side = sideOf(before.name)
      const bitrate = sizesOf(film).find((it) => it.side === side)?.bitrate ?? before.average
      const made = isThere ? await remakeSize({ ctx, id, path, folder, key }, { side, bitrate }) : null
      if (made !== null) await ctx.jobs.enqueue(ctx.db, filmLeftoverQueue, [{ id, name: before.name }], afterHalfADay)
      const after = made ?? { ...before, isMarked: false }
      await changeRenditions(
        ctx,
        id,
        (now) => now && { ...now, sizes: now.sizes.map((it) => (it.name === before.name ? after : it)) },
      )
      if (made !== null) count++
    }
  })
  return count
}

/** The other films could not be made either. */
class CodecsMissing extends Error {}

/** An address of a part of a film is good for twelve hours. */
const afterHalfADay = { afterSeconds: 13 * 3_600 }

/** Both copies of a size, stored; null where they cannot be made. */
async function remakeSize(
  work: SizeWork,
  { side, bitrate }: { side: number; bitrate: number },
): Promise<Rendition | null> {
  const { ctx, id, path, folder, key } = work
  const name = remadeNameOf(nameOfSize(side))
  const mark = { mediaId: id, copy: 'a' } as const
  const order = { kind: 'size', name, side, bitrate, mark } as const
  const answer = await makeRendition(path, folder, order, { markKey: key, isLate: true })
  if ('failed' in answer && answer.failed === 'no codecs') throw new CodecsMissing('this node has no codecs')
  const made = await storeSize(work, answer)
  if (made !== null && (await makeSecondCopy(work, { name, side, bitrate }))) {
    if ((await ctx.storage.stat(`${id}/${printName}`)) === null) await storePrint(work, name)
    return { ...made, isMarked: true }
  }
  for (const left of [name, playlistOf(name)]) await ctx.storage.remove(`${id}/${left}`)
  return null
}
