import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifications } from '../../../contract/notifications.ts'
import { posts } from '../../../contract/posts.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, insertFreeSubscribers, setPriceCents } from '../../../tests/support/money.ts'
import { openPushService, type PushService } from '../../../tests/support/push-service.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { int, statement, uuid } from '../../platform/db/statement.ts'
import { notifySubscribersOfPosts } from './notify-subscribers.ts'

let api: TestApi
let service: PushService
let alice: Actor
beforeAll(async () => {
  api = await openTestApi()
  service = await openPushService()
})
afterAll(async () => {
  service.close()
  await api.close()
})
beforeEach(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 0, displayName: 'Alice' })
})

const minute = 60_000
const day = 1_440 * minute
const write = async (input: { publish_at?: string; draft?: boolean } = {}) =>
  (await api.call(alice, posts.create, { text: 'Words', visibility: 'subscribers', ...input })).data.id
const subscriber = async () => {
  const fan = await api.makeUser()
  expect((await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 0 })).status).toBe(200)
  return fan
}
const notifiedPosts = async (who: Actor) => {
  const { data } = (await api.call(who, notifications.list, {})).data
  return data.filter((it) => it.type === 'new_post').map((it) => it.object.id)
}

it('notifies free and paying subscribers once, and no follower, former or blocked subscriber', async () => {
  const free = await subscriber()
  const [follower, blocked, former, muted] = [
    await api.makeUser(),
    await subscriber(),
    await subscriber(),
    await subscriber(),
  ]
  await api.call(follower, users.follow, { id: alice.id })
  await api.call(alice, users.block, { id: blocked.id })
  await api.call(former, subscriptions.unsubscribe, { id: alice.id })
  await api.call(muted, notifications.setSettings, { group: 'posts', app: false })
  await api.db.run(setPriceCents, { id: alice.id, cents: 499 })
  const paying = await api.makeUser()
  await giveCoins(api, paying, 10)
  await api.call(paying, subscriptions.subscribe, { id: alice.id, expected_price: 4.99 })

  const id = await write()
  await notifySubscribersOfPosts(api.ctx)
  await notifySubscribersOfPosts(api.ctx)
  expect([await notifiedPosts(free), await notifiedPosts(paying)]).toEqual([[id], [id]])
  for (const who of [follower, blocked, former, muted, alice]) expect(await notifiedPosts(who)).toEqual([])
  const [notification] = (await api.call(free, notifications.list, {})).data.data
  expect(notification).toMatchObject({
    text: 'Alice has published a post',
    object: { url: `/@${alice.username}/${id}` },
  })
})

const setBell = (who: Actor, on: boolean) => api.call(who, notifications.setBell, { id: alice.id, on })

it('notifies a follower whose bell is on, and no subscriber whose bell is off', async () => {
  const [silent, loud, quietFollower, former] = [
    await subscriber(),
    await subscriber(),
    await api.makeUser(),
    await api.makeUser(),
  ]
  for (const who of [quietFollower, former]) await api.call(who, users.follow, { id: alice.id })
  const followers = [await api.makeUser(), await api.makeUser()]
  for (const who of followers) await api.call(who, users.follow, { id: alice.id })
  for (const who of [...followers, former, loud]) expect((await setBell(who, true)).data).toEqual({ on: true })
  await setBell(silent, false)
  await api.call(former, users.unfollow, { id: alice.id })
  const id = await write()
  await notifySubscribersOfPosts(api.ctx)
  await notifySubscribersOfPosts(api.ctx)
  for (const who of [loud, ...followers]) expect(await notifiedPosts(who)).toEqual([id])
  for (const who of [silent, quietFollower, former]) expect(await notifiedPosts(who)).toEqual([])
})

it('hears no bell of another creator', async () => {
  const bea = await api.makeUser({ isCreator: true, priceCents: 0 })
  const [silentThere, loudThere, silentHere] = [await subscriber(), await api.makeUser(), await subscriber()]
  for (const who of [silentThere, loudThere]) await api.call(who, users.follow, { id: bea.id })
  await api.call(loudThere, users.follow, { id: alice.id })
  await api.call(silentThere, subscriptions.subscribe, { id: bea.id, expected_price: 0 })
  await api.call(silentThere, notifications.setBell, { id: bea.id, on: false })
  await api.call(loudThere, notifications.setBell, { id: bea.id, on: true })
  await setBell(silentHere, false)
  const id = await write()
  await notifySubscribersOfPosts(api.ctx)
  expect([await notifiedPosts(silentThere), await notifiedPosts(loudThere)]).toEqual([[id], []])
})

it('answers the bell of subscribers as on and of followers as off until they choose, and of strangers as off', async () => {
  const [stranger, follower, fan] = [await api.makeUser(), await api.makeUser(), await subscriber()]
  await api.call(follower, users.follow, { id: alice.id })
  const bellOf = async (who: Actor) => (await api.call(who, notifications.bell, { id: alice.id })).data.on
  expect([await bellOf(stranger), await bellOf(follower), await bellOf(fan)]).toEqual([false, false, true])
  await setBell(fan, false)
  await setBell(follower, true)
  expect([await bellOf(follower), await bellOf(fan)]).toEqual([true, false])
  expect((await setBell(stranger, true)).status).toBe(403)
  await api.call(alice, users.block, { id: follower.id })
  for (const ask of [setBell(follower, true), api.call(follower, notifications.bell, { id: alice.id })])
    expect((await ask).status).toBe(404)
  expect((await setBell(alice, true)).status).toBe(404)
})

