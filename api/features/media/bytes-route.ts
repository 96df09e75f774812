import type { Context, Hono } from 'hono'
import { pictureBounds } from '../../../contract/limits.ts'
import { creatorUnderGrant } from '../../identity/on-behalf.ts'
import { readViewer } from '../../identity/viewer.ts'
import { failure, type Vars } from '../../platform/http/implement.ts'
import { addressKey } from '../../platform/http/rates.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { secretsOf } from '../../platform/keys.ts'
import { captionsIn, isSecondCopy, partIn, soundName, stripName } from '../../platform/media/film-sizes.ts'
import { avifOf, downloadVariant } from '../../platform/media/image.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import { type AddressGrant, verifyMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import { serveFilmDownload } from './film-download.ts'
import { servePart } from './film-parts.ts'
import { serveMarked } from './marked-copies.ts'
import { mayDownload } from './may-download.ts'
import { type Fetchable, mayFetch } from './may-fetch.ts'
import { isPlaylist, servePlaylist } from './playlists.ts'
import { isPublic } from './public.ts'

/**
 * `GET /media/{id}/{variant}`: the bytes of a media. An address is signed for one viewer and works for as long as they
 * may see the media, or the creator for whom their grant lets them see it; a public address works for everyone for as long as visitors may (safety §P5).
 */
export function mediaServer(app: Hono<Vars>, ctx: Services): void {
  app.on(['GET', 'HEAD'], '/media/:id/:variant', async (c) => {
    try {
      return await serve(c, ctx)
    } catch (error) {
      return failure(error, null, 'media', c.get('locale'), c.get('requestId'))
    }
  })
}

async function serve(c: Context<Vars>, ctx: Services): Promise<Response> {
  const url = c.req.url
  const address = addressKey(c.get('address'))
  await ctx.rates.take('address', address)
  const isPublicUrl = url.includes('?v=p&')
  const { viewer } = isPublicUrl ? { viewer: null } : await readViewer(ctx, c.req.raw.headers.get('cookie'))
  c.set('viewer', viewer)
  await ctx.rates.take('media', viewer?.acting?.operatorId ?? viewer?.id ?? address)
  const who = { viewerId: viewer?.id ?? null, now: ctx.now() }
  const signed = secretsOf(ctx.env)
    .map((secret) => verifyMediaUrl(url, { ...who, secret }))
    .find((it) => it !== null)
  if (signed === undefined) throw refuse('not_found')
  const { mediaId, variant, grant } = signed
  const viewerId = await seenAs(ctx, viewer, grant)
  const allowed = viewerId === null ? (await isPublic(ctx, mediaId)) && clean : await mayFetch(ctx, viewerId, mediaId)
  if (!allowed) throw refuse('not_found')
  const isDownload = variant === downloadVariant
  // The copy to keep is for its owner and where the creator lets fans keep one, which is asked at each use.
  if (isDownload && !(await mayDownload(ctx, viewerId, mediaId))) throw refuse('not_found')
  const part = partIn(variant)
  if (part !== null) {
    if (allowed.isMarked && allowed.mark === null) throw refuse('not_found')
    return servePart(ctx, c.req.raw, { mediaId, ...part, mark: allowed.isMarked ? allowed.mark : null })
  }
  // The second copy of a film is sent in parts alone, and then to a viewer who is marked.
  if (isSecondCopy(variant)) throw refuse('not_found')
  const holder = { viewerId: viewer?.id ?? null, grant }
  if (viewerId !== null && allowed.isMarked && allowed.isFilm) {
    if (isDownload) return serveFilmDownload(ctx, { request: c.req.raw, mediaId, viewerId })
    if (isPlaylist(variant)) return servePlaylist(ctx, { mediaId, variant, holder, markedFor: viewerId })
    // Neither the film as it was uploaded nor a whole copy of a size.
    if (!isBesideFilm(variant)) throw refuse('not_found')
  } else if (viewerId !== null && allowed.isMarked) {
    const { mark, stamp } = allowed
    const asked = { request: c.req.raw, mediaId, viewerId, mark, stamp, isDownload }
    // A traceable copy to keep is as large as the one that is shown: marking more takes more memory than a node may.
    return serveMarked(ctx, asked, isDownload ? ['full'] : sizesOf(variant))
  }
  // Pictures from before have no copy to keep of their own; films and sounds are kept as they were uploaded.
  if (isDownload) return serveFirst(ctx, c.req.raw, mediaId, [downloadVariant, 'full'], { isDownload })
  if (isPlaylist(variant)) return servePlaylist(ctx, { mediaId, variant, holder, markedFor: null })
  return serveFirst(ctx, c.req.raw, mediaId, isPicture(variant) ? spellings(variant, c.req.raw) : [variant])
}

/** Whose right is asked: the viewer's own, or that of the creator for whom their grant holds; null for visitors. */
async function seenAs(ctx: Services, viewer: Viewer | null, grant: AddressGrant | null): Promise<string | null> {
  if (viewer === null || grant === null) return viewer?.id ?? null
  const creatorId = await creatorUnderGrant(ctx, viewer, grant)
  if (creatorId === null) throw refuse('not_found')
  return creatorId
}

const clean: Fetchable = { isMarked: false, isFilm: false, mark: null, stamp: null }

/** The first of these variants that is stored: older pictures have no AVIF and no `small`. */
async function serveFirst(
  ctx: Services,
  request: Request,
  mediaId: string,
  variants: string[],
  as: { isDownload?: boolean } = {},
): Promise<Response> {
  for (const variant of variants.slice(0, -1)) {
    const answer = await serveMedia(ctx.storage, `${mediaId}/${variant}`, request, as)
    if (answer.status !== 404) return answer
  }
  return serveMedia(ctx.storage, `${mediaId}/${variants.at(-1)}`, request, as)
}

/** `full` is also the name of films and sounds, which are no AVIF; nothing of theirs is found there. */
const isPicture = (variant: string): boolean => Object.hasOwn(pictureBounds, variant)

function spellings(variant: string, request: Request): string[] {
  const takesAvif = /\bimage\/avif\b/.test(request.headers.get('accept') ?? '')
  return takesAvif ? [avifOf(variant), ...sizesOf(variant)] : sizesOf(variant)
}

/** What is no copy of a film: its poster, the sound, frames for seeking, captions. */
const isBesideFilm = (variant: string): boolean =>
  variant === soundName ||
  variant === stripName ||
  variant.startsWith(captionsIn('')) ||
  (isPicture(variant) && variant !== 'full')

const sizesOf = (variant: string): string[] => (variant === 'small' ? ['small', 'card'] : [variant])
