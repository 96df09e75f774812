import type { Hono } from 'hono'
import sharp from 'sharp'
import { newId } from '../../api/platform/db/ids.ts'
import { media } from '../../api/platform/db/schema/media.ts'
import { postMedia, posts } from '../../api/platform/db/schema/posts.ts'
import type { Vars } from '../../api/platform/http/implement.ts'
import { makeAvif, makeImage } from '../../api/platform/media/image.ts'
import { signMediaUrl } from '../../api/platform/media/signing.ts'
import { type Trace, tracePath } from '../../contract/traces.ts'
import type { Actor, TestApi } from './api.ts'
import { naturalPicture } from './natural-picture.ts'

/** A picture in all sizes as an upload stores them, in a published post; `number` is what it shows. */
export async function publishPicture(
  api: TestApi,
  owner: Actor,
  visibility: 'public' | 'followers' | 'subscribers' | 'paid',
  number: number,
) {
  const { data, width, height, channels } = naturalPicture(number, 960, 660)
  const upload = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer()
  const made = await makeImage(upload)
  const [id, postId] = [newId(), newId()]
  await api.db.insert(media).values({
    id,
    ownerId: owner.id,
    type: 'IMAGE',
    state: 'ready',
    name: `Picture ${number}`,
    width: made.width,
    height: made.height,
  })
  const clean = Object.entries({ ...made.variants, ...(await makeAvif(upload)) })
  for (const [variant, it] of clean) await api.ctx.storage.put(`${id}/${variant}`, it.bytes, it.type)
  const priceCents = visibility === 'paid' ? 500 : null
  const publishedAt = new Date(api.ctx.now() - 1_000)
  await api.db.insert(posts).values({ id: postId, authorId: owner.id, visibility, priceCents, publishedAt })
  await api.db.insert(postMedia).values({ postId, mediaId: id, position: 0 })
  return { id, postId, clean: new Map(clean.map(([variant, { bytes }]) => [variant, bytes])) }
}

/** Fetches a variant of a media at an address that is signed for this viewer. */
export function fetchVariant(
  api: TestApi,
  app: Hono<Vars>,
  viewer: Actor,
  { mediaId, variant }: { mediaId: string; variant: string },
  headers: Record<string, string> = {},
): Promise<Response> {
  const address = { mediaId, variant, viewerId: viewer.id, now: api.ctx.now(), secret: api.ctx.env.SECRET }
  return Promise.resolve(app.request(signMediaUrl(address), { headers: { cookie: viewer.cookie, ...headers } }))
}

/** Asks whose copy a file is. */
export async function traceFile(app: Hono<Vars>, actor: Actor, file: Buffer, type = 'image/jpeg') {
  const answer = await app.request(`http://localhost${tracePath}`, {
    method: 'POST',
    headers: { cookie: actor.cookie, 'content-type': type, 'content-length': String(file.length) },
    body: new Uint8Array(file),
  })
  return { status: answer.status, data: (await answer.json()) as Trace & { error?: string; reason?: string } }
}
