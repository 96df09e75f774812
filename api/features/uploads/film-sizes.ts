import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { media } from '../../platform/db/schema/media.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { log } from '../../platform/log.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import { copyToFile } from '../../platform/media/copy-to-file.ts'
import {
  type FilmSize,
  nameOfSize,
  playlistOf,
  printName,
  type Rendition,
  type Renditions,
  sizesOf,
  soundName,
  stripName,
} from '../../platform/media/film-sizes.ts'
import { playlistType } from '../../platform/media/hls.ts'
import { makeRendition, type RenditionAnswer, type RenditionOrder } from '../../platform/media/make-rendition.ts'
import type { Services } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'
import { addPoster } from './film-poster.ts'
import { type MakingTracker, trackMaking } from './making.ts'

/**
 * Makes the poster of a film that has none, its sizes, and the strip of its frames, one after the other, from the film as
 * it was uploaded. Each is in the store before the row says so, and the first size plays at once. What cannot be made is
 * left out; without the codecs, or where the sound cannot be read, the film plays as it was uploaded. A store that is away
 * throws, to be tried again, and what was made before is not made twice.
 */
export async function makeFilmSizes(ctx: Services, id: string): Promise<void> {
  const film = await readFilm(ctx, id)
  if (film === null) return
  const key = await markKey(ctx)
  await inWorkFolder(ctx, { name: 'films', hours: 24 }, async (folder) => {
    const path = join(folder, 'film')
    if (!(await copyToFile(ctx.storage, `${id}/full`, path))) return
    if (!film.hasPoster) await addPoster(ctx, id, path, folder)
    const sizes = sizesOf(film)
    const unmade = sizes.filter(({ side }) => !film.renditions?.sizes.some((it) => it.name === nameOfSize(side)))
    const whole = sumOf(sizes.map(weightOf))
    const making = trackMaking(ctx, id, whole, whole - sumOf(unmade.map(weightOf)))
    const work = { ctx, id, path, folder, making, key }
    const made = film.renditions ?? (await startWithSound(work))
    if (made === null) return
    for (const size of unmade) {
      const { side, bitrate } = size
      const mark = { mediaId: id, copy: 'a' } as const
      const rendition = await make(work, { kind: 'size', name: nameOfSize(side), side, bitrate, mark }, weightOf(size))
      if (rendition === null) continue
      if (made.sizes.length === 0) await storePrint(work, rendition.name)
      made.sizes.push(rendition)
      const added = { ...rendition, isMarked: false }
      const isThere = await changeRenditions(ctx, id, (now) => ({
        ...(now ?? made),
        sizes: [...(now?.sizes ?? []).filter((it) => it.name !== added.name), added],
      }))
      if (!isThere) return
      if (!made.strip) await addStrip(work, made)
    }
    // A node that died may have left it out.
    if (made.sizes.length > 0 && !made.strip) await addStrip(work, made)
  })
  await ctx.db.update(media).set({ making: null }).where(eq(media.id, id))
}

/** What a size is made of: the film at `path`, in a folder of its own, with the key of marks. */
export type SizeWork = { ctx: Services; id: string; path: string; folder: string; key: Uint8Array }
type Work = SizeWork & { making: MakingTracker }

/** A size takes as long as it has pixels. */
const weightOf = ({ side }: FilmSize): number => side * side
const sumOf = (all: readonly number[]): number => all.reduce((sum, it) => sum + it, 0)

/** The sound alone, which plays with every size; null where it cannot be made, and so no size either. */
async function startWithSound(work: Work): Promise<Renditions | null> {
  const answer = await makeRendition(work.path, work.folder, { kind: 'sound', name: soundName })
  if ('isSilent' in answer) return { sizes: [], sound: null }
  const sound = await storeSize(work, answer)
  return sound && { sizes: [], sound }
}

async function make(work: Work, order: RenditionOrder, weight: number): Promise<Rendition | null> {
  const onProgress = (part: number) => work.making.progress(weight, part)
  const made = await storeSize(
    work,
    await makeRendition(work.path, work.folder, order, { onProgress, markKey: work.key }),
  )
  await work.making.end()
  await work.making.add(weight)
  return made
}

/** Draws the frames that a player shows while a fan seeks. */
async function addStrip({ ctx, id, path, folder }: Work, made: Renditions): Promise<void> {
  const answer = await makeRendition(path, folder, { kind: 'strip', name: stripName })
  if (!('strip' in answer)) return
  await ctx.storage.put(`${id}/${stripName}`, createReadStream(join(folder, stripName)), 'image/webp')
  const { strip } = answer
  made.strip = strip
  await changeRenditions(ctx, id, (now) => ({ ...(now ?? made), strip }))
}

/** Stores the print by which a recording of the film is found; it is the same for every size. */
export async function storePrint({ ctx, id, folder }: SizeWork, name: string): Promise<void> {
  await ctx.storage.put(`${id}/${printName}`, await readFile(join(folder, `${name}-print`)), 'application/octet-stream')
}

/** Stores what was made, the bytes before their playlist; null where nothing was made. */
export async function storeSize({ ctx, id, folder }: SizeWork, answer: RenditionAnswer): Promise<Rendition | null> {
  if (!('made' in answer)) {
    const why = 'failed' in answer ? answer.failed : 'silent'
    log.info('a size of a film was left out', { error: `${id}: ${why}` })
    return null
  }
  const { bytes: _, ...made } = answer.made
  const path = join(folder, made.name)
  await ctx.storage.put(`${id}/${made.name}`, createReadStream(path), 'video/mp4')
  await ctx.storage.put(`${id}/${playlistOf(made.name)}`, createReadStream(playlistOf(path)), playlistType)
  await rm(path)
  return made
}

/** What the sizes of a film depend on; null where it is none, or is not ready. */
export async function readFilm(ctx: Services, id: string) {
  const [row] = await ctx.db
    .select({
      type: media.type,
      width: media.width,
      height: media.height,
      durationMs: media.durationMs,
      bytes: media.bytes,
      renditions: media.renditions,
      hasPoster: media.hasPoster,
    })
    .from(media)
    .where(and(eq(media.id, id), eq(media.state, 'ready'), isNull(media.purgedAt)))
  if (row === undefined || row.type !== 'VIDEO' || !row.width || !row.height || !row.durationMs) return null
  const bitrate = (row.bytes * 8_000) / row.durationMs
  return { width: row.width, height: row.height, bitrate, renditions: row.renditions, hasPoster: row.hasPoster }
}

/**
 * Changes what the row says of a film's sizes, from what it says now: sizes and second copies are made by two queues.
 * Answers whether the film is still there.
 */
export async function changeRenditions(
  ctx: Services,
  id: string,
  change: (now: Renditions | null) => Renditions | null,
): Promise<boolean> {
  const ownerId = await ctx.db.transact(async (tx) => {
    const [row] = await tx
      .select({ ownerId: media.ownerId, renditions: media.renditions })
      .from(media)
      .where(and(eq(media.id, id), isNull(media.purgedAt)))
      .for('update')
    if (row)
      await tx
        .update(media)
        .set({ renditions: change(row.renditions) })
        .where(eq(media.id, id))
    return row?.ownerId ?? null
  })
  purgePerson(ctx, ownerId)
  return ownerId !== null
}
