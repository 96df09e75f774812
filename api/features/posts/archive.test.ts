import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { reports } from '../../../contract/reports.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { posts as rows } from '../../platform/db/schema/posts.ts'

const api = testApi({ money: true })
let alice: Actor
let fan: Actor
let buyer: Actor
beforeAll(async () => {
  alice = await makeCreator(api)
  fan = await api.makeUser()
  buyer = await api.makeUser()
  for (const it of [fan, buyer]) await giveCoins(api, it, 100)
})

const hour = 3_600_000
const inHours = (count: number) => new Date(api.ctx.now() + count * hour).toISOString()
type Writing = Partial<Parameters<typeof api.call<typeof posts.create>>[2]>
const make = (more: Writing = {}) => api.call(alice, posts.create, { text: 'Words', visibility: 'public', ...more })
const write = async (more: Writing = {}) => (await make(more)).data.id
type Change = Omit<Parameters<typeof api.call<typeof posts.update>>[2], 'id'>
const change = (id: string, it: Change, by = alice) => api.call(by, posts.update, { id, ...it })
const archive = (id: string) => change(id, { archived: true })
const bringBack = (id: string) => change(id, { archived: false })
const status = async (actor: Actor | null, id: string) => (await api.call(actor, posts.get, { id })).status
const coins = async (actor: Actor) => (await api.call(actor, wallet.get, {})).data.coins
const page = async () => (await api.call(null, posts.ofUser, { username: alice.username })).data.data.map((it) => it.id)
const postsShown = async () => (await api.call(null, users.get, { username: alice.username })).data.counts.posts
const rowOf = async (id: string) => (await api.db.select().from(rows).where(eq(rows.id, id)))[0]

