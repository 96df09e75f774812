import type { Hono } from 'hono'
import type { Vars } from '../http/implement.ts'
import { refusalResponse } from '../http/refuse.ts'
import type { Services } from '../http/services.ts'
import { readViewer } from '../http/viewer.ts'
import { serveMedia } from './serve.ts'
import { verifyMediaUrl } from './signing.ts'

/** `GET /media/{id}/{variant}`: bytes for whoever holds a signed address made for them (SAFETY, locked bytes). */
export function mediaServer(app: Hono<Vars>, on: Services): void {
  app.on(['GET', 'HEAD'], '/media/:id/:variant', async (c) => {
    const url = c.req.url
    const isPublic = url.includes('?v=p&')
    const { viewer } = isPublic
      ? { viewer: null }
      : await readViewer(on.db, c.req.raw.headers.get('cookie'), on.env.SECRET)
    const what = verifyMediaUrl(url, { viewerId: viewer?.id ?? null, now: on.now(), secret: on.env.SECRET })
    if (what === null) return refusalResponse('not_found', {}, c.get('locale'), c.get('requestId'))
    return serveMedia(on.storage, `${what.mediaId}/${what.variant}`, c.req.raw)
  })
}
