import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { eq } from 'drizzle-orm'
import { media } from '../../platform/db/schema/media.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { copyOf } from '../../platform/marks/copies.ts'
import { copyToFile } from '../../platform/media/copy-to-file.ts'
import type { Renditions } from '../../platform/media/film-sizes.ts'
import { joinFilm } from '../../platform/media/join-film.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import type { ByteRange } from '../../platform/media/storage.ts'
import { serializeByKey } from '../../platform/serialize-by-key.ts'
import type { Services } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'
import { findPart } from './film-parts.ts'
import { issueMark } from './mark-statements.ts'

type Asked = { request: Request; mediaId: string; viewerId: string }

/**
 * Serves a viewer's own copy of a film to keep: their parts of its largest size with the sound, in one file. It is made
 * the first time, without encoding anything, and stored as the copies of pictures are. What cannot be made now is refused
 * with `unavailable`.
 */
export async function serveFilmDownload(ctx: Services, { request, mediaId, viewerId }: Asked): Promise<Response> {
  const [issued] = await ctx.db.run(issueMark, { media: mediaId, viewer: viewerId, now: new Date(ctx.now()) })
  if (issued === undefined) throw refuse('not_found')
  const [row] = await ctx.db.select({ renditions: media.renditions }).from(media).where(eq(media.id, mediaId))
  const sizes = row?.renditions?.sizes.filter((it) => it.isMarked) ?? []
  const [largest] = sizes.toSorted((a, b) => b.height - a.height)
  if (!row?.renditions || largest === undefined) throw refuse('not_found')
  const { renditions } = row
  // A larger size may be ready when it is kept again.
  const key = `${mediaId}/${copyOf(largest.name, issued.id)}`
  const copy = { mediaId, mark: issued.id, key, size: largest.name, renditions }
  if ((await ctx.storage.stat(key)) === null) {
    if (waiting >= mostWaiting) throw refuse('unavailable')
    waiting++
    // It reads and writes a whole film, so a node makes one at a time.
    await serializeByKey('film-download', () => storeCopy(ctx, copy)).finally(() => waiting--)
  }
  return serveMedia(ctx.storage, key, request, { isDownload: true })
}

let waiting = 0
const mostWaiting = 20

type Copy = { mediaId: string; mark: number; key: string; size: string; renditions: Renditions }

async function storeCopy(ctx: Services, { mediaId, mark, key, size, renditions }: Copy): Promise<void> {
  // Another request has made it while this one waited.
  if ((await ctx.storage.stat(key)) !== null) return
  await inWorkFolder(ctx, { name: 'film-downloads', hours: 4 }, async (folder) => {
    const [video, sound, whole] = ['video', 'sound', 'whole'].map((it) => join(folder, it)) as [string, string, string]
    await pipeline(readParts(ctx, mediaId, size, mark), createWriteStream(video, { mode: 0o600 }))
    const { sound: track } = renditions
    const hasSound = track !== null && (await copyToFile(ctx.storage, `${mediaId}/${track.name}`, sound))
    const answer = await joinFilm(hasSound ? [video, sound] : [video], whole)
    if (!('isJoined' in answer)) throw refuse('unavailable')
    await ctx.storage.put(key, createReadStream(whole), 'video/mp4')
  })
}

/** A viewer's parts of a size one after the other, those of one copy that follow each other at once. */
async function* readParts(ctx: Services, mediaId: string, name: string, mark: number): AsyncGenerator<Uint8Array> {
  let run: { name: string; range: ByteRange } | null = null
  for (let part = 0; ; part++) {
    const found = await findPart(ctx, { mediaId, name, part, mark })
    if (run !== null && found?.name === run.name && found.part.start === run.range.end + 1) {
      run.range.end = found.part.end
      continue
    }
    if (run !== null) yield* await readRange(ctx, `${mediaId}/${run.name}`, run.range)
    if (found === null) return
    run = { name: found.name, range: { start: found.part.start, end: found.part.end } }
  }
}

async function readRange(ctx: Services, key: string, range: ByteRange): Promise<AsyncIterable<Uint8Array>> {
  const found = await ctx.storage.read(key, range)
  if (found === null) throw refuse('unavailable')
  return Readable.fromWeb(found.stream as ReadableStream)
}
