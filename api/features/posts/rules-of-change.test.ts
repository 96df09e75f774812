import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { block, makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { media } from '../../platform/db/schema/media.ts'
import { removeComment, removePost } from './posts.ts'

const api = testApi()
const write = (author: Actor, more: object = {}) =>
  api.call(author, posts.create, { text: 'Words', visibility: 'public', ...more })
const newPost = async (author: Actor, more: object = {}) => (await write(author, more)).data.id
const read = async (viewer: Actor, id: string) => (await api.call(viewer, posts.get, { id })).data

describe('an operator with can_social alone', () => {
  it('writes text, and no price, media or previews', async () => {
    const { operator, creator } = await makeAgency(api, rights('can_social'))
    const browser = await actAs(api, operator, creator)
    const media_ids = [await makePicture(api, creator)]
    expect((await write(browser)).status).toBe(201)
    expect((await write(browser, { visibility: 'paid', price: 5 })).refusal).toMatchObject({ flag: 'can_payment' })
    for (const more of [{ media_ids }, { media_ids, preview_ids: media_ids }, { preview_ids: media_ids }])
      expect((await write(browser, more)).refusal).toMatchObject({ flag: 'can_medias' })
    const id = await newPost(creator, { media_ids, preview_ids: media_ids })
    for (const change of [{ preview_ids: [] }, { media_ids: [] }])
      expect((await api.call(browser, posts.update, { id, ...change })).refusal).toMatchObject({ flag: 'can_medias' })
    expect((await read(creator, id)).preview_ids).toEqual(media_ids)
  })
})

it.each([0.99, 200.01])('refuses the price %s', async (price) => {
  const creator = await makeCreator(api)
  expect((await write(creator, { visibility: 'paid', price })).refusal.error).toBe('invalid_amount')
})

it('refuses media of another creator, deleted media and failed media', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  expect((await write(alice, { media_ids: [await makePicture(api, bob)] })).status).toBe(404)
  for (const change of [{ state: 'failed' }, { deletedAt: new Date() }] as const) {
    const id = await makePicture(api, alice)
    expect((await write(alice, { media_ids: [id] })).status).toBe(201)
    await api.db.update(media).set(change).where(eq(media.id, id))
    expect((await write(alice, { media_ids: [id] })).status).toBe(404)
  }
})

it('likes and bookmarks for one user', async () => {
  const [alice, fiona, frank] = [await makeCreator(api), await api.makeUser(), await api.makeUser()]
  const id = await newPost(alice)
  for (const fan of [fiona, frank]) {
    await api.call(fan, posts.like, { id })
    await api.call(fan, posts.bookmark, { id })
  }
  expect((await api.call(fiona, posts.like, { id })).data).toEqual({ liked: false, likes: 1 })
  await api.call(fiona, posts.bookmark, { id })
  expect(await read(fiona, id)).toMatchObject({ liked: false, bookmarked: false, likes: 1 })
  expect(await read(frank, id)).toMatchObject({ liked: true, bookmarked: true, likes: 1 })
})

it('answers the posts of an author on either side of a block with 404', async () => {
  const [alice, blocked, blocker] = [await makeCreator(api), await api.makeUser(), await api.makeUser()]
  const id = await newPost(alice)
  await block(api, alice, blocked)
  await block(api, blocker, alice)
  for (const viewer of [blocked, blocker]) {
    expect((await api.call(viewer, posts.ofUser, { username: alice.username })).status).toBe(404)
    expect((await api.call(viewer, posts.get, { id })).status).toBe(404)
  }
  const listed = async (viewer: Actor | null) => (await api.call(viewer, users.featured, {})).data
  expect(JSON.stringify(await listed(blocked))).not.toContain(alice.id)
})

describe('a tip for a post', () => {
  it('is paid for a published post of its receiver only', async () => {
    const [alice, bob, fan] = [await makeCreator(api), await makeCreator(api), await api.makeUser()]
    await giveCoins(api, fan, 50)
    const tip = (post_id: string) => api.call(fan, chat.tip, { id: alice.id, amount: 5, post_id })
    const [own, other] = [await newPost(alice), await newPost(bob)]
    const [draft, later] = [
      await newPost(alice, { draft: true }),
      await newPost(alice, { publish_at: new Date(Date.now() + 3_600_000).toISOString() }),
    ]
    for (const id of [other, draft, later]) expect((await tip(id)).status).toBe(404)
    expect((await tip(own)).data.coins).toBe(45)
  })

  it.each([0.99, 200.01])('is not of %s coins', async (amount) => {
    const [alice, fan] = [await makeCreator(api), await api.makeUser()]
    await giveCoins(api, fan, 500)
    expect((await api.call(fan, chat.tip, { id: alice.id, amount })).refusal.error).toBe('invalid_amount')
  })
})

it('lets a draft be empty, and no post that is out', async () => {
  const alice = await makeCreator(api)
  expect((await write(alice, { text: '', draft: true })).status).toBe(201)
  expect((await write(alice, { text: '' })).refusal.error).toBe('invalid_input')
})

it('finds no deleted comment to answer, no comment on a deleted post, and no post that was deleted meanwhile', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  const id = await newPost(alice)
  const comment = async (more: object = {}) => api.call(bob, posts.addComment, { id, text: 'Hello', ...more })
  const [first, second] = [(await comment()).data.id, (await comment()).data.id]
  expect((await api.call(bob, posts.remove, { id })).status).toBe(403)
  for (let time = 0; time < 2; time++) await api.db.transact((tx) => removeComment(tx, id, first))
  expect((await read(bob, id)).comments).toBe(1)
  expect([(await comment({ reply_to: first })).status, (await comment({ reply_to: second })).status]).toEqual([
    404, 201,
  ])
  expect((await api.call(alice, posts.remove, { id })).status).toBe(200)
  expect((await api.call(bob, posts.removeComment, { id: second })).status).toBe(404)
  const again = api.db.transact((tx) => removePost(tx, alice.id, id, api.ctx.now()))
  await expect(again).rejects.toMatchObject({ code: 'not_found' })
})
