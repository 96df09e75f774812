import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { posts } from '../../../contract/posts.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { openPushService, type PushService } from '../../../tests/support/push-service.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { newId } from '../../platform/db/ids.ts'
import { pushSubscriptions } from '../../platform/db/schema/notifications.ts'
import { notify } from './notify.ts'
import { vapidKeys } from './push.ts'

let api: TestApi
let service: PushService
beforeAll(async () => {
  api = await openTestApi()
  service = await openPushService()
})
afterAll(async () => {
  service.close()
  await api.close()
})
beforeEach(() => {
  service.answer = 201
  service.taken.length = 0
})

const follow = async (userId: string, actorId: string) =>
  (await api.db.transact((tx) => notify(tx, api.ctx, { userId, type: 'new_follower', actorId, object: null })))()
const browserOf = async (actor: Actor) => {
  const browser = service.subscribe()
  expect((await api.call(actor, notifications.subscribePush, browser)).status).toBe(200)
  return browser
}
const arrived = (count: number) => expect.poll(() => service.taken.length, { timeout: 5_000 }).toBe(count)
const known = async () => (await api.db.select().from(pushSubscriptions)).map((it) => it.endpoint)

it('pushes to every browser of an absent reader, encrypted, signed and in their language', async () => {
  const [alice, fiona] = [await api.makeUser({ locale: 'fr' }), await api.makeUser({ displayName: 'Fiona' })]
  const browsers = [await browserOf(alice), await browserOf(alice)]
  await follow(alice.id, fiona.id)
  await arrived(2)
  expect(service.taken.map((it) => it.path).sort()).toEqual(browsers.map((it) => new URL(it.endpoint).pathname).sort())
  for (const push of service.taken) {
    expect(push.news).toEqual({
      title: 'Fanfare',
      body: 'Fiona vous suit désormais',
      url: `/@${fiona.username}`,
      tag: `new_follower ${fiona.id}`,
      icon: '/favicon.png',
    })
    expect(push.ttl).toBe(86_400)
    expect(push.vapid).toMatchObject({
      isSigned: true,
      key: vapidKeys(api.ctx.env).publicKey,
      audience: 'https://fcm.googleapis.com',
    })
    expect(push.vapid.subject).toMatch(/^(?:mailto|https):/)
    expect(push.vapid.expires).toBeLessThanOrEqual(Date.now() / 1000 + 86_400)
  }
})

it('names no user in discreet mode, and skips groups without pushes and readers who are connected', async () => {
  const [alice, fiona] = [await api.makeUser({ isCreator: true }), await api.makeUser({ displayName: 'Fiona' })]
  await browserOf(alice)
  await giveCoins(api, fiona, 50)
  await api.call(alice, notifications.setSettings, { discreet: true })
  await api.call(alice, notifications.setSettings, { group: 'social', push: false })
  await follow(alice.id, fiona.id)
  const sale = await makePaidPost(api, alice, 4)
  await api.call(fiona, media.unlock, { id: sale.mediaId, expected_price: 4 })
  await arrived(1)
  expect(JSON.stringify(service.taken[0]?.news)).not.toMatch(/Fiona|4|coin|fanfare|favicon/i)

  await api.call(alice, notifications.setSettings, { discreet: false })
  const live = await listen(api)
  const socket = await live.connect(alice)
  const second = await makePaidPost(api, alice, 5)
  await api.call(fiona, media.unlock, { id: second.mediaId, expected_price: 5 })
  expect(await socket.next('new_notification')).toMatchObject({ kind: 'media_sold' })
  socket.close()
  await expect.poll(() => api.ctx.live.isOnline(alice.id)).toBe(false)
  const third = await makePaidPost(api, alice, 6)
  await api.call(fiona, media.unlock, { id: third.mediaId, expected_price: 6 })
  await arrived(2)
  expect(service.taken[1]?.news.body).toMatch(/Fiona.* 6 coins/)
  await live.close()
})

