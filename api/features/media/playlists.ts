import { text as textOf } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { media } from '../../platform/db/schema/media.ts'
import {
  filmList,
  listedBy,
  nameOfPart,
  playlistOf,
  type Renditions,
  soundName,
} from '../../platform/media/film-sizes.ts'
import { addressed, addressedByPart, mainPlaylist, playlistType } from '../../platform/media/hls.ts'
import { type AddressHolder, signMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import { issueMark } from './mark-statements.ts'

/** Whether the variant is a playlist, which is written for each viewer. */
export const isPlaylist = (variant: string): boolean => variant === filmList || listedBy(variant) !== null

type Asked = {
  mediaId: string
  variant: string
  /** To whom its addresses are bound. */
  holder: AddressHolder
  /** The viewer whose mark its parts carry, or null. */
  markedFor: string | null
}

/**
 * A playlist of a film for one viewer, or for visitors: every address in it is signed for them. A viewer who is
 * marked gets an address for each part of the sizes that have two copies, and none of a whole file. Answers 404 where the
 * film has no sizes. The caller has asked whether they may see it.
 */
export async function servePlaylist(ctx: Services, asked: Asked): Promise<Response> {
  const text = await writePlaylist(ctx, asked)
  const headers = {
    'cache-control': asked.holder.viewerId === null ? 'public, max-age=30, must-revalidate' : 'private, no-store',
    'content-type': playlistType,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
  return text === null
    ? new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
    : new Response(text, { headers })
}

async function writePlaylist(ctx: Services, { mediaId, variant, holder, markedFor }: Asked): Promise<string | null> {
  const isMarked = markedFor !== null
  const sign = (name: string) =>
    signMediaUrl({ mediaId, variant: name, ...holder, now: ctx.now(), secret: ctx.env.SECRET })
  const name = listedBy(variant)
  const isSound = name === soundName
  if (name !== null && (isSound || !isMarked))
    return listParts(ctx, mediaId, name, (it) => addressed(it, name, sign(name)))
  const { sizes, sound } = await readSizes(ctx, mediaId, isMarked)
  // A sound of its own has none.
  if (name === null) return sizes.length === 0 ? null : mainPlaylist(sizes, sound, (it) => sign(playlistOf(it)))
  if (markedFor === null || !sizes.some((it) => it.name === name)) return null
  await ctx.db.run(issueMark, { media: mediaId, viewer: markedFor, now: new Date(ctx.now()) })
  return listParts(ctx, mediaId, name, (it) => addressedByPart(it, name, (part) => sign(nameOfPart(name, part))))
}

/** The sizes of a film that this viewer gets. */
async function readSizes(ctx: Services, id: string, isMarked: boolean): Promise<Renditions> {
  const [row] = await ctx.db.select({ renditions: media.renditions }).from(media).where(eq(media.id, id))
  const { sizes, sound } = row?.renditions ?? { sizes: [], sound: null }
  return { sizes: sizes.filter((it) => it.isMarked || !isMarked), sound }
}

async function listParts(
  ctx: Services,
  id: string,
  name: string,
  write: (playlist: string) => string,
): Promise<string | null> {
  const found = await ctx.storage.read(`${id}/${playlistOf(name)}`)
  return found === null ? null : write(await textOf(found.stream))
}
