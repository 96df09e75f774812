import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media as mediaCalls } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { users as people } from '../../../contract/users.ts'
import { vault } from '../../../contract/vault.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { makePicture, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { entitlements, media, purchases } from '../../platform/db/schema/media.ts'
import { notifications } from '../../platform/db/schema/notifications.ts'
import { countPublishedPosts } from './jobs.ts'
import { notifySubscribersOfPosts } from './notify-subscribers.ts'

const api = testApi()
type Writing = Partial<Parameters<typeof api.call<typeof posts.create>>[2]>
const write = async (author: Actor, more: Writing = {}) =>
  (await api.call(author, posts.create, { text: 'Words', visibility: 'public', ...more })).data.id
const read = async (viewer: Actor | null, id: string) => (await api.call(viewer, posts.get, { id })).data
const minute = 60_000

describe('a fan pays an author', () => {
  type Facts = { fan: Actor; other: Actor; alice: Actor; bob: Actor }
  const buy = async (fan: Actor, author: Actor) => {
    const id = await write(author, { visibility: 'paid', price: 5 })
    expect((await api.call(fan, posts.unlock, { id, expected_price: 5 })).status).toBe(200)
  }
  it.each<[what: string, pay: (facts: Facts) => Promise<unknown>, isPayer: boolean]>([
    ['by a subscription', ({ fan, alice }) => subscribe(api, fan, alice), true],
    ['not by a free one', ({ fan, alice }) => subscribe(api, fan, alice, { activeUntil: null }), false],
    ['not by a former one', ({ fan, alice }) => subscribe(api, fan, alice, { activeUntil: new Date(0) }), false],
    ['not by one of another author', ({ fan, bob }) => subscribe(api, fan, bob), false],
    ['not by another fan’s', ({ other, alice }) => subscribe(api, other, alice), false],
    ['by a purchase', ({ fan, alice }) => buy(fan, alice), true],
    ['not by a purchase from another author', ({ fan, bob }) => buy(fan, bob), false],
    ['not by another fan’s purchase', ({ other, alice }) => buy(other, alice), false],
    [
      'not by a purchase that was refunded',
      async ({ fan, alice }) => {
        await buy(fan, alice)
        await api.db.update(purchases).set({ refundedAt: new Date() }).where(eq(purchases.buyerId, fan.id))
      },
      false,
    ],
    ['by a tip', ({ fan, alice }) => api.call(fan, chat.tip, { id: alice.id, amount: 5 }), true],
    ['not by a tip to another', ({ fan, bob }) => api.call(fan, chat.tip, { id: bob.id, amount: 5 }), false],
    ['not by another fan’s tip', ({ other, alice }) => api.call(other, chat.tip, { id: alice.id, amount: 5 }), false],
  ])('%s', async (_, pay, isPayer) => {
    const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
    const [fan, other] = [await api.makeUser(), await api.makeUser()]
    for (const it of [fan, other]) await giveCoins(api, it, 20)
    const id = await write(alice, { comments_for: 'payers' })
    expect((await read(fan, id)).commenting.allowed).toBe(false)
    await pay({ fan, other, alice, bob })
    expect((await read(fan, id)).commenting.allowed).toBe(isPayer)
  })
})

it('shows a media to the fan who bought it, also after it was deleted', async () => {
  const [alice, fiona, frank] = [await makeCreator(api), await api.makeUser(), await api.makeUser()]
  const mediaId = await makePicture(api, alice)
  const id = await write(alice, { visibility: 'subscribers', media_ids: [mediaId] })
  await api.db.insert(entitlements).values({ userId: fiona.id, mediaId, purchaseId: newId() })
  const seen = async (viewer: Actor | null) => (await read(viewer, id)).media.map((it) => it.locked)
  expect([await seen(fiona), await seen(frank), await seen(null)]).toEqual([[false], [true], [true]])
  await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, mediaId))
  expect([await seen(fiona), await seen(frank), await seen(null)]).toEqual([[false], [], []])
  const page = (await api.call(null, posts.ofUser, { username: alice.username })).data.data
  expect(page.map((it) => it.media)).toEqual([[]])
  const profile = (await api.call(null, posts.profilePage, { username: alice.username })).data.posts.data
  expect(profile.map((it) => it.media)).toEqual([[]])
})