it('does not notify of a draft, a scheduled, a deleted or a day-old post', async () => {
  const fan = await subscriber()
  const draft = await write({ draft: true })
  const scheduled = await write({ publish_at: new Date(api.ctx.now() + 5 * minute).toISOString() })
  const removed = await write()
  await api.call(alice, posts.remove, { id: removed })
  await notifySubscribersOfPosts(api.ctx)
  expect(await notifiedPosts(fan)).toEqual([])
  api.turnClock(6 * minute)
  await notifySubscribersOfPosts(api.ctx)
  expect(await notifiedPosts(fan)).toEqual([scheduled])
  await api.call(alice, posts.update, { id: draft, draft: false })
  await notifySubscribersOfPosts(api.ctx)
  expect(await notifiedPosts(fan)).toEqual([draft, scheduled])
  await write()
  api.turnClock(day + minute)
  await notifySubscribersOfPosts(api.ctx)
  expect(await notifiedPosts(fan)).toEqual([draft, scheduled])
  // A post that is published a second time notifies no subscriber.
  await api.call(alice, posts.update, { id: draft, draft: true })
  await api.call(alice, posts.update, { id: draft, draft: false })
  await notifySubscribersOfPosts(api.ctx)
  expect(await notifiedPosts(fan)).toEqual([draft, scheduled])
})

it('notifies 450 subscribers once each, from several nodes of which one dies', async () => {
  await api.db.run(insertFreeSubscribers, { creator: alice.id, count: 450, now: new Date(api.ctx.now()) })
  const id = await write()
  let calls = 0
  const killed = {
    ...api.ctx,
    db: Object.assign(Object.create(api.db), {
      transact: (work: never) => (++calls > 2 ? Promise.reject(new Error('killed')) : api.db.transact(work)),
    }),
  }
  await expect(notifySubscribersOfPosts(killed)).rejects.toThrow('killed')
  expect(await countOf(id)).toEqual({ all: 400, people: 400 })
  await Promise.all([1, 2, 3].map(() => notifySubscribersOfPosts(api.ctx)))
  expect(await countOf(id)).toEqual({ all: 450, people: 450 })
})

it.each<[what: string, act: (id: string) => Promise<unknown>]>([
  ['deleted', (id) => api.call(alice, posts.remove, { id })],
  ['made a draft', (id) => api.call(alice, posts.update, { id, draft: true })],
  ['announced by another node', () => notifySubscribersOfPosts(api.ctx)],
])('notifies no subscriber who came after a post was %s while it was looked for', async (_, act) => {
  const id = await write()
  let fan: Actor | undefined
  const run = async (...asked: Parameters<typeof api.db.run>) => {
    const rows = await api.db.run(...asked)
    if (asked[0].name !== 'posts_unnotified' || fan !== undefined) return rows
    fan = await api.makeUser()
    await act(id)
    await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 0 })
    return rows
  }
  await notifySubscribersOfPosts({ ...api.ctx, db: Object.assign(Object.create(api.db), { run }) })
  expect(fan && (await notifiedPosts(fan))).toEqual([])
})

it('sends an event to a connected subscriber and a push message to one who is offline', async () => {
  const [online, offline] = [await subscriber(), await subscriber()]
  await api.call(offline, notifications.subscribePush, service.subscribe())
  const live = await listen(api)
  const socket = await live.connect(online)
  await write()
  await notifySubscribersOfPosts(api.ctx)
  expect(await socket.next('new_notification')).toMatchObject({ kind: 'new_post' })
  await expect.poll(() => service.taken.map((it) => it.news.body)).toEqual(['Alice has published a post'])
  socket.close()
  await live.close()
})

it('hints followers who are online at the new post, once, and no stranger', async () => {
  const [follower, stranger] = [await api.makeUser(), await api.makeUser()]
  const bea = await api.makeUser({ isCreator: true, priceCents: 0 })
  await api.call(follower, users.follow, { id: alice.id })
  await api.call(stranger, users.follow, { id: bea.id })
  const live = await listen(api)
  const [ofFollower, ofStranger] = [await live.connect(follower), await live.connect(stranger)]
  await write()
  await notifySubscribersOfPosts(api.ctx)
  await notifySubscribersOfPosts(api.ctx)
  expect(await ofFollower.next('new_post')).toMatchObject({ author_id: alice.id })
  // What comes after it has come last, so nothing else is on the way.
  for (const who of [follower, stranger])
    api.ctx.live.publish({ userId: who.id, type: 'balance', payload: { coins: 1 } })
  await Promise.all([ofFollower.next('balance'), ofStranger.next('balance')])
  expect([...ofFollower.received, ...ofStranger.received].filter((it) => it.type === 'new_post')).toEqual([])
  ofFollower.close()
  ofStranger.close()
  await live.close()
})

const countOf = async (id: string) => {
  const [row] = await api.db.run(countNotified, { post: id })
  return row
}
const countNotified = statement(
  'test_count_notified',
  { post: uuid },
  { all: int, people: int },
  ({ post }) => `
    select count(*)::int as all, count(distinct user_id)::int as people
    from notifications where type = 'new_post' and object_id = ${post}`,
)
