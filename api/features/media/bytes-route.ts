import type { Context, Hono } from 'hono'
import { readViewer } from '../../identity/viewer.ts'
import { failure, type Vars } from '../../platform/http/implement.ts'
import { addressKey } from '../../platform/http/rates.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { secretsOf } from '../../platform/keys.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import { verifyMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import { mayFetch } from './may-fetch.ts'
import { isPublic } from './public.ts'

/**
 * `GET /media/{id}/{variant}`: the bytes of a media. An address is signed for one viewer and works for as long as they
 * may see the media; a public address works for everyone for as long as visitors may (safety §P5).
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
  const { mediaId, variant } = signed
  const isAllowed = viewer === null ? await isPublic(ctx, mediaId) : await mayFetch(ctx, viewer.id, mediaId)
  if (!isAllowed) throw refuse('not_found')
  const answer = await serveMedia(ctx.storage, `${mediaId}/${variant}`, c.req.raw)
  // Pictures stored before there was a `small` have none.
  return answer.status === 404 && variant === 'small' ? serveMedia(ctx.storage, `${mediaId}/card`, c.req.raw) : answer
}
