import type { Hono } from 'hono'
import { readViewer } from '../../identity/viewer.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { refusalResponse } from '../../platform/http/refusal.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import { verifyMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import { isPublic } from './public.ts'

/**
 * `GET /media/{id}/{variant}`: the bytes of a media. An address is signed for one viewer; a public address works for
 * everyone for as long as visitors may see the media (safety §P5).
 */
export function mediaServer(app: Hono<Vars>, ctx: Services): void {
  app.on(['GET', 'HEAD'], '/media/:id/:variant', async (c) => {
    const url = c.req.url
    const isPublicUrl = url.includes('?v=p&')
    const { viewer } = isPublicUrl ? { viewer: null } : await readViewer(ctx, c.req.raw.headers.get('cookie'))
    const signed = verifyMediaUrl(url, { viewerId: viewer?.id ?? null, now: ctx.now(), secret: ctx.env.SECRET })
    if (signed === null || (isPublicUrl && !(await isPublic(ctx, signed.mediaId))))
      return refusalResponse('not_found', {}, c.get('locale'), c.get('requestId'))
    const { mediaId, variant } = signed
    const answer = await serveMedia(ctx.storage, `${mediaId}/${variant}`, c.req.raw)
    // Pictures stored before there was a `small` have none.
    return answer.status === 404 && variant === 'small' ? serveMedia(ctx.storage, `${mediaId}/card`, c.req.raw) : answer
  })
}
