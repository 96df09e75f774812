import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { media as contract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { users as people } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { createApp } from '../../platform/http/create-app.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { imageVariants } from '../../platform/media/image.ts'
import { mediaServer } from './bytes-route.ts'

/** An address that was everybody's is nobody's any more once what it leads to is not. */
const api = testApi()
let app: Hono<Vars>
let alice: Actor
let fiona: Actor
let mediaId: string
beforeAll(async () => {
  app = createApp(api.ctx, readViewer, features(api.ctx), (it) => mediaServer(it, api.ctx))
  alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
  fiona = await api.makeUser()
})
beforeEach(async () => {
  mediaId = await makePicture()
})

async function makePicture(): Promise<string> {
  const id = newId()
  await api.db.insert(media).values({ id, ownerId: alice.id, type: 'IMAGE', state: 'ready', width: 8, height: 8 })
  for (const variant of imageVariants) await api.ctx.storage.put(`${id}/${variant}`, Buffer.from('bytes'), 'image/webp')
  return id
}
const write = async (input: Partial<Parameters<typeof api.call<typeof posts.create>>[2]> = {}) =>
  (await api.call(alice, posts.create, { text: 'Words', visibility: 'public', media_ids: [mediaId], ...input })).data
const addressFor = async (actor: Actor | null, id: string) =>
  (await api.call(actor, posts.get, { id })).data.media[0]?.url ?? ''
const get = async (url: string, actor: Actor | null = null) =>
  (await app.request(url, { headers: { cookie: actor?.cookie ?? '' } })).status

it('a picture of a public post, when the post is kept for subscribers, and again when it is not', async () => {
  const post = await write()
  const url = await addressFor(null, post.id)
  expect([url.includes('?v=p&'), await get(url)]).toEqual([true, 200])
  await api.call(alice, posts.update, { id: post.id, visibility: 'subscribers' })
  expect([await get(url), await get(url, fiona)]).toEqual([404, 404])
  await api.call(alice, posts.update, { id: post.id, preview_ids: [mediaId], media_ids: [mediaId] })
  expect(await get(url)).toBe(200)
  await api.call(alice, posts.update, { id: post.id, draft: true })
  expect(await get(url)).toBe(404)
})

it.each(['the post', 'the picture'])('when %s is deleted', async (what) => {
  const post = await write()
  const url = await addressFor(null, post.id)
  if (what === 'the post') await api.call(alice, posts.remove, { id: post.id })
  else await api.call(alice, contract.remove, { id: mediaId })
  expect(await get(url)).toBe(404)
})

it('a face, when it is another one', async () => {
  await api.call(alice, profile.update, { avatar_media_id: mediaId })
  const url = (await api.call(null, people.get, { username: 'alice' })).data.avatar ?? ''
  expect(await get(url)).toBe(200)
  await api.call(alice, profile.update, { avatar_media_id: await makePicture() })
  expect(await get(url)).toBe(404)
  expect(await get((await api.call(null, people.get, { username: 'alice' })).data.avatar ?? '')).toBe(200)
})

it('of a post that is not out the author has an address that is theirs alone', async () => {
  for (const later of [{ draft: true }, { publish_at: new Date(Date.now() + 3_600_000).toISOString() }]) {
    const url = await addressFor(alice, (await write(later)).id)
    expect([await get(url, alice), await get(url, fiona), await get(url)]).toEqual([200, 404, 404])
  }
})

it('everything of somebody who is suspended or gone, asked for by its id too', async () => {
  const post = await write()
  const url = await addressFor(null, post.id)
  expect((await api.call(fiona, contract.get, { id: mediaId })).data.url).not.toBeNull()
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
  expect(await get(url)).toBe(404)
  for (const actor of [null, fiona]) expect((await api.call(actor, contract.get, { id: mediaId })).status).toBe(404)
})
