import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { notifications as contract, notificationTypes } from '../../../contract/notifications.ts'
import { profile } from '../../../contract/profile.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId, noId } from '../../platform/db/ids.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'
import { notificationMarks, notifications } from '../../platform/db/schema/notifications.ts'
import { markReadThrough } from './statements.ts'

/** What "read all" marks at once, and what it must leave unread. */
const api = testApi()
let reader: Actor
let actor: Actor
beforeEach(async () => {
  reader = await api.makeUser()
  actor = await api.makeUser()
})

const minute = 60_000
const leave = async (userId: string, type: string) => {
  const id = newId()
  await api.db.insert(notifications).values({ id, userId, type, actorId: actor.id })
  return id
}
/** A quarter of an hour later, when everything of now has long been committed. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  api.turnClock(15 * minute)
  return work().finally(() => api.turnClock(-15 * minute))
}
const unreadOf = async (who: Actor) => ({
  badge: (await api.call(who, profile.get, {})).data.unread_notifications,
  listed: (await api.call(who, contract.list, { unread: 'true' })).data.data.map((it) => it.id),
  shown: (await api.call(who, contract.list, {})).data.data.filter((it) => it.read_at === null).map((it) => it.id),
})
const none = { badge: 0, listed: [], shown: [] }
const unreadAre = (...ids: string[]) => ({ badge: ids.length, listed: ids, shown: ids })
const marksOf = (who: Actor) =>
  api.db.select().from(notificationMarks).where(eq(notificationMarks.userId, who.id)).orderBy(notificationMarks.type)

it('writes one mark for all that is old, and touches neither its rows nor other readers', async () => {
  const other = await api.makeUser()
  const theirs = await leave(other.id, 'new_follower')
  for (const type of ['new_follower', 'post_like', 'a kind of a later version']) await leave(reader.id, type)
  expect((await unreadOf(reader)).badge).toBe(3)
  await later(() => api.call(reader, contract.read, {}))
  expect(await unreadOf(reader)).toEqual(none)
  expect(await unreadOf(other)).toEqual(unreadAre(theirs))
  expect(await marksOf(reader)).toMatchObject([{ type: '*' }])
  const touched = and(eq(notifications.userId, reader.id), isNotNull(notifications.readAt))
  expect(await api.db.$count(notifications, touched)).toBe(0)
})

it('leaves unread what comes afterwards, and reads that the next time', async () => {
  await leave(reader.id, 'new_follower')
  await later(() => api.call(reader, contract.read, {}))
  api.turnClock(16 * minute)
  const next = newIdIn(16 * minute)
  await api.db
    .insert(notifications)
    .values({ id: next, userId: reader.id, type: 'post_like', actorId: actor.id, createdAt: new Date(api.ctx.now()) })
  expect(await unreadOf(reader)).toEqual(unreadAre(next))
  await api.call(reader, contract.read, { ids: [next] })
  expect(await unreadOf(reader)).toEqual(none)
  await later(() => api.call(reader, contract.read, {}))
  expect(await unreadOf(reader)).toEqual(none)
  api.turnClock(-16 * minute)
})
/** An id as it will be made so many milliseconds from now. */
const newIdIn = (ms: number) => {
  const time = (Date.now() + ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

it('marks for an operator the kinds that they see and no other, in one entry of the log', async () => {
  const agency = await makeAgency(api)
  const browser = await actAs(api, agency.operator, agency.creator)
  // What the agency itself has notified of.
  await later(() => api.call(agency.creator, contract.read, {}))
  await api.db.delete(notificationMarks).where(eq(notificationMarks.userId, agency.creator.id))
  const before = (await unreadOf(agency.creator)).listed
  await leave(agency.creator.id, 'new_follower')
  const hidden = await leave(agency.creator.id, 'payout_paid')
  expect((await unreadOf(browser)).badge).toBe(1)
  await later(() => api.call(browser, contract.read, {}))
  expect(await unreadOf(browser)).toEqual(none)
  expect(await unreadOf(agency.creator)).toEqual(unreadAre(hidden, ...before))
  const visible = Object.entries(notificationTypes).flatMap(([type, flag]) => (flag === 'never' ? [] : [type]))
  expect((await marksOf(agency.creator)).map((it) => it.type)).toEqual(visible.sort())
  const entries = () => api.db.$count(agencyAuditEntries, eq(agencyAuditEntries.action, 'notifications.read'))
  expect(await entries()).toBe(1)
  await later(() => api.call(browser, contract.read, {}))
  expect(await entries()).toBe(1)
})

it('never moves a mark back', async () => {
  await leave(reader.id, 'new_follower')
  await later(() => api.call(reader, contract.read, {}))
  const [mark] = await marksOf(reader)
  const old = { user: reader.id, types: null, through: noId, now: new Date(api.ctx.now()) }
  await api.db.run(markReadThrough, old)
  expect(await marksOf(reader)).toEqual([mark])
})

it('leaves unread what another transaction has written and not committed, however long that takes', async () => {
  // The embedded engine has one connection.
  if (api.db.engine === 'pglite') return
  await leave(reader.id, 'new_follower')
  const writer = await api.connect()
  try {
    await writer.query('begin')
    const late = newId()
    await writer.query(`insert into notifications (id, user_id, type, actor_id) values ($1, $2, 'post_like', $3)`, [
      ...[late, reader.id, actor.id],
    ])
    await later(() => api.call(reader, contract.read, {}))
    expect(await unreadOf(reader)).toEqual(none)
    await writer.query('commit')
    expect(await unreadOf(reader)).toEqual(unreadAre(late))
  } finally {
    writer.release()
  }
  await later(() => api.call(reader, contract.read, {}))
  expect(await unreadOf(reader)).toEqual(none)
})
