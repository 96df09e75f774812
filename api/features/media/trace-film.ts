import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { eq } from 'drizzle-orm'
import { uploadBytes } from '../../../contract/limits.ts'
import { media } from '../../platform/db/schema/media.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type FilmSuspect, searchFilms } from '../../platform/marks/film-search.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import type { Traced } from '../../platform/marks/search.ts'
import { copyToFile } from '../../platform/media/copy-to-file.ts'
import { printName, secondCopyOf } from '../../platform/media/film-sizes.ts'
import { serializeByKey } from '../../platform/serialize-by-key.ts'
import type { Services } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'
import { partsOf } from './film-parts.ts'
import { readMarkedFilms, readMarksOfMedia } from './mark-statements.ts'

/**
 * Of which of a creator's films the body of a request is a recording, and whose: null where of none. The body is kept in a
 * folder of its own as long as the search takes. Throws MediaRefusal for what is no film; refuses `unavailable` while
 * six searches of this node wait.
 */
export async function searchRecording(ctx: Services, ownerId: string, request: Request): Promise<Traced | null> {
  if (searching >= mostSearching) throw refuse('unavailable')
  searching++
  return search(ctx, ownerId, request).finally(() => searching--)
}

/** Each holds its request and up to 500 MB of disk, and the folder of one that waits for two hours is deleted. */
const mostSearching = 6
let searching = 0

async function search(ctx: Services, ownerId: string, request: Request): Promise<Traced | null> {
  if (Number(request.headers.get('content-length') ?? 0) > uploadBytes) throw refuse('too_large')
  const key = await markKey(ctx)
  const films = await ctx.db.run(readMarkedFilms, { owner: ownerId, limit: mostFilms })
  let traced: Traced | null = null
  await inWorkFolder(ctx, { name: 'traces', hours: 2 }, async (folder) => {
    const path = join(folder, 'recording')
    await pipeline(
      Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream),
      atMost(uploadBytes),
      createWriteStream(path, { mode: 0o600 }),
    )
    traced = await serializeByKey('trace-film', () =>
      searchFilms(
        path,
        films.map(({ id }) => id),
        key,
        { readPrint: (id) => readPrint(ctx, id), read: (id) => readSuspect(ctx, id, folder) },
      ),
    )
  })
  return traced
}

/** Of a creator with more films the older ones are not searched. */
const mostFilms = 500

function atMost(bytes: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.byteLength
      if (size > bytes) done(refuse('too_large'))
      else done(null, chunk)
    },
  })
}

async function readPrint(ctx: Services, id: string): Promise<Uint8Array | null> {
  const found = await ctx.storage.read(`${id}/${printName}`)
  return found && buffer(found.stream)
}

/** Every size shows the same marks, so the smallest one that shows them well is compared: 480 lines. */
async function readSuspect(ctx: Services, id: string, folder: string): Promise<FilmSuspect | null> {
  const [row] = await ctx.db.select({ renditions: media.renditions }).from(media).where(eq(media.id, id))
  const size = row?.renditions?.sizes.find((it) => it.isMarked)
  const parts = size && (await partsOf(ctx, id, size.name))
  const last = parts?.at(-1)
  if (!size || !parts || !last) return null
  const [a, b] = [join(folder, 'a'), join(folder, 'b')]
  for (const [name, path] of [
    [size.name, a],
    [secondCopyOf(size.name), b],
  ] as const) {
    if (!(await copyToFile(ctx.storage, `${id}/${name}`, path))) return null
  }
  const marks = await ctx.db.run(readMarksOfMedia, { media: id })
  const starts = [...parts.slice(1).map(({ at }) => at), last.at + last.seconds]
  return { a, b, starts, marks: marks.map((it) => it.id) }
}
