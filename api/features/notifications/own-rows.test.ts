import { and, eq, inArray, isNull } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { notifications as contract } from '../../../contract/notifications.ts'
import { profile } from '../../../contract/profile.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { sessions } from '../../platform/db/schema/identity.ts'
import { notifications, pushSubscriptions } from '../../platform/db/schema/notifications.ts'
import { notifyOnce } from './notify-once.ts'
import { endDigests, endMails, findBrowser, readBrowsers, removeBrowser } from './settings-statements.ts'
import { markSomeRead } from './statements.ts'

/** Two users with the same settings and notifications: what one changes stays as it was for the other. */
const api = testApi()
let alice: Actor
let fiona: Actor
let frank: Actor
beforeAll(async () => {
  alice = await api.makeUser()
  fiona = await api.makeUser()
  frank = await api.makeUser()
})

const settings = async (who: Actor) => (await api.call(who, contract.settings, {})).data
const groupOf = async (who: Actor) => (await settings(who)).groups.find((it) => it.group === 'social')

it('reads and ends the settings of one user', async () => {
  for (const who of [fiona, alice])
    await api.call(who, contract.setSettings, { group: 'social', email: true, digest: 'weekly', discreet: true })
  expect([await groupOf(alice), await groupOf(frank)]).toMatchObject([{ email: true }, { email: false }])
  expect(await settings(frank)).toMatchObject({ discreet: false, digest: 'off' })
  await api.db.run(endMails, { user: alice.id })
  await api.db.run(endDigests, { user: alice.id })
  expect([await groupOf(alice), await groupOf(fiona)]).toMatchObject([{ email: false }, { email: true }])
  expect([(await settings(alice)).digest, (await settings(fiona)).digest]).toEqual(['off', 'weekly'])
})

const follows = async (actor: Actor, now = 0) => {
  api.turnClock(now)
  const notification = { userId: alice.id, type: 'new_follower', actorId: actor.id, object: null } as const
  ;(await api.db.transact((tx) => notifyOnce(tx, api.ctx, notification)))()
  api.turnClock(-now)
}
const ofAlice = (actor: Actor) =>
  api.db.$count(notifications, and(eq(notifications.userId, alice.id), eq(notifications.actorId, actor.id)))

it('notifies once a day of each user, and again on the next day', async () => {
  const other = { userId: frank.id, type: 'new_follower', actorId: fiona.id, object: null } as const
  ;(await api.db.transact((tx) => notifyOnce(tx, api.ctx, other)))()
  for (const actor of [fiona, frank, fiona]) await follows(actor)
  expect([await ofAlice(fiona), await ofAlice(frank)]).toEqual([1, 1])
  await follows(fiona, 25 * 3_600_000)
  expect([await ofAlice(fiona), await ofAlice(frank)]).toEqual([2, 1])
})

it('marks as read what is unread, once', async () => {
  const read = async (who: Actor) => {
    const until = new Date(api.ctx.now() + 2 * 86_400_000)
    const all = { user: who.id, types: null, until, limit: 10 }
    return (await api.db.run(markSomeRead, all)).length
  }
  expect([await read(alice), await read(alice), await read(frank)]).toEqual([3, 0, 1])
})

it('finds and removes a browser for its own user only, and pushes to none whose session has expired', async () => {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${newId()}`
  await api.call(fiona, contract.subscribePush, { endpoint, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) })
  const found = (who: Actor) => api.db.run(findBrowser, { user: who.id, session: fiona.sessionId })
  expect([await found(fiona), await found(alice)]).toEqual([[{ found: 1 }], []])
  await api.db.run(removeBrowser, { user: alice.id, endpoint })
  const stored = () => api.db.$count(pushSubscriptions, eq(pushSubscriptions.endpoint, endpoint))
  expect(await stored()).toBe(1)
  const browsers = async () =>
    (await api.db.run(readBrowsers, { readers: [{ user_id: fiona.id, kind: 'social' }] })).map((it) => it.endpoint)
  expect(await browsers()).toEqual([endpoint])
  await api.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, fiona.id))
  expect(await browsers()).toEqual([])
  await api.db.run(removeBrowser, { user: fiona.id, endpoint })
  expect(await stored()).toBe(0)
})

it('counts unread ones up to a hundred, and marks thousands in chunks', async () => {
  const [star, other] = [await api.makeUser(), await api.makeUser()]
  const row = { type: 'new_follower', actorId: fiona.id }
  const many = Array.from({ length: 2_050 }, () => ({ ...row, id: newId(), userId: star.id }))
  await api.db.insert(notifications).values(many)
  await api.db.insert(notifications).values({ ...row, id: newId(), userId: other.id })
  const count = async (who: Actor) => (await api.call(who, profile.get, {})).data.unread_notifications
  expect([await count(star), await count(other)]).toEqual([100, 1])
  await api.call(star, contract.read, { ids: [many[0]?.id ?? '', many[1]?.id ?? ''] })
  const unread = and(eq(notifications.userId, star.id), isNull(notifications.readAt))
  expect(await api.db.$count(notifications, unread)).toBe(2_048)
  await api.call(star, contract.read, {})
  expect(await api.db.$count(notifications, unread)).toBe(0)
  expect([await count(star), await count(other)]).toEqual([0, 1])
})

it('marks by their ids one’s own, each once, and all that were there at that time', async () => {
  const [reader, other] = [await api.makeUser(), await api.makeUser()]
  const leave = async (who: Actor, createdAt: Date) => {
    const id = newId()
    await api.db
      .insert(notifications)
      .values({ id, userId: who.id, type: 'new_follower', actorId: fiona.id, createdAt })
    return id
  }
  const [now, later] = [new Date(api.ctx.now() - 1000), new Date(api.ctx.now() + 3_600_000)]
  const [own, next, theirs] = [await leave(reader, now), await leave(reader, later), await leave(other, now)]
  const readAt = async () => {
    const rows = await api.db
      .select()
      .from(notifications)
      .where(inArray(notifications.id, [own, next, theirs]))
    return [own, next, theirs].map((id) => rows.find((it) => it.id === id)?.readAt?.getTime() ?? null)
  }
  await api.call(reader, contract.read, { ids: [own, theirs] })
  const [first] = await readAt()
  expect(await readAt()).toEqual([expect.any(Number), null, null])
  await api.call(reader, contract.read, { ids: [own] })
  await api.call(reader, contract.read, {})
  expect(await readAt()).toEqual([first, null, null])
})

it('has a bell of each user for each creator whom they can see', async () => {
  const creator = { isCreator: true, priceCents: 0 }
  const [star, blocking, closed] = [
    await api.makeUser(creator),
    await api.makeUser(creator),
    await api.makeUser({ ...creator, deletedAt: new Date() }),
  ]
  const [reader, other, stranger] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  for (const it of [reader, other]) await follow(api, it, star)
  for (const it of [reader, star]) await follow(api, it, closed)
  await block(api, blocking, reader)
  const bell = async (who: Actor, of: Actor) => {
    const answer = await api.call(who, contract.bell, { id: of.id })
    return answer.status === 200 ? answer.data.on : answer.status
  }
  expect((await api.call(other, contract.setBell, { id: star.id, on: true })).data).toEqual({ on: true })
  expect((await api.call(stranger, contract.setBell, { id: star.id, on: true })).status).toBe(403)
  expect(await Promise.all([other, reader, stranger].map((who) => bell(who, star)))).toEqual([true, false, false])
  expect(await Promise.all([blocking, closed, other, reader].map((of) => bell(reader, of)))).toEqual([
    404, 404, 404, 404,
  ])
  expect(await bell(star, star)).toBe(404)
})