describe('archiving', () => {
  it('takes a post out of the profile and its counts, and brings it back to its place with what it had', async () => {
    const [before, id, after] = [await write(), await write(), await write()]
    await api.call(fan, posts.like, { id })
    await api.call(fan, posts.addComment, { id, text: 'Fine' })
    const [whole, count] = [(await api.call(fan, posts.get, { id })).data, await postsShown()]
    expect((await archive(id)).data).toMatchObject({ archived: true, likes: 1, comments: 1 })
    expect(await page()).toEqual([after, before])
    expect(await postsShown()).toBe(count - 1)
    expect([await status(fan, id), await status(null, id), await status(alice, id)]).toEqual([404, 404, 200])
    expect((await bringBack(id)).data.archived).toBe(false)
    expect(await page()).toEqual([after, id, before])
    expect([await postsShown(), (await api.call(fan, posts.get, { id })).data]).toEqual([count, whole])
  })

  it('unpins, and frees the place', async () => {
    const pinned = [await write(), await write(), await write()]
    for (const id of pinned) await change(id, { pinned: true })
    const other = await write()
    expect((await change(other, { pinned: true })).refusal.error).toBe('pins_full')
    expect((await archive(pinned[0] ?? '')).data.pinned).toBe(false)
    expect((await change(other, { pinned: true })).data.pinned).toBe(true)
    expect((await change(pinned[0] ?? '', { pinned: true })).refusal.error).toBe('not_out')
    expect((await bringBack(pinned[0] ?? '')).data.pinned).toBe(false)
    for (const id of [...pinned, other]) await api.call(alice, posts.remove, { id })
  })

  it('undone at once, pins again in the same call', async () => {
    const id = await write()
    await change(id, { pinned: true })
    await archive(id)
    expect((await change(id, { archived: false, pinned: true })).data).toMatchObject({ archived: false, pinned: true })
    await api.call(alice, posts.remove, { id })
  })

  it('is for what is out: no draft, no planned post, no post of another', async () => {
    expect((await archive(await write({ draft: true }))).refusal.error).toBe('not_out')
    expect((await archive(await write({ publish_at: inHours(1) }))).refusal.error).toBe('not_out')
    const id = await write()
    expect((await change(id, { archived: true }, await makeCreator(api))).status).toBe(404)
    expect((await api.call(fan, posts.update, { id, archived: true })).status).toBe(403)
    await archive(id)
    expect((await archive(id)).data.archived).toBe(true)
    expect((await bringBack(id)).data.archived).toBe(false)
    expect((await bringBack(id)).data.archived).toBe(false)
  })

  it('holds while the post is edited, and ends when it is scheduled again', async () => {
    const id = await write()
    await archive(id)
    expect((await change(id, { text: 'Other words' })).data).toMatchObject({ archived: true, text: 'Other words' })
    expect((await change(id, { publish_at: inHours(1) })).data).toMatchObject({
      archived: false,
      publish_at: expect.any(String),
    })
    expect((await rowOf(id))?.archivedAt).toBeNull()
  })

  it('lists them for their creator by when they came out, page by page, and has them in no other of their lists', async () => {
    const bea = await makeCreator(api)
    const mine: string[] = []
    for (const text of ['1', '2', '3']) {
      const { data } = await api.call(bea, posts.create, { text, visibility: 'public' })
      mine.unshift(data.id)
      await api.call(bea, posts.update, { id: data.id, archived: true })
    }
    await api.call(bea, posts.create, { text: 'out', visibility: 'public' })
    await api.call(bea, posts.create, { text: 'ends', visibility: 'public', expires_at: inHours(2) })
    const read = async (more: object) =>
      (await api.call(bea, posts.unpublished, { state: 'archived', limit: 2, ...more })).data
    const first = await read({})
    const second = await read({ cursor: first.next ?? '' })
    expect([...first.data, ...second.data].map((it) => it.id)).toEqual(mine)
    expect(second.next).toBeNull()
    expect((await api.call(bea, posts.unpublished, {})).data.data).toEqual([])
    expect((await api.call(fan, posts.unpublished, { state: 'archived' })).status).toBe(403)
  })

  it('refuses comments, likes and bookmarks of who cannot see it, and takes them of who bought it', async () => {
    const { postId } = await makePaidPost(api, alice, 4)
    await api.call(buyer, posts.unlock, { id: postId, expected_price: 4 })
    const { data: comment } = await api.call(buyer, posts.addComment, { id: postId, text: 'Mine' })
    await archive(postId)
    const acts = (actor: Actor) => [
      api.call(actor, posts.comments, { id: postId }),
      api.call(actor, posts.addComment, { id: postId, text: 'Hello' }),
      api.call(actor, posts.like, { id: postId }),
      api.call(actor, posts.bookmark, { id: postId }),
      api.call(actor, chat.tip, { id: alice.id, amount: 1, post_id: postId }),
    ]
    const statuses = async (actor: Actor) => (await Promise.all(acts(actor))).map((it) => it.status)
    expect(await statuses(fan)).toEqual([404, 404, 404, 404, 404])
    expect((await api.call(fan, posts.removeComment, { id: comment.id })).status).toBe(404)
    expect((await statuses(buyer)).every((it) => it < 300)).toBe(true)
  })
})

