import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import { media as contract, type PrivateMedia } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { film } from '../../../tests/support/film.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { sweepUploads } from '../uploads/jobs.ts'
import { processUpload } from '../uploads/process.ts'

const api = testApi()
let app: Hono<Vars>
let alice: Actor
let bob: Actor
let fiona: Actor
let frame: Buffer
beforeAll(async () => {
  app = bytesApp(api.ctx)
  alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  bob = await api.makeUser({ isCreator: true, priceCents: 0 })
  fiona = await api.makeUser()
  frame = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#c2452d' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
})

async function makeFilm(columns: Partial<typeof media.$inferInsert> = {}): Promise<string> {
  const id = newId()
  const row = { id, ownerId: alice.id, type: 'VIDEO', state: 'ready', preview: 'data:image/webp;base64,AA' } as const
  await api.db.insert(media).values({ ...row, ...columns })
  await api.ctx.storage.put(`${id}/full`, Buffer.from('the film'), 'video/mp4')
  return id
}
async function send(actor: Actor, id: string, body: Buffer = frame, type = 'image/jpeg') {
  const answer = await app.request(`http://localhost/api/private-medias/${id}/poster`, {
    method: 'PUT',
    headers: { cookie: actor.cookie, 'content-type': type, 'content-length': String(body.length) },
    body: new Uint8Array(body),
  })
  return { status: answer.status, data: (await answer.json()) as PrivateMedia & { error?: string } }
}
const bytesOf = async (url: string, actor: Actor | null) => {
  const answer = await app.request(url, { headers: { cookie: actor?.cookie ?? '' } })
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status
}

it('re-encodes a poster without its metadata and stores it beside the film', async () => {
  const id = await makeFilm()
  const { status, data } = await send(alice, id)
  expect(status).toBe(200)
  expect(data.preview).not.toBe('data:image/webp;base64,AA')
  for (const address of [data.poster, data.thumb]) {
    const bytes = await bytesOf(address ?? '', alice)
    if (!(bytes instanceof Buffer)) throw new Error(`answered ${bytes}`)
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect(bytes.includes('a secret place')).toBe(false)
    expect(await bytesOf(address ?? '', fiona)).toBe(404)
  }
  expect(await bytesOf(data.url ?? '', alice)).toEqual(Buffer.from('the film'))
  expect(await send(alice, id)).toMatchObject({ status: 409, data: { error: 'already_done' } })
})

it('locks and opens the poster together with its film', async () => {
  const id = await makeFilm()
  const own = (await send(alice, id)).data
  const { id: postId } = (
    await api.call(alice, posts.create, { text: 'Film', visibility: 'paid', price: 4, media_ids: [id] })
  ).data
  for (const actor of [null, fiona]) {
    const [seen] = (await api.call(actor, posts.get, { id: postId })).data.media
    expect(seen).toMatchObject({ locked: true, url: null, poster: null, preview: own.preview })
  }
  await api.call(alice, posts.update, { id: postId, visibility: 'public' })
  const [seen] = (await api.call(null, posts.get, { id: postId })).data.media
  expect(await bytesOf(seen?.poster ?? '', null)).toBeInstanceOf(Buffer)
  await api.call(alice, posts.update, { id: postId, visibility: 'paid' })
  expect(await bytesOf(seen?.poster ?? '', null)).toBe(404)
})

it('refuses a poster for another owner’s media, for a picture or a failed film, and a file that is no picture', async () => {
  const id = await makeFilm()
  expect((await send(bob, id)).status).toBe(404)
  expect((await send(fiona, id)).data.error).toBe('not_creator')
  expect((await send(alice, 'nothing')).status).toBe(404)
  expect((await send(alice, await makeFilm({ type: 'IMAGE' }))).status).toBe(404)
  expect((await send(alice, await makeFilm({ state: 'failed' }))).status).toBe(404)
  expect((await send(alice, id, Buffer.from('<svg onload=alert(1)>'))).data.error).toBe('unsupported_media')
  expect((await send(alice, id, frame, 'text/html')).data.error).toBe('unsupported_media')
  expect((await send(alice, id)).status).toBe(200)
})

it('accepts a poster while the film is processed, and keeps the poster’s preview', async () => {
  const id = await makeFilm({ state: 'processing', preview: null })
  const path = join(api.ctx.env.DATA_DIR, id)
  await writeFile(path, await film('webm', true))
  const { preview } = (await send(alice, id)).data
  await processUpload(api.ctx, id, path)
  const made = (await api.call(alice, contract.get, { id })).data
  expect(made).toMatchObject({ state: 'ready', width: 640, preview })
  expect(made.poster).not.toBeNull()
  const without = await makeFilm({ state: 'processing', preview: null })
  await processUpload(api.ctx, without, path)
  const neutral = (await api.call(alice, contract.get, { id: without })).data
  expect([neutral.state, neutral.poster, neutral.preview === preview]).toEqual(['ready', null, false])
})

it('deletes the poster with its film, and tries again after the storage was unavailable', async () => {
  const id = await makeFilm()
  await send(alice, id)
  await api.call(alice, contract.remove, { id })
  api.turnClock(31 * 86_400_000)
  const [ctx, variants] = [{ ...api.ctx }, ['full', 'card', 'small', 'thumb'] as const]
  const areStored = async () =>
    (await Promise.all(variants.map((it) => api.ctx.storage.stat(`${id}/${it}`)))).map(Boolean)
  expect(await areStored()).toEqual([true, true, true, true])
  ctx.storage = { ...api.ctx.storage, remove: () => Promise.reject(new Error('unavailable')) }
  const purgedAt = async () => (await api.db.select().from(media).where(eq(media.id, id)))[0]?.purgedAt ?? null
  await expect(sweepUploads(ctx)).rejects.toThrow('unavailable')
  expect(await purgedAt()).toBeNull()
  await sweepUploads(api.ctx)
  expect([await areStored(), (await purgedAt()) === null]).toEqual([[false, false, false, false], false])
  api.turnClock(-31 * 86_400_000)
})

it('stores nothing of a media that was deleted before it was processed', async () => {
  const id = newId()
  await api.db
    .insert(media)
    .values({ id, ownerId: alice.id, type: 'IMAGE', state: 'processing', deletedAt: new Date(api.ctx.now()) })
  const path = join(api.ctx.env.DATA_DIR, id)
  await writeFile(path, frame)
  await processUpload(api.ctx, id, path)
  expect(await api.ctx.storage.stat(`${id}/full`)).toBeNull()
})

it('leaves the first poster as it is when a second one is refused', async () => {
  const id = await makeFilm()
  const { data } = await send(alice, id)
  const first = await bytesOf(data.poster ?? '', alice)
  const other = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2d42c2' } })
    .jpeg()
    .toBuffer()
  expect((await send(alice, id, other)).status).toBe(409)
  expect(await bytesOf(data.poster ?? '', alice)).toEqual(first)
})

it('takes one of two posters that are sent at once, and none for a film that is deleted meanwhile', async () => {
  const id = await makeFilm()
  const answers = await Promise.all([send(alice, id), send(alice, id)])
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409])
  const gone = await makeFilm()
  const put = vi.spyOn(api.ctx.storage, 'put').mockImplementationOnce(async () => {
    await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, gone))
  })
  expect((await send(alice, gone)).status).toBe(409)
  put.mockRestore()
})
