import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTopups } from '../../../contract/limits.ts'
import { wallet } from '../../../contract/wallet.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { topups } from '../../platform/db/schema/wallet.ts'
import { applyProviderUpdate } from './topups.ts'

const api = testApi({ money: true })

test('keeps the five newest open top-ups of a fan, and credits a late payment of an older one', async () => {
  const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
  const begin = async (who = fiona) => (await api.call(who, wallet.beginTopup, { amount: 10 })).data.id
  const other = await begin(frank)
  const ids: string[] = []
  for (let n = 0; n < openTopups + 2; n++) ids.push(await begin())
  const rows = await api.db.select().from(topups).where(eq(topups.userId, fiona.id)).orderBy(asc(topups.id))
  expect(rows.map((it) => [it.id, it.status])).toEqual(
    ids.map((id, n) => [id, n < ids.length - openTopups ? 'expired' : 'pending']),
  )
  await api.db.transact((tx) => applyProviderUpdate(tx, api.ctx, { id: ids[0] ?? '' }, { status: 'paid' }))
  expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(10)
  await begin()
  expect((await api.call(fiona, wallet.topup, { id: ids[0] ?? '' })).data.status).toBe('paid')
  expect((await api.call(frank, wallet.topup, { id: other })).data.status).toBe('pending')
})

test('keeps five open top-ups also when twenty are begun at once', async () => {
  const fiona = await api.makeUser()
  const begun = await Promise.all(Array.from({ length: 20 }, () => api.call(fiona, wallet.beginTopup, { amount: 10 })))
  expect(new Set(begun.map((it) => it.data.id)).size).toBe(20)
  const open = and(eq(topups.userId, fiona.id), eq(topups.status, 'pending'))
  expect(await api.db.select().from(topups).where(open)).toHaveLength(openTopups)
})
