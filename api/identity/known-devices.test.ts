import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../tests/support/api.ts'
import { testApi } from '../../tests/support/test-api.ts'
import { knownDevices } from '../platform/db/schema/account.ts'
import { users } from '../platform/db/schema/identity.ts'
import { newReferralCode, referrerOf } from './referral-code.ts'
import { devicesOf, knowsDevice, recordDevice } from './statements.ts'

const api = testApi()
const dayMs = 86_400_000

const know = async (user: Actor, device: string, daysAgo = 0) =>
  api.db.insert(knownDevices).values({ userId: user.id, device, seenAt: new Date(Date.now() - daysAgo * dayMs) })
const devices = async (user: Actor) => (await api.db.run(devicesOf, { user: user.id })).map((it) => it.device)
const record = async (user: Actor, device: string) => (await api.db.run(recordDevice, { user: user.id, device }))[0]

describe('recording a device', () => {
  it('counts the other devices of this account only', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    await know(frank, 'phone')
    await know(frank, 'laptop')
    expect(await record(fiona, 'laptop')).toEqual({ others: 0, here: false })
    expect(await record(fiona, 'phone')).toEqual({ others: 1, here: false })
    expect(await record(fiona, 'laptop')).toEqual({ others: 1, here: true })
  })

  it('forgets what has not been seen for a year, of this account only', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    await know(fiona, 'old', 366)
    await know(fiona, 'older', 400)
    await know(fiona, 'recent', 364)
    await know(frank, 'old', 366)
    await know(frank, 'older', 400)
    expect(await record(fiona, 'old')).toEqual({ others: 1, here: false })
    expect(await devices(fiona)).toEqual(['old', 'recent'])
    expect(await devices(frank)).toEqual(['old', 'older'])
  })
})

it('knows a browser by its account, its name and a sign-in within a year', async () => {
  const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
  await know(fiona, 'laptop')
  await know(fiona, 'old', 366)
  const knows = async (user: Actor, device: string) =>
    (await api.db.run(knowsDevice, { email: `${user.id}@example.test`, device })).map((it) => it.user_id)
  expect(await knows(fiona, 'laptop')).toEqual([fiona.id])
  expect(await knows(frank, 'laptop')).toEqual([])
  expect(await knows(fiona, 'phone')).toEqual([])
  expect(await knows(fiona, 'old')).toEqual([])
})

it('finds who referred by the code, unless the account is closed', async () => {
  const code = newReferralCode()
  const alice = await api.makeUser({ referralCode: code })
  expect(await referrerOf(api.db, code)).toBe(alice.id)
  expect(await referrerOf(api.db, newReferralCode())).toBeNull()
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
  expect(await referrerOf(api.db, code)).toBeNull()
})
