import { expect, test } from 'vitest'
import { media } from '../../../contract/media.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })

test('answers 503 to some of 3,000 concurrent calls and serves the others', async () => {
  const alice = await makeCreator(api)
  const fans = await Promise.all(Array.from({ length: 20 }, () => api.makeUser()))
  for (const fan of fans) await giveCoins(api, fan, 10)
  const { mediaId } = await makePaidPost(api, alice, 5)
  const answers = await Promise.all(
    Array.from({ length: 3_000 }, async (_, index) => {
      const fan = fans[index % fans.length] ?? null
      // A hundred calls arrive in each turn of the event loop.
      for (let turn = 0; turn < index / 100; turn++) await new Promise(setImmediate)
      return index % 3 === 0
        ? api.call(fan, media.unlock, { id: mediaId, expected_price: 5 })
        : api.call(fan, users.get, { username: alice.username })
    }),
  )
  const rejected = answers.filter((it) => it.status === 503)
  const served = answers.filter((it) => it.status === 200)
  expect(served.length + rejected.length).toBe(3_000)
  expect(served.length).toBeGreaterThanOrEqual(400)
  expect(rejected.length).toBeGreaterThan(0)
  for (const it of rejected) expect([it.refusal.error, it.headers.get('retry-after')]).toEqual(['unavailable', '1'])
  // No fan was charged for a rejected call, or twice for a served one.
  for (const fan of fans) {
    await api.call(fan, media.unlock, { id: mediaId, expected_price: 5 })
    expect((await api.call(fan, wallet.get, {})).data.coins).toBe(5)
  }
})
