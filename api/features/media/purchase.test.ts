import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { costOfRest } from '../../../contract/policy/share.ts'
import { posts } from '../../../contract/posts.ts'
import { staff } from '../../../contract/staff.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { int, statement, uuid, uuids } from '../../platform/db/statement.ts'
import { insertMessage } from '../chat/send.ts'

const api = testApi({ money: true })
let alice: Actor
let fiona: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 0)
  fiona = await api.makeUser()
  await giveCoins(api, fiona, 1000)
})

const unlock = (fan: Actor, id: string, expected_price = 5) => api.call(fan, media.unlock, { id, expected_price })
const sendPaid = (mediaIds: string[], price: number, to = fiona) =>
  api.db.transact((tx) =>
    insertMessage(tx, api.ctx, {
      senderId: alice.id,
      receiverId: to.id,
      content: '',
      type: 'media',
      priceCents: price * 100,
      media: mediaIds.map((id) => ({ id, isPreview: false })),
    }),
  )

test('charges a post once and answers its price for every media in it', async () => {
  const { mediaIds } = await makePaidPost(api, alice, 9, 3)
  const first = (await unlock(fiona, mediaIds[0] ?? '', 9)).data
  expect(first).toMatchObject({
    media: { locked: false, url: expect.any(String) },
    meta: { price_paid: 9, charged: 9 },
  })
  for (const id of mediaIds) expect((await unlock(fiona, id)).data.meta).toMatchObject({ price_paid: 9, charged: 0 })
})

test('charges nothing for a media that the fan bought elsewhere', async () => {
  const { mediaIds } = await makePaidPost(api, alice, 4)
  await sendPaid(mediaIds, 7)
  expect((await unlock(fiona, mediaIds[0] ?? '', 7)).data.meta).toMatchObject({ price_paid: 7, charged: 7 })
  expect((await unlock(fiona, mediaIds[0] ?? '', 4)).data.meta).toMatchObject({ price_paid: 7, charged: 0 })
})

test('charges only the share of the media that the fan does not own', async () => {
  const { mediaIds } = await makePaidPost(api, alice, 9, 3)
  await sendPaid([mediaIds[1] ?? ''], 2)
  expect((await unlock(fiona, mediaIds[1] ?? '', 2)).data.meta.charged).toBe(2)
  expect((await unlock(fiona, mediaIds[0] ?? '', 9)).data.meta).toMatchObject({ price_paid: 6, charged: 6 })
  expect((await unlock(fiona, mediaIds[1] ?? '')).data.meta).toMatchObject({ price_paid: 2, charged: 0 })
})

test('charges the rest of a post or message that the app shows, without previews and deleted media', async () => {
  const { mediaIds, postId } = await makePaidPost(api, alice, 10, 5)
  const [preview = '', mine = '', gone = '', first = '', last = ''] = mediaIds
  await api.db.run(makePreview, { post: postId, media: preview })
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  await sendPaid([mine], 1, fan)
  await unlock(fan, mine, 1)
  await api.call(alice, media.remove, { id: gone })
  const post = (await api.call(fan, posts.get, { id: postId })).data
  expect(costOfRest(10, post.media)).toBe(6.67)
  const { meta, post: bought } = (await api.call(fan, posts.unlock, { id: postId, expected_price: 10 })).data
  expect([meta.charged, bought.media.map((it) => it.id).sort()]).toEqual([6.67, [preview, mine, first, last].sort()])

  const other = await makePaidPost(api, alice, 10, 2)
  await sendPaid([first, gone, ...other.mediaIds], 8, fan)
  const [message] = (await api.call(fan, chat.messages, { userId: alice.id })).data.data.filter((it) => it.price === 8)
  expect(costOfRest(8, message?.media ?? [])).toBe(5.33)
  expect((await unlock(fan, other.mediaIds[0] ?? '', 8)).data.meta.charged).toBe(5.33)
})

