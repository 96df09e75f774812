import type { Hono } from 'hono'
import { isPublic } from './public.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { refusalResponse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { readViewer } from '../../identity/viewer.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import { verifyMediaUrl } from '../../platform/media/signing.ts'

/**
 * `GET /media/{id}/{variant}`: bytes for whoever holds a signed address made for them, and for everybody at an address made
 * for everybody, as long as everybody may see them (safety §P5).
 */
export function mediaServer(app: Hono<Vars>, ctx: Services): void {
  app.on(['GET', 'HEAD'], '/media/:id/:variant', async (c) => {
    const url = c.req.url
    const isForAll = url.includes('?v=p&')
    const { viewer } = isForAll ? { viewer: null } : await readViewer(ctx, c.req.raw.headers.get('cookie'))
    const what = verifyMediaUrl(url, { viewerId: viewer?.id ?? null, now: ctx.now(), secret: ctx.env.SECRET })
    if (what === null || (isForAll && !(await isPublic(ctx, what.mediaId))))
      return refusalResponse('not_found', {}, c.get('locale'), c.get('requestId'))
    const { mediaId, variant } = what
    const answer = await serveMedia(ctx.storage, `${mediaId}/${variant}`, c.req.raw)
    // Pictures stored before there was a `small` have none.
    return answer.status === 404 && variant === 'small' ? serveMedia(ctx.storage, `${mediaId}/card`, c.req.raw) : answer
  })
}
