import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { profile } from '../../../contract/profile.ts'
import { search } from '../../../contract/search.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users as usersTable } from '../../platform/db/schema/identity.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { lastSeenSockets } from './last-seen.ts'

const api = testApi()
const pulse = (who: Actor, change: Partial<Viewer> = {}) => {
  const viewer = { id: who.id, isCreator: true, acting: null, ...change } as Viewer
  return lastSeenSockets(api.ctx)
    .open(
      () => viewer,
      () => undefined,
    )
    .pulse()
}
const lastSeen = async (who: Actor) => (await api.call(null, users.get, { username: who.username })).data.last_seen
const isOnline = async (who: Actor) =>
  (await api.call(null, search.results, { online: 'yes', limit: 100 })).data.data.some((it) => it.id === who.id)

it('shows when a creator was here, who is online for five minutes', async () => {
  const alice = await makeCreator(api)
  expect([await lastSeen(alice), await isOnline(alice)]).toEqual([null, false])
  const began = api.ctx.now()
  await pulse(alice)
  const seen = Date.parse((await lastSeen(alice)) ?? '')
  expect([seen >= began && seen <= api.ctx.now(), await isOnline(alice)]).toEqual([true, true])
  api.turnClock(6 * 60_000)
  expect(await isOnline(alice)).toBe(false)
})

it('keeps nothing of a fan, of an operator or of a creator who hides it', async () => {
  const [alice, fan] = [await makeCreator(api), await api.makeUser()]
  await pulse(fan)
  await pulse(alice, { acting: { operatorId: fan.id } as Viewer['acting'] })
  expect([await stored(fan), await stored(alice)]).toEqual([null, null])
  await pulse(alice)
  expect((await api.call(alice, profile.update, { show_last_seen: false })).data.show_last_seen).toBe(false)
  expect([await stored(alice), await lastSeen(alice), await isOnline(alice)]).toEqual([null, null, false])
  await pulse(alice)
  expect(await stored(alice)).toBeNull()
})

async function stored(who: Actor) {
  const [row] = await api.db.select().from(usersTable).where(eq(usersTable.id, who.id))
  return row?.lastSeenAt ?? null
}
