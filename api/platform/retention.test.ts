import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApi } from '../../tests/support/test-api.ts'
import { newId } from './db/ids.ts'
import { knownDevices } from './db/schema/account.ts'
import { humanChecks, sessions, verifications } from './db/schema/identity.ts'
import { notifications } from './db/schema/notifications.ts'
import { reports } from './db/schema/staff.ts'
import { idempotencyKeys, providerEvents } from './db/schema/wallet.ts'
import { forgetExpired, retention, unsentMailDays } from './retention.ts'

const api = testApi({ empty: true })
const dayMs = 86_400_000

test('forgets rows by the thousand once they are old enough, and none before', async () => {
  const me = await api.makeUser()
  const [now, expiresAt] = [new Date(), new Date(Date.now() + dayMs)]
  const many = Array.from({ length: 1_001 }, (_, n) => n)
  await api.db
    .insert(verifications)
    .values(many.map((n) => ({ id: newId(), identifier: `${n}`, value: me.id, expiresAt })))
  await api.db.insert(humanChecks).values({ signature: 'one', expiresAt })
  await api.db.insert(knownDevices).values({ userId: me.id, device: 'one', seenAt: now })
  await api.db.insert(notifications).values({ id: newId(), userId: me.id, type: 'new_follower' })
  await api.db.insert(idempotencyKeys).values({ userId: me.id, key: 'one', fingerprint: 'x' })
  await api.db.insert(providerEvents).values({ provider: 'stripe', eventId: 'one', type: 'x' })
  const notice = { kind: 'spam', object: 'a profile', text: 'look', dueAt: now }
  await api.db.insert(reports).values([
    { ...notice, id: newId(), ticket: 'FR-1', status: 'upheld', decidedAt: now },
    { ...notice, id: newId(), ticket: 'FR-2' },
  ])
  const counts = async () => ({
    reports: await api.db.$count(reports),
    verifications: await api.db.$count(verifications),
    human_checks: await api.db.$count(humanChecks),
    known_devices: await api.db.$count(knownDevices),
    notifications: await api.db.$count(notifications),
    idempotency_keys: await api.db.$count(idempotencyKeys),
    provider_events: await api.db.$count(providerEvents),
    sessions: await api.db.$count(sessions),
  })
  const all = await counts()
  const after = async (days: number) => {
    api.turnClock(days * dayMs)
    await forgetExpired(api.ctx)
    const left = await counts()
    api.turnClock(-days * dayMs)
    return left
  }
  expect(await after(0.9)).toEqual(all)
  expect(await after(1.1)).toEqual({ ...all, verifications: 0, human_checks: 0, idempotency_keys: 0, sessions: 0 })
  expect(await after(89)).toMatchObject({ provider_events: 1 })
  expect(await after(91)).toMatchObject({ provider_events: 0, notifications: 1, known_devices: 1 })
  expect(await after(366)).toMatchObject({ notifications: 0, known_devices: 0 })
  expect(await after(1_094)).toMatchObject({ reports: 2 })
  expect(await after(1_096)).toMatchObject({ reports: 1 })
})

test('stands in docs/operations.md, table by table', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) days? after `(\w+)`/gm)].map(([, table, days, since]) => ({
    table,
    since,
    days: Number(days),
  }))
  expect(rows).toEqual(retention.map(({ table, since, days }) => ({ table, since, days })))
  expect(page).toContain(`after ${unsentMailDays} days`)
})
