import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { idempotencyKeys } from '../../platform/db/schema/wallet.ts'
import { deleteOldKeys } from './statements.ts'

const api = testApi({ money: true })

test('answers two users under one key with the first answer of their own', async () => {
  const [alice, fiona, frank] = [await makeCreator(api), await api.makeUser(), await api.makeUser()]
  await giveCoins(api, fiona, 50)
  await giveCoins(api, frank, 100)
  const tip = async (fan: Actor) =>
    (await api.call(fan, chat.tip, { id: alice.id, amount: 10 }, { 'idempotency-key': 'same' })).data.coins
  expect([await tip(fiona), await tip(frank), await tip(fiona), await tip(frank)]).toEqual([40, 90, 40, 90])
})

test('forgets the calls under a key after a day, and those of the last day never', async () => {
  const user = await api.makeUser()
  const hoursAgo = (hours: number) => new Date(api.ctx.now() - hours * 3_600_000)
  const call = (key: string, hours: number) => ({
    userId: user.id,
    key,
    fingerprint: key,
    answer: {},
    createdAt: hoursAgo(hours),
  })
  await api.db.insert(idempotencyKeys).values([call('old', 25), call('fresh', 23)])
  const calls = ['old', 'fresh'].map((key) => ({ user_id: user.id, key, oldest: hoursAgo(24) }))
  await api.db.run(deleteOldKeys, { calls })
  const left = await api.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, user.id))
  expect(left.map((it) => it.key)).toEqual(['fresh'])
})
