import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { trashDays } from '../../../contract/limits.ts'
import { media as contract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { sweepUploads } from '../uploads/jobs.ts'

/** A picture in a post for followers, and who may keep a copy of it (product §44). */
const api = testApi()
let app: Hono<Vars>
let alice: Actor
let fiona: Actor
let id: string
let postId: string
beforeAll(() => {
  app = bytesApp(api.ctx)
})
beforeEach(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  fiona = await api.makeUser()
  await follow(api, fiona, alice)
  id = await addMedia('IMAGE', { full: 'image/webp', download: 'image/jpeg' })
  postId = await write(id)
})

async function addMedia(type: 'IMAGE' | 'VIDEO' | 'SOUND', variants: Record<string, string>): Promise<string> {
  const row = { id: newId(), ownerId: alice.id, type, state: 'ready' } as const
  await api.db.insert(media).values({ ...row, width: 8, height: 8 })
  for (const [variant, mime] of Object.entries(variants))
    await api.ctx.storage.put(`${row.id}/${variant}`, Buffer.from(`bytes of ${variant}`), mime)
  return row.id
}
const write = async (mediaId: string) =>
  (await api.call(alice, posts.create, { text: 'Look', visibility: 'followers', media_ids: [mediaId] })).data.id
const allowAll = (media_downloads: boolean) => api.call(alice, profile.update, { media_downloads })
const allow = (may_download: boolean | null) => api.call(alice, contract.update, { id, may_download })
const addressFor = async (viewer: Actor | null, post = postId) =>
  (await api.call(viewer, posts.get, { id: post })).data.media[0]?.download ?? null
const get = (viewer: Actor | null, url: string) =>
  app.request(`http://localhost${url}`, { headers: { cookie: viewer?.cookie ?? '' } })

it('gives no address unless the account or the media allows it, and the media has the last word', async () => {
  expect(await addressFor(fiona)).toBeNull()
  expect((await allowAll(true)).data.media_downloads).toBe(true)
  expect(await addressFor(fiona)).toMatch(/\/download\?v=u&/)
  expect((await allow(false)).data.may_download).toBe(false)
  expect(await addressFor(fiona)).toBeNull()
  await allowAll(false)
  await allow(true)
  expect(await addressFor(fiona)).toMatch(/\/download\?v=u&/)
  expect(await addressFor(await api.makeUser())).toBeNull()
  expect((await api.call(fiona, contract.get, { id })).data.may_download).toBeNull()
})

it('answers the copy as a file, and 404 once it is no longer allowed, the post is left, or to others', async () => {
  await allow(true)
  const url = (await addressFor(fiona)) ?? ''
  const answer = await get(fiona, url)
  expect([answer.status, await answer.text()]).toEqual([200, 'bytes of download'])
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="fanfare-${id.slice(-8)}.jpg"`)
  for (const other of [null, await api.makeUser(), alice]) expect((await get(other, url)).status).toBe(404)
  await allow(null)
  expect((await get(fiona, url)).status).toBe(404)
  await allow(true)
  await api.call(fiona, users.unfollow, { id: alice.id })
  expect((await get(fiona, url)).status).toBe(404)
})

it.each([
  ['IMAGE', 'image/webp', 'webp'],
  ['VIDEO', 'video/mp4', 'mp4'],
  ['SOUND', 'audio/mp4', 'm4a'],
  ['SOUND', 'audio/mpeg', 'mp3'],
] as const)('answers a %s of %s without a copy of its own as it is stored', async (type, mime, ending) => {
  const other = await addMedia(type, { full: mime })
  await allowAll(true)
  const answer = await get(fiona, (await addressFor(fiona, await write(other))) ?? '')
  expect([answer.status, await answer.text()]).toEqual([200, 'bytes of full'])
  expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`\\.${ending}"$`))
})

it('lets the owner download what fans may not', async () => {
  const { download } = (await api.call(alice, contract.get, { id })).data
  expect((await get(alice, download ?? '')).status).toBe(200)
})

it('is shown to the owner alone while the media is in the trash, and to no one after 30 days', async () => {
  await allow(true)
  const [mine, hers] = [(await api.call(alice, contract.get, { id })).data.download, await addressFor(fiona)]
  const statuses = async () => [(await get(alice, mine ?? '')).status, (await get(fiona, hers ?? '')).status]
  expect(await statuses()).toEqual([200, 200])
  await api.call(alice, contract.remove, { id })
  expect(await statuses()).toEqual([200, 404])
  const tooOld = new Date(api.ctx.now() - (trashDays * 24 + 1) * 3_600_000)
  await api.db.update(media).set({ deletedAt: tooOld }).where(eq(media.id, id))
  expect(await statuses()).toEqual([404, 404])
})

it('is gone with the media, once the trash has kept it for 30 days', async () => {
  await api.call(alice, contract.remove, { id })
  await api.db
    .update(media)
    .set({ deletedAt: new Date(api.ctx.now() - (trashDays * 24 + 1) * 3_600_000) })
    .where(eq(media.id, id))
  await sweepUploads(api.ctx)
  expect(await api.ctx.storage.stat(`${id}/download`)).toBeNull()
})
