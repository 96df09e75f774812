import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { makeFilmCopies } from '../../api/features/uploads/film-copies.ts'
import { makeFilmSizes } from '../../api/features/uploads/film-sizes.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { media } from '../../api/platform/db/schema/media.ts'
import { postMedia, posts } from '../../api/platform/db/schema/posts.ts'
import type { Vars } from '../../api/platform/http/implement.ts'
import { isCopy } from '../../api/platform/marks/copies.ts'
import type { Actor, TestApi } from './api.ts'
import { fetchVariant } from './marked-pictures.ts'
import { makeCreator } from './money.ts'
import { follow, subscribe } from './relations.ts'

type Facts = { width: number; height: number; seconds: number }

/** The bytes of a film that `write` writes to a path. */
export async function filmBytes(write: (path: string) => Promise<void>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'film-bytes-'))
  try {
    await write(join(folder, 'film.mp4'))
    return await readFile(join(folder, 'film.mp4'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A creator with two subscribers, who each get a copy of their own, and a follower. */
export async function makeFilmAudience(api: TestApi) {
  const alice = await makeCreator(api)
  const fans: [Actor, Actor] = [await api.makeUser(), await api.makeUser()]
  const follower = await api.makeUser()
  await follow(api, follower, alice)
  for (const fan of fans) await subscribe(api, fan, alice)
  return { alice, fans, follower }
}

/** A film as it was uploaded, in a published post. */
export async function publishFilm(
  api: TestApi,
  owner: Actor,
  visibility: 'public' | 'followers' | 'subscribers' | 'paid',
  film: Buffer,
  { width, height, seconds }: Facts,
): Promise<{ id: string; postId: string }> {
  const [id, postId] = [newId(), newId()]
  await api.ctx.storage.put(`${id}/full`, film, 'video/mp4')
  const facts = { width, height, durationMs: seconds * 1000, bytes: film.length, hasPoster: true }
  await api.db.insert(media).values({ id, ownerId: owner.id, type: 'VIDEO', state: 'ready', name: 'A film', ...facts })
  const priceCents = visibility === 'paid' ? 500 : null
  const publishedAt = new Date(api.ctx.now() - 1_000)
  await api.db.insert(posts).values({ id: postId, authorId: owner.id, visibility, priceCents, publishedAt })
  await api.db.insert(postMedia).values({ postId, mediaId: id, position: 0 })
  return { id, postId }
}

/** Makes the sizes of a film and the second copy of each. */
export async function makeCopies(api: TestApi, id: string): Promise<void> {
  await makeFilmSizes(api.ctx, id)
  await makeFilmCopies(api.ctx, id)
}

/** Gives a film what was made of another one, and so parts of the same bytes. */
export async function copyFilm(api: TestApi, from: string, to: string): Promise<void> {
  for await (const key of api.ctx.storage.list(from)) {
    const found = await api.ctx.storage.read(key)
    const name = key.split('/')[1] ?? ''
    if (found && !isCopy(key)) await api.ctx.storage.put(`${to}/${name}`, await buffer(found.stream), found.contentType)
  }
  const [row] = await api.db.select({ renditions: media.renditions }).from(media).where(eq(media.id, from))
  await api.db
    .update(media)
    .set({ renditions: row?.renditions ?? null })
    .where(eq(media.id, to))
}

/** The addresses in a size's playlist for this viewer, the head first. */
export async function partAddresses(
  api: TestApi,
  app: Hono<Vars>,
  viewer: Actor,
  mediaId: string,
  name: string,
): Promise<string[]> {
  const answer = await fetchVariant(api, app, viewer, { mediaId, variant: `${name}-list` })
  return (await answer.text()).match(/\/media\/[^"\s]+/g) ?? []
}

/** Every part of a size as this viewer gets it, the head first. */
export async function fetchParts(
  api: TestApi,
  app: Hono<Vars>,
  viewer: Actor,
  mediaId: string,
  name: string,
): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (const address of await partAddresses(api, app, viewer, mediaId, name)) {
    const answer = await app.request(address, { headers: { cookie: viewer.cookie } })
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
    parts.push(Buffer.from(await answer.arrayBuffer()))
  }
  return parts
}
