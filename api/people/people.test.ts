import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../../contract/users.ts'
import type { Actor } from '../../tests/support/api.ts'
import { block, follow, makePicture, subscribe } from '../../tests/support/relations.ts'
import { testApi } from '../../tests/support/test-api.ts'
import { newId } from '../platform/db/ids.ts'
import { users as table } from '../platform/db/schema/identity.ts'
import { media } from '../platform/db/schema/media.ts'
import { postMedia, posts } from '../platform/db/schema/posts.ts'
import { offerLinks, subscriptionEvents } from '../platform/db/schema/subscriptions.ts'
import { recountPublished } from './counts.ts'

const api = testApi()

/** A user with more followers and an avatar than everyone else. */
const makeStar = async (facts: Partial<typeof table.$inferInsert> = {}): Promise<Actor> => {
  const avatarMediaId = await makePicture(api, await api.makeUser())
  return api.makeUser({ isCreator: true, priceCents: 999, followersCount: 1_000, avatarMediaId, ...facts })
}

it('features creators with an avatar, none who has left, and none behind a block', async () => {
  const [viewer, alice, blocked, blocking] = [
    await api.makeUser(),
    await makeStar(),
    await makeStar(),
    await makeStar(),
  ]
  await makeStar({ isCreator: false, priceCents: null })
  await makeStar({ deletedAt: new Date() })
  await makeStar({ avatarMediaId: null })
  await block(api, viewer, blocked)
  await block(api, blocking, viewer)
  const featured = async (who: Actor | null) =>
    (await api.call(who, users.featured, {})).data.data.map((one) => one.id).sort()
  expect(await featured(null)).toEqual([alice.id, blocked.id, blocking.id].sort())
  expect(await featured(viewer)).toEqual([alice.id])
})

it('shows a fan their own subscription on a page, and never another fan’s', async () => {
  const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
  const alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  await subscribe(api, frank, alice)
  const shown = async (who: Actor | null) => {
    const { is_subscribed, subscription } = (await api.call(who, users.get, { username: alice.username })).data
    return [is_subscribed, subscription?.price ?? null]
  }
  expect([await shown(null), await shown(fiona), await shown(frank)]).toEqual([
    [false, null],
    [false, null],
    [true, 9.99],
  ])
})

it('shows a trial to fans who have never subscribed to this creator, and offers none of who is no creator', async () => {
  const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
  const [alice, bea] = [await makeStar(), await makeStar()]
  const trial = { kind: 'trial', days: 7, isListed: true } as const
  for (const it of [alice, bea])
    await api.db.insert(offerLinks).values({ id: newId(), code: newId(), creatorId: it.id, ...trial })
  const began = { kind: 'new', priceCents: 999 } as const
  const begin = (fan: Actor, creator: Actor) => {
    const ids = { id: newId(), subscriptionId: newId(), fanId: fan.id, creatorId: creator.id }
    return api.db.insert(subscriptionEvents).values({ ...ids, ...began })
  }
  await begin(frank, alice)
  await begin(fiona, bea)
  const hasTrial = async (who: Actor) =>
    (await api.call(who, users.get, { username: alice.username })).data.trial_code !== null
  expect([await hasTrial(fiona), await hasTrial(frank)]).toEqual([true, false])
  await api.db.update(table).set({ isCreator: false }).where(eq(table.id, alice.id))
  expect(await hasTrial(fiona)).toBe(false)
})

it('counts the media of what is out while they are there, and of no post to come', async () => {
  const alice = await makeStar()
  const add = async (publishedAt: Date) => {
    const [postId, mediaId] = [newId(), await makePicture(api, alice)]
    await api.db.insert(posts).values({ id: postId, authorId: alice.id, visibility: 'public', publishedAt })
    await api.db.insert(postMedia).values({ postId, mediaId, position: 0 })
    return mediaId
  }
  const now = api.ctx.now()
  const first = await add(new Date(now - 1_000))
  await add(new Date(now - 1_000))
  await add(new Date(now + 60_000))
  const counts = async () => {
    await recountPublished(api.db, alice.id, now)
    const [row] = await api.db.select().from(table).where(eq(table.id, alice.id))
    return [row?.postsCount, row?.photosCount]
  }
  expect(await counts()).toEqual([2, 2])
  await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, first))
  expect(await counts()).toEqual([2, 1])
})

it('shows no user who has left: not their page, and not in a list', async () => {
  const viewer = await api.makeUser()
  const [here, gone] = [await api.makeUser(), await api.makeUser({ deletedAt: new Date() })]
  for (const user of [here, gone]) await follow(api, viewer, user)
  const status = async (user: Actor) => (await api.call(viewer, users.get, { username: user.username })).status
  expect([await status(here), await status(gone)]).toEqual([200, 404])
  expect((await api.call(viewer, users.following, {})).data.data.map((one) => one.id)).toEqual([here.id])
})