test('charges the price that was shown, and rejects an old one with `price_changed`', async () => {
  const { mediaId, postId } = await makePaidPost(api, alice, 5)
  await api.db.run(setPostPrice, { post: postId, cents: 800 })
  expect((await unlock(fiona, mediaId, 5)).refusal).toMatchObject({ error: 'price_changed', price: 8 })
  expect((await unlock(fiona, mediaId, 8)).data.meta.charged).toBe(8)
})

test('charges nothing for own, public and subscribers’ media', async () => {
  const own = await makePaidPost(api, alice, 5)
  expect((await unlock(alice, own.mediaId)).data.meta).toMatchObject({ price_paid: 0, charged: 0 })
  const open = await makePaidPost(api, alice, null, 1, 'public')
  expect((await unlock(fiona, open.mediaId)).data.meta).toMatchObject({ price_paid: 0, charged: 0 })
  const frank = await api.makeUser()
  const behind = await makePaidPost(api, alice, 5, 1, 'subscribers')
  expect((await unlock(frank, behind.mediaId)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 5 })
  await api.call(frank, subscriptions.subscribe, { id: alice.id })
  expect((await unlock(frank, behind.mediaId)).data.meta).toMatchObject({ price_paid: 0, charged: 0 })
  const notSold = await makePaidPost(api, alice, null, 1, 'paid')
  expect((await unlock(frank, notSold.mediaId)).refusal.error).toBe('forbidden')
})

test('rejects an unknown, unpublished or otherwise sent media with `not_found` and a deleted post with `gone`', async () => {
  expect((await unlock(fiona, newId())).refusal.error).toBe('not_found')
  const vault = await makePaidPost(api, alice, 5)
  await api.db.run(detachMedia, { post: vault.postId })
  expect((await unlock(fiona, vault.mediaId)).refusal.error).toBe('not_found')
  await sendPaid([vault.mediaId], 5, await api.makeUser())
  expect((await unlock(fiona, vault.mediaId)).refusal.error).toBe('not_found')
  const post = await makePaidPost(api, alice, 5)
  const bought = await makePaidPost(api, alice, 5)
  await unlock(fiona, bought.mediaId)
  await api.db.run(deletePosts, { posts: [post.postId, bought.postId] })
  expect((await unlock(fiona, post.mediaId)).refusal.error).toBe('gone')
  expect((await unlock(fiona, bought.mediaId)).data.meta).toMatchObject({ price_paid: 5, charged: 0 })
})

test('rejects a purchase behind a block with `not_found`, and leaves the fan what they bought', async () => {
  const frank = await api.makeUser()
  await giveCoins(api, frank, 10)
  const [first, second] = [await makePaidPost(api, alice, 5), await makePaidPost(api, alice, 5)]
  await unlock(frank, first.mediaId)
  await api.call(alice, users.block, { id: frank.id })
  expect((await unlock(frank, second.mediaId)).refusal.error).toBe('not_found')
  expect((await unlock(frank, first.mediaId)).data.meta.price_paid).toBe(5)
  expect((await api.call(frank, media.unlocked, {})).data.data).toMatchObject([
    { price_paid: 5, creator: { id: alice.id } },
  ])
})

test('charges each of several concurrent fans for themselves and credits the creator with the sum', async () => {
  const bob = await makeCreator(api, 0)
  const { mediaIds, mediaId } = await makePaidPost(api, bob, 5, 2)
  const fans = await Promise.all(Array.from({ length: 12 }, () => api.makeUser()))
  // Every third fan has too few coins; the first fan calls three times at once.
  for (const [at, fan] of fans.entries()) await giveCoins(api, fan, at % 3 === 2 ? 4.99 : 20)
  const [first] = fans as [Actor]
  const answers = await Promise.all([...fans, first, first].map((fan) => unlock(fan, mediaId, 5)))
  const charged = answers.map((it) => (it.status === 200 ? it.data.meta.charged : it.refusal.error))
  expect(charged.slice(0, 12)).toEqual(
    fans.map((fan, at) => (at % 3 === 2 ? 'insufficient_coins' : fan === first ? expect.any(Number) : 5)),
  )
  expect([charged[0], charged[12], charged[13]].sort()).toEqual([0, 0, 5])
  expect(answers[2]?.refusal).toMatchObject({ shortfall: 0.01 })
  const [sold] = await api.db.run(countSales, { creator: bob.id })
  expect(sold).toEqual({ sales: 8, media: 8 * mediaIds.length, pending: 8 * 400, notifications: 8 })
})

