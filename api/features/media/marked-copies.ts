import { buffer } from 'node:stream/consumers'
import { refuse } from '../../platform/http/refusal.ts'
import { copyOf, makeCopy } from '../../platform/marks/copies.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import { serializeByKey } from '../../platform/serialize-by-key.ts'
import type { Services } from '../../platform/services.ts'
import { issueMark, setFingerprint } from './mark-statements.ts'

type Asked = {
  request: Request
  mediaId: string
  viewerId: string
  mark: number | null
  stamp: string | null
  isDownload: boolean
}

/**
 * Serves a viewer's marked copy of the first of these variants that is stored, and makes it where this is the first time.
 * A copy that cannot be made now is refused with `unavailable` and never replaced by the clean picture, or keeping the
 * product busy would be the way to get one (docs/decisions/traceable-copies.md).
 */
export async function serveMarked(ctx: Services, asked: Asked, variants: readonly string[]): Promise<Response> {
  for (const variant of variants) {
    const clean = `${asked.mediaId}/${variant}`
    if (asked.mark !== null) {
      const made = `${asked.mediaId}/${copyOf(variant, asked.mark, asked.stamp !== null)}`
      const answer = await serveMedia(ctx.storage, made, asked.request, asked)
      if (answer.status !== 404) return answer
    }
    if ((await ctx.storage.stat(clean)) === null) continue
    const key = await serializeByKey(`mark ${clean} ${asked.viewerId} ${asked.stamp}`, () =>
      storeCopy(ctx, asked, variant),
    )
    return serveMedia(ctx.storage, key, asked.request, asked)
  }
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}

/** Answers under which key the copy is stored. Two nodes that make it at once make the same one. */
async function storeCopy(ctx: Services, { mediaId, viewerId, stamp }: Asked, variant: string): Promise<string> {
  const clean = `${mediaId}/${variant}`
  const [issued] = await ctx.db.run(issueMark, { media: mediaId, viewer: viewerId, now: new Date(ctx.now()) })
  if (issued === undefined) throw refuse('not_found')
  const key = `${mediaId}/${copyOf(variant, issued.id, stamp !== null)}`
  // Another request has made it while this one waited.
  if ((await ctx.storage.stat(key)) !== null) return key
  const found = await ctx.storage.read(clean)
  if (found === null) throw refuse('not_found')
  const answer = await makeCopy({
    source: await buffer(found.stream),
    type: found.contentType,
    width: issued.width,
    height: issued.height,
    key: await markKey(ctx),
    mediaId,
    mark: issued.id,
    stamp,
    needsFingerprint: !issued.has_fingerprint,
  })
  // What is no picture here is none in a browser, so its bytes give nothing away.
  if ('isUnreadable' in answer) return clean
  await ctx.storage.put(key, answer.bytes, found.contentType)
  if (answer.fingerprint !== null) await ctx.db.run(setFingerprint, { media: mediaId, fingerprint: answer.fingerprint })
  return key
}