it('shows a post once, and as liked to who liked it alone', async () => {
  const alice = await makeCreator(api)
  const [fiona, frank, carol] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  const id = await write(alice)
  for (const fan of [fiona, frank]) await api.call(fan, posts.like, { id })
  const seen = async (viewer: Actor) =>
    (await api.call(viewer, posts.ofUser, { username: alice.username })).data.data.map((it) => [it.id, it.liked])
  expect([await seen(fiona), await seen(carol)]).toEqual([[[id, true]], [[id, false]]])
})

it('answers 404 for posts and profile of a closed account', async () => {
  const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
  const id = await write(alice)
  const ask = async (viewer: Actor | null) => [
    (await api.call(viewer, posts.get, { id })).status,
    (await api.call(viewer, posts.ofUser, { username: alice.username })).status,
    (await api.call(viewer, posts.profilePage, { username: alice.username })).status,
  ]
  expect([await ask(fiona), await ask(null)]).toEqual([Array(3).fill(200), Array(3).fill(200)])
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
  expect([await ask(fiona), await ask(null)]).toEqual([Array(3).fill(404), Array(3).fill(404)])
})

it('counts what is out, and neither drafts nor scheduled and deleted posts', async () => {
  const alice = await makeCreator(api)
  const later = (minutes: number) => ({ publish_at: new Date(api.ctx.now() + minutes * minute).toISOString() })
  await write(alice, later(5))
  await write(alice, { draft: true })
  await write(alice, later(60))
  await api.call(alice, posts.remove, { id: await write(alice) })
  const postsCount = async () => (await api.db.select().from(users).where(eq(users.id, alice.id)))[0]?.postsCount
  expect(await postsCount()).toBe(0)
  api.turnClock(6 * minute)
  await countPublishedPosts(api.ctx)
  api.turnClock(-6 * minute)
  expect(await postsCount()).toBe(1)
})

it('counts each photo, film and sound in what is out once, until it leaves the vault', async () => {
  const alice = await makeCreator(api)
  const make = async (type: 'IMAGE' | 'VIDEO' | 'SOUND') => {
    const id = newId()
    await api.db.insert(media).values({ id, ownerId: alice.id, type, state: 'ready' })
    return id
  }
  const [photo, other, film, sound] = [
    await make('IMAGE'),
    await make('IMAGE'),
    await make('VIDEO'),
    await make('SOUND'),
  ]
  await write(alice, { media_ids: [photo, film] })
  await write(alice, { media_ids: [photo, sound], visibility: 'subscribers' })
  await write(alice, { media_ids: [other], draft: true })
  const counts = async () => (await api.call(null, people.get, { username: alice.username })).data.media_counts
  expect(await counts()).toEqual({ photos: 1, videos: 1, sounds: 1 })
  const choice = { ids: [film, sound] }
  const { undo } = (await api.call(alice, vault.change, { choice, act: 'delete' })).data
  expect(await counts()).toEqual({ photos: 1, videos: 0, sounds: 0 })
  await api.call(alice, vault.undo, { undo: undo ?? '' })
  expect(await counts()).toEqual({ photos: 1, videos: 1, sounds: 1 })
  await api.call(alice, mediaCalls.remove, { id: photo })
  expect(await counts()).toEqual({ photos: 0, videos: 1, sounds: 1 })
})

it('notifies no subscriber of a post whose author is suspended', async () => {
  const [alice, bob, fan] = [await makeCreator(api), await makeCreator(api), await api.makeUser()]
  for (const author of [alice, bob]) await subscribe(api, fan, author)
  const [hidden, shown] = [await write(alice), await write(bob)]
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
  await notifySubscribersOfPosts(api.ctx)
  const of = (objectId: string) =>
    api.db.$count(notifications, and(eq(notifications.userId, fan.id), eq(notifications.objectId, objectId)))
  expect([await of(hidden), await of(shown)]).toEqual([0, 1])
})
