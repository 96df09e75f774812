import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { log } from '../../platform/log.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import { copyToFile } from '../../platform/media/copy-to-file.ts'
import { type FilmSize, nameOfSize, playlistOf, secondCopyOf, sizesOf } from '../../platform/media/film-sizes.ts'
import { haveSameTimes, partsIn, playlistType } from '../../platform/media/hls.ts'
import { makeRendition } from '../../platform/media/make-rendition.ts'
import type { Queue, Services } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'
import { changeRenditions, readFilm, type SizeWork } from './film-sizes.ts'

/** Makes the second copies of the sizes of films, one film at a time in each process, while the first ones play. */
export const filmCopyQueue: Queue<{ id: string }> = {
  name: 'film-copies',
  concurrency: 1,
  options: { policy: 'short', retryLimit: 2_880, retryDelay: 30, expireInSeconds: 82_800, heartbeatSeconds: 30 },
  key: ({ id }) => id,
  run: (ctx, { id }) => makeFilmCopies(ctx, id),
}

/**
 * Makes the second copy of each size that has none (docs/decisions/traceable-copies.md). What was made before a node died
 * is not made twice. One whose parts do not lie where those of the first copy do is left out.
 */
export async function makeFilmCopies(ctx: Services, id: string): Promise<void> {
  const film = await readFilm(ctx, id)
  const renditions = film?.renditions ?? null
  if (film === null || renditions === null || !renditions.sizes.some((it) => it.isMarked === false)) return
  const key = await markKey(ctx)
  await inWorkFolder(ctx, { name: 'film-copies', hours: 24 }, async (folder) => {
    const path = join(folder, 'film')
    if (!(await copyToFile(ctx.storage, `${id}/full`, path))) return
    for (const { side, bitrate } of sizesOf(film)) {
      const size = renditions.sizes.find((it) => it.name === nameOfSize(side) && it.isMarked === false)
      if (size === undefined) continue
      const isMade = await makeSecondCopy({ ctx, id, path, folder, key }, { name: size.name, side, bitrate })
      if (!isMade) continue
      const isThere = await changeRenditions(
        ctx,
        id,
        (now) =>
          now && { ...now, sizes: now.sizes.map((it) => (it.name === size.name ? { ...it, isMarked: true } : it)) },
      )
      if (!isThere) return
    }
  })
}

/** Makes and stores the second copy of a size whose first one is stored; answers false where it cannot be used. */
export async function makeSecondCopy(
  { ctx, id, path, folder, key }: SizeWork,
  { name: first, side, bitrate }: FilmSize & { name: string },
): Promise<boolean> {
  const name = secondCopyOf(first)
  const mark = { mediaId: id, copy: 'b' } as const
  const answer = await makeRendition(path, folder, { kind: 'size', name, side, bitrate, mark }, { markKey: key })
  const why = 'made' in answer ? await differenceOf(ctx, id, first, join(folder, name)) : Object.values(answer)
  if (why !== null) {
    log.info('a size of a film has no second copy', { error: `${id} ${first}: ${why}` })
    return false
  }
  await ctx.storage.put(`${id}/${name}`, createReadStream(join(folder, name)), 'video/mp4')
  await ctx.storage.put(`${id}/${playlistOf(name)}`, await readFile(join(folder, playlistOf(name))), playlistType)
  await rm(join(folder, name))
  return true
}

/** Why a player could not go from the parts of a stored size to those of a file; null where it can. */
async function differenceOf(ctx: Services, id: string, name: string, path: string): Promise<string | null> {
  const stored = await ctx.storage.read(`${id}/${playlistOf(name)}`)
  if (stored === null) return 'the first copy is gone'
  const parts = partsIn(await text(stored.stream))
  const others = partsIn(await readFile(playlistOf(path), 'utf8'))
  if (!haveSameTimes(parts, others)) return 'its parts lie at other times'
  const [head] = parts
  const first = head && (await ctx.storage.read(`${id}/${name}`, head))
  if (!first) return 'the first copy is gone'
  const heads = [await buffer(first.stream), await buffer(createReadStream(path, others[0]))]
  const [one, other] = heads.map((it) => it.subarray(it.indexOf(sampleFormats)))
  return one?.equals(other ?? Buffer.alloc(0)) ? null : 'its frames are decoded in another way'
}

/** From here on a head says how frames are decoded; before it are the times when the file was made. */
const sampleFormats = 'stsd'
