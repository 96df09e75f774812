import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { media as contract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { users as userContract } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { imageVariants } from '../../platform/media/image.ts'

const api = testApi()
let app: Hono<Vars>
let alice: Actor
let fiona: Actor
let mediaId: string
beforeAll(async () => {
  app = bytesApp(api.ctx)
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

it('answers 404 at the public address while its post is for subscribers or a draft, and 200 while it is a preview', async () => {
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

it.each(['post', 'picture'])('answers 404 at the public address after the %s was deleted', async (deleted) => {
  const post = await write()
  const url = await addressFor(null, post.id)
  if (deleted === 'post') await api.call(alice, posts.remove, { id: post.id })
  else await api.call(alice, contract.remove, { id: mediaId })
  expect(await get(url)).toBe(404)
})

it('answers 404 at the address of an avatar that was replaced', async () => {
  await api.call(alice, profile.update, { avatar_media_id: mediaId })
  const url = (await api.call(null, userContract.get, { username: 'alice' })).data.avatar ?? ''
  expect(await get(url)).toBe(200)
  await api.call(alice, profile.update, { avatar_media_id: await makePicture() })
  expect(await get(url)).toBe(404)
  expect(await get((await api.call(null, userContract.get, { username: 'alice' })).data.avatar ?? '')).toBe(200)
})

it('gives the author of a draft or scheduled post an address that answers 404 to others', async () => {
  for (const later of [{ draft: true }, { publish_at: new Date(Date.now() + 3_600_000).toISOString() }]) {
    const url = await addressFor(alice, (await write(later)).id)
    expect([await get(url, alice), await get(url, fiona), await get(url)]).toEqual([200, 404, 404])
  }
})

it('answers AVIF to browsers that take it, and WebP where they do not or a picture has none', async () => {
  const url = await addressFor(null, (await write()).id)
  const typeFor = async (accept: string) => {
    const answer = await app.request(url, { headers: { accept } })
    return [answer.headers.get('content-type'), answer.headers.get('vary'), await answer.text()]
  }
  const chromium = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
  expect(await typeFor(chromium)).toEqual(['image/webp', 'Accept', 'bytes'])
  await api.ctx.storage.put(`${mediaId}/card-avif`, Buffer.from('smaller'), 'image/avif')
  expect(await typeFor(chromium)).toEqual(['image/avif', 'Accept', 'smaller'])
  for (const accept of ['image/webp,*/*', '*/*', ''])
    expect(await typeFor(accept)).toEqual(['image/webp', 'Accept', 'bytes'])
})

it('answers 404 for the media of a closed account, by address and by id', async () => {
  const post = await write()
  const url = await addressFor(null, post.id)
  expect((await api.call(fiona, contract.get, { id: mediaId })).data.url).not.toBeNull()
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
  expect(await get(url)).toBe(404)
  for (const actor of [null, fiona]) expect((await api.call(actor, contract.get, { id: mediaId })).status).toBe(404)
})