it('pushes once who has written, without the text, until the reader returns', async () => {
  const [alice, fiona, mina] = [
    await api.makeUser(),
    await api.makeUser({ displayName: 'Fiona' }),
    await api.makeUser({ displayName: 'Mina' }),
  ]
  await browserOf(alice)
  const write = async (actor: Actor, content = 'a secret') =>
    (await api.call(actor, chat.send, { receiver_id: alice.id, content })).data
  const pushedNews = () => service.taken.map((it) => it.news)
  const one = (name: string, actor: Actor) => ({
    title: 'Fanfare',
    body: `${name} has written to you`,
    url: `/chat?u=${actor.username}`,
    tag: `chat ${actor.id}`,
    icon: '/favicon.png',
  })
  const { session_id } = await write(fiona)
  await arrived(1)
  await write(fiona)
  await write(mina)
  await arrived(2)
  expect(pushedNews()).toEqual([one('Fiona', fiona), one('Mina', mina)])

  await api.call(alice, chat.mute, { id: session_id })
  api.turnClock(61_000)
  await write(fiona)
  await write(mina)
  await arrived(3)
  await api.call(alice, notifications.setSettings, { discreet: true })
  api.turnClock(61_000)
  await write(mina)
  await arrived(4)
  expect(pushedNews().slice(2)).toEqual([
    one('Mina', mina),
    { title: 'News', body: 'There is something new for you.', url: '/chat', tag: 'news', icon: null },
  ])
  expect(pushedNews()[3]?.body).not.toMatch(/Mina|secret/)

  await api.call(alice, notifications.setSettings, { group: 'messages', push: false })
  api.turnClock(61_000)
  await write(mina)
  await follow(alice.id, mina.id)
  await arrived(5)
  expect(pushedNews()[4]).toMatchObject({ url: '/notifications', tag: 'news' })
  api.turnClock(-183_000)
})

it('leads each push to its thing, and gives things tags of their own', async () => {
  const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
  await browserOf(alice)
  const publish = async () => (await makePaidPost(api, alice, null, 1, 'public')).postId
  const [first, second] = [await publish(), await publish()]
  await api.call(fiona, posts.like, { id: first })
  await api.call(fiona, posts.like, { id: second })
  await api.call(fiona, posts.addComment, { id: second, text: 'A comment' })
  await arrived(3)
  const news = new Map(service.taken.map((it) => [it.news.tag, it.news.url]))
  expect(news).toEqual(
    new Map([
      [`post_like ${first}`, `/@${alice.username}/${first}`],
      [`post_like ${second}`, `/@${alice.username}/${second}`],
      [`post_comment ${second}`, `/@${alice.username}/${second}`],
    ]),
  )
})

it('knows whether the calling browser is subscribed, also after another user signed in', async () => {
  const alice = await api.makeUser()
  const here = async () => (await api.call(alice, notifications.settings, {})).data.push_here
  expect(await here()).toBe(false)
  await browserOf(alice)
  expect(await here()).toBe(true)
  await api.db.update(pushSubscriptions).set({ sessionId: newId() }).where(eq(pushSubscriptions.userId, alice.id))
  expect(await here()).toBe(false)
})

it.each([404, 410])('forgets a browser that its service no longer knows (%i)', async (status) => {
  const [alice, fiona] = [await api.makeUser(), await api.makeUser()]
  const { endpoint } = await browserOf(alice)
  service.answer = status
  await follow(alice.id, fiona.id)
  await expect.poll(known, { timeout: 5_000 }).not.toContain(endpoint)
})

it('keeps a browser whose service fails or refuses temporarily', async () => {
  const [alice, fiona, mina] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  const { endpoint } = await browserOf(alice)
  for (const status of [429, 500, 503]) {
    service.answer = status
    await follow(alice.id, fiona.id)
  }
  service.answer = 201
  await follow(alice.id, mina.id)
  await expect.poll(() => service.taken.length, { timeout: 5_000 }).toBeGreaterThan(0)
  expect(await known()).toContain(endpoint)
})