test('rejects a purchase from a suspended creator with `not_found`, and leaves the fan what they bought', async () => {
  const carol = await makeCreator(api, 0)
  const [first, second] = [await makePaidPost(api, carol, 5), await makePaidPost(api, carol, 5)]
  await unlock(fiona, first.mediaId)
  await api.call(await api.makeUser({ role: 'staff' }), staff.suspend, { id: carol.id, reason: 'fraud' })
  expect((await unlock(fiona, second.mediaId, 5)).refusal.error).toBe('not_found')
  expect((await unlock(fiona, first.mediaId)).data.meta).toMatchObject({ price_paid: 5, charged: 0 })
})

test('buys the post named by `within` of two posts at one price that share a media', async () => {
  const [small, large] = [await makePaidPost(api, alice, 5), await makePaidPost(api, alice, 5, 2)]
  await api.db.run(attachMedia, { post: large.postId, media: small.mediaId })
  const [frank, greta] = [await api.makeUser(), await api.makeUser()]
  for (const fan of [frank, greta]) await giveCoins(api, fan, 100)
  const buy = (fan: Actor, within: string) =>
    api.call(fan, media.unlock, { id: small.mediaId, expected_price: 5, within })
  const owned = async (fan: Actor) => (await api.call(fan, media.unlocked, {})).data.data.length
  await buy(frank, small.postId)
  expect(await owned(frank)).toBe(1)
  await buy(greta, large.postId)
  expect(await owned(greta)).toBe(3)
  const hugo = await api.makeUser()
  await giveCoins(api, hugo, 100)
  expect((await api.call(hugo, posts.unlock, { id: large.postId, expected_price: 5 })).data.post.access.allowed).toBe(
    true,
  )
  expect(await owned(hugo)).toBe(3)
  // Without `within`, of two posts at one price the one with more media.
  const ida = await api.makeUser()
  await giveCoins(api, ida, 100)
  await unlock(ida, small.mediaId, 5)
  expect(await owned(ida)).toBe(3)
})

const makePreview = statement(
  'test_make_preview',
  { post: uuid, media: uuid },
  {},
  ({ post, media }) => `update post_media set is_preview = true where post_id = ${post} and media_id = ${media}`,
)
const setPostPrice = statement(
  'test_set_post_price',
  { post: uuid, cents: int },
  {},
  ({ post, cents }) => `update posts set price_cents = ${cents} where id = ${post}`,
)
const attachMedia = statement(
  'test_attach_media',
  { post: uuid, media: uuid },
  {},
  ({ post, media }) => `insert into post_media (post_id, media_id, position) values (${post}, ${media}, 9)`,
)
const detachMedia = statement(
  'test_detach_media',
  { post: uuid },
  {},
  ({ post }) => `delete from post_media where post_id = ${post}`,
)
const deletePosts = statement(
  'test_delete_posts',
  { posts: uuids },
  {},
  ({ posts }) => `update posts set deleted_at = now() where id = any(${posts})`,
)
const countSales = statement(
  'test_count_sales',
  { creator: uuid },
  { sales: int, media: int, pending: int, notifications: int },
  ({ creator }) => `
    select (select count(*)::int from purchases where creator_id = ${creator}) as sales,
      (select count(*)::int from entitlements e join purchases p on p.id = e.purchase_id where p.creator_id = ${creator}) as media,
      (select sum(balance_cents)::int from ledger_accounts where owner_id = ${creator} and kind = 'pending') as pending,
      (select count(*)::int from notifications where user_id = ${creator} and type = 'media_sold') as notifications`,
)