describe('what was bought', () => {
  it('stays with its buyers, in their library and by its link, files that were added later too', async () => {
    const { postId, mediaId } = await makePaidPost(api, alice, 5)
    await api.call(buyer, posts.unlock, { id: postId, expected_price: 5 })
    const added = await makePicture(api, alice)
    await change(postId, { media_ids: [mediaId, added] })
    await archive(postId)
    const { data } = await api.call(buyer, posts.get, { id: postId })
    expect(data).toMatchObject({ archived: true, expires_at: null, access: { allowed: true } })
    expect(data.media.map((it) => [it.id, it.locked])).toEqual([
      [mediaId, false],
      [added, false],
    ])
    expect(data.media.every((it) => it.url?.includes('v=u'))).toBe(true)
    expect((await api.call(buyer, media.get, { id: added })).data.url).toContain('v=u')
    expect((await api.call(fan, media.get, { id: added })).status).toBe(404)
    const library = (await api.call(buyer, media.unlocked, {})).data.data.map((it) => it.media.id)
    expect(library).toContain(mediaId)
    const before = await coins(buyer)
    expect((await api.call(buyer, posts.unlock, { id: postId, expected_price: 5 })).data.meta.charged).toBe(0)
    expect(await coins(buyer)).toBe(before)
    expect([await status(fan, postId), (await api.call(fan, media.get, { id: mediaId })).status]).toEqual([404, 404])
    expect((await bringBack(postId)).data.unlocks).toBe(1)
  })

  it('cannot be bought while it is archived or over, and no fan is charged', async () => {
    const before = await coins(fan)
    const files = await makePaidPost(api, alice, 5)
    const words = await write({ text: 'x'.repeat(300), visibility: 'paid', price: 3 })
    const ending = await makePaidPost(api, alice, 5)
    await archive(files.postId)
    await archive(words)
    await change(ending.postId, { expires_at: inHours(2) })
    api.turnClock(2 * hour)
    const bought = await Promise.all([
      api.call(fan, posts.unlock, { id: files.postId, expected_price: 5 }),
      api.call(fan, posts.unlock, { id: words, expected_price: 3 }),
      api.call(fan, posts.unlock, { id: ending.postId, expected_price: 5 }),
      api.call(fan, media.unlock, { id: files.mediaId, expected_price: 5 }),
      api.call(fan, media.unlock, { id: ending.mediaId, expected_price: 5 }),
    ])
    api.turnClock(-2 * hour)
    expect(bought.map((it) => it.refusal.error)).toEqual(['not_found', 'not_found', 'not_found', 'gone', 'gone'])
    expect(await coins(fan)).toBe(before)
  })

  it('is gone for who got the money back', async () => {
    const { postId } = await makePaidPost(api, alice, 5)
    const once = await api.makeUser()
    await giveCoins(api, once, 5)
    await api.call(once, posts.unlock, { id: postId, expected_price: 5 })
    await archive(postId)
    expect(await status(once, postId)).toBe(200)
    const [sale] = (await api.call(once, wallet.transactions, { limit: 1 })).data.data
    const moderator = await api.makeUser({ role: 'staff' })
    const refund = { entry_id: sale?.id ?? '', reason: 'A mistake' }
    expect((await api.call(moderator, staffMoney.refund, refund)).status).toBe(200)
    expect(await status(once, postId)).toBe(404)
  })
})

it('an operator with can_social archives and brings back, which the log names', async () => {
  const { creator, owner, operator, agencyId } = await makeAgency(api, rights('can_social'))
  const { data: post } = await api.call(creator, posts.create, { text: 'Ours', visibility: 'public' })
  const browser = await actAs(api, operator, creator)
  for (const archived of [true, false])
    expect((await change(post.id, { archived }, browser)).data.archived).toBe(archived)
  expect((await api.call(browser, posts.unpublished, { state: 'archived' })).status).toBe(200)
  const { data } = (await api.call(owner, agencies.activity, { id: agencyId })).data
  expect(data.map((it) => it.action)).toEqual(expect.arrayContaining(['posts.archive', 'posts.bring_back']))
  const without = await makeAgency(api, rights('can_medias'))
  const other = await api.call(without.creator, posts.create, { text: 'Theirs', visibility: 'public' })
  const closed = await actAs(api, without.operator, without.creator)
  expect((await change(other.data.id, { archived: true }, closed)).refusal.error).toBe('permission_denied')
})

it('staff look at what was reported of an archived post, and get no link that leads nowhere', async () => {
  const moderator = await api.makeUser({ role: 'staff' })
  const mediaId = await makePicture(api, alice)
  const id = await write({ text: 'Reported words', media_ids: [mediaId] })
  const { data: sent } = await api.call(fan, reports.send, { kind: 'illegal_content', object: { kind: 'post', id } })
  await archive(id)
  const reported = (await api.call(moderator, staffRoom.reports, { limit: 100 })).data.data.find(
    (it) => it.ticket === sent.ticket,
  )
  expect(reported?.post_id).toBeNull()
  const looked = (await api.call(moderator, staffRoom.lookAtReport, { id: reported?.id ?? '' })).data
  expect([looked.text, looked.media.map((it) => it.id)]).toEqual(['Reported words', [mediaId]])
})
