import { text } from 'node:stream/consumers'
import { codewordOf, copyOfPart } from '../../platform/marks/film-mark.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import { playlistOf, secondCopyOf } from '../../platform/media/film-sizes.ts'
import { type FilmPart, partsIn } from '../../platform/media/hls.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import { rememberLast } from '../../platform/remember-last.ts'
import type { Services } from '../../platform/services.ts'

/** Which part of which size, and for whom: the number of their mark, or null for a viewer who sees the first copy. */
type AskedPart = { mediaId: string; name: string; part: number; mark: number | null }

/**
 * Serves one part of a size: to a viewer with a mark from the copy that their codeword names, so that no two viewers get
 * the same film (docs/decisions/traceable-copies.md), and to every other viewer from the first copy.
 */
export async function servePart(ctx: Services, request: Request, asked: AskedPart): Promise<Response> {
  const found = await findPart(ctx, asked)
  if (found === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return serveMedia(ctx.storage, `${asked.mediaId}/${found.name}`, request, { part: found.part })
}

/** Where a part is stored; null where there is none, and for a viewer with a mark where the size has one copy alone. */
export async function findPart(
  ctx: Services,
  { mediaId, name, part, mark }: AskedPart,
): Promise<{ name: string; part: FilmPart } | null> {
  const first = (await partsOf(ctx, mediaId, name))?.[part]
  if (mark === null) return first === undefined ? null : { name, part: first }
  const second = (await partsOf(ctx, mediaId, secondCopyOf(name)))?.[part]
  if (first === undefined || second === undefined) return null
  const isFirst = part === 0 || copyOfPart(codewordOf(await markKey(ctx), mediaId, mark, part), part - 1) === 'a'
  return isFirst ? { name, part: first } : { name: secondCopyOf(name), part: second }
}

/** Where the parts of a stored size lie, its head first; null where it is not stored. */
export async function partsOf(ctx: Services, mediaId: string, name: string): Promise<FilmPart[] | null> {
  const key = `${mediaId}/${playlistOf(name)}`
  const known = recent.get(key)
  if (known !== undefined) return known
  const found = await ctx.storage.read(key)
  if (found === null) return null
  const parts = partsIn(await text(found.stream))
  rememberLast(recent, key, parts, mostKnown)
  return parts
}

/** The playlists that were read last: each is asked for with every part, and never changes. */
const recent = new Map<string, FilmPart[]>()
const mostKnown = 200
