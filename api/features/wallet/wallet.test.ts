import { describe, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { wallet } from '../../../contract/wallet.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { statement, uuid } from '../../platform/db/statement.ts'
import { isRetryableRace, unlock } from '../media/purchase.ts'
import { releaseHolds } from '../payouts/earnings.ts'
import { reverseSale } from './refunds.ts'

const api = testApi({ money: true })

const concurrently = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

describe('concurrent purchases', () => {
  test('charges 200 identical unlocks without a key once and answers one price', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 100)
    const { mediaId } = await makePaidPost(api, alice, 5)
    const answers = await concurrently(200, () => api.call(fiona, media.unlock, { id: mediaId, expected_price: 5 }))
    expect(answers.map((it) => it.status)).toEqual(Array(200).fill(200))
    expect(answers.filter((it) => it.data.meta.charged > 0)).toHaveLength(1)
    expect(new Set(answers.map((it) => it.data.meta.price_paid))).toEqual(new Set([5]))
    expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(95)
  })

  test('charges 200 identical unlocks with a key once and answers all the same', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 100)
    const { mediaId } = await makePaidPost(api, alice, 5)
    const answers = await concurrently(200, () =>
      api.call(fiona, media.unlock, { id: mediaId, expected_price: 5 }, { 'idempotency-key': 'storm' }),
    )
    expect(new Set(answers.map((it) => JSON.stringify(it.data))).size).toBe(1)
    expect(answers[0]?.data.meta).toEqual({ price_paid: 5, charged: 5, coins: 95 })
    expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(95)
  })

  test.each([5, 1000])(
    'with %d coins: charges 200 identical unlocks once that are not serialised in the process',
    async (coins) => {
      const alice = await makeCreator(api)
      const fiona = await api.makeUser()
      await giveCoins(api, fiona, coins)
      const { mediaId } = await makePaidPost(api, alice, 5)
      const attempt = () => unlock(api.db, api.ctx, fiona.id, { id: mediaId, expected_price: 5 })
      const retry = (error: unknown) => (isRetryableRace(error) ? attempt() : Promise.reject(error))
      const answers = await concurrently(200, () => attempt().catch(retry))
      expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(coins - 5)
      expect(answers.filter((it) => it.answer.meta.charged > 0)).toHaveLength(1)
      expect(new Set(answers.map((it) => it.answer.meta.price_paid))).toEqual(new Set([5]))
    },
  )

  test('sells 10 of 11 posts to a fan with coins for 10', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 30)
    const posts = await concurrently(11, () => makePaidPost(api, alice, 3))
    const answers = await Promise.all(
      posts.map((post) => api.call(fiona, media.unlock, { id: post.mediaId, expected_price: 3 })),
    )
    expect(answers.filter((it) => it.status === 200)).toHaveLength(10)
    expect(answers.find((it) => it.status !== 200)?.refusal).toMatchObject({
      error: 'insufficient_coins',
      shortfall: 3,
    })
    expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(0)
  })

  test('charges concurrent unlocks of different media of one post once', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 100)
    const { mediaIds } = await makePaidPost(api, alice, 9, 5)
    const unlockOne = (id = '') => api.call(fiona, media.unlock, { id, expected_price: 9 })
    const answers = await concurrently(50, (index) => unlockOne(mediaIds[index % 5]))
    expect(answers.reduce((all, it) => all + it.data.meta.charged, 0)).toBe(9)
    expect(new Set(answers.map((it) => it.data.meta.price_paid))).toEqual(new Set([9]))
  })

  test('charges one month for 50 concurrent subscriptions', async () => {
    const alice = await makeCreator(api, 9.99)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 100)
    const answers = await concurrently(50, () =>
      api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 }),
    )
    expect(answers.map((it) => it.status)).toEqual(Array(50).fill(200))
    expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(90.01)
  })
})

describe('idempotency keys', () => {
  test('rejects another body under a key with `idempotency_conflict`, and frees the key after a day', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 100)
    const key = { 'idempotency-key': 'k' }
    const first = await api.call(fiona, chat.tip, { id: alice.id, amount: 5 }, key)
    const again = await api.call(fiona, chat.tip, { id: alice.id, amount: 5 }, key)
    expect(again.data).toEqual(first.data)
    expect((await api.call(fiona, chat.tip, { id: alice.id, amount: 6 }, key)).refusal.error).toBe(
      'idempotency_conflict',
    )
    expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(95)
    api.turnClock(25 * 3_600_000)
    expect((await api.call(fiona, chat.tip, { id: alice.id, amount: 6 }, key)).data.coins).toBe(89)
    api.turnClock(-25 * 3_600_000)
  })

  test('distinguishes two long keys with a common beginning', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 20)
    for (const end of ['a', 'b', 'b'])
      await api.call(fiona, chat.tip, { id: alice.id, amount: 5 }, { 'idempotency-key': `${'k'.repeat(300)}${end}` })
    expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(10)
  })

  test('charges two users under the same key', async () => {
    const alice = await makeCreator(api)
    const [fiona, frank] = await concurrently(2, () => api.makeUser())
    for (const fan of [fiona, frank]) {
      if (fan === undefined) throw new Error('no fan')
      await giveCoins(api, fan, 10)
      const answer = await api.call(fan, chat.tip, { id: alice.id, amount: 10 }, { 'idempotency-key': 'mine' })
      expect(answer.data.coins).toBe(0)
    }
  })

  test('stores no refusal: the same call succeeds once the fan has coins', async () => {
    const alice = await makeCreator(api)
    const frank = await api.makeUser()
    const key = { 'idempotency-key': 'later' }
    expect((await api.call(frank, chat.tip, { id: alice.id, amount: 5 }, key)).refusal).toMatchObject({
      error: 'insufficient_coins',
      shortfall: 5,
    })
    await giveCoins(api, frank, 5)
    expect((await api.call(frank, chat.tip, { id: alice.id, amount: 5 }, key)).data.coins).toBe(0)
  })
})

describe('amounts', () => {
  const raw = async (path: string, body: string) => {
    const fan = await api.makeUser()
    await giveCoins(api, fan, 1000)
    const response = await api.fetch(fan, path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    return { status: response.status, coins: (await api.call(fan, wallet.get, {})).data.coins }
  }

  test.each([
    '-0',
    '0',
    '-5',
    '3.990000000000001',
    '"3.99"',
    '1e400',
    '-1e400',
    'NaN',
    'null',
    '[5]',
    '{}',
    'true',
    '""',
    '0.99',
    '200.01',
    '1e308',
    '5.001',
    '9007199254740993',
  ])('rejects a tip of %s and charges nothing', async (amount) => {
    const alice = await makeCreator(api)
    const { status, coins } = await raw(`/api/users/${alice.id}/tip`, `{"amount":${amount}}`)
    expect([400, 422]).toContain(status)
    expect(coins).toBe(1000)
  })

  test.each([
    ['1', 999],
    ['200', 800],
    ['19.99', 980.01],
    ['1.1', 998.9],
    ['5e0', 995],
  ])('charges exactly a tip of %s', async (amount, left) => {
    const alice = await makeCreator(api)
    const { status, coins } = await raw(`/api/users/${alice.id}/tip`, `{"amount":${amount}}`)
    expect({ status, coins }).toEqual({ status: 200, coins: left })
  })

  test.each(['4.99', '500.01', '-10', '-0', '"10"', '1e400', 'null', '10.001'])(
    'rejects a topup of %s coins',
    async (amount) => {
      const { status } = await raw('/api/wallet/topups', `{"amount":${amount}}`)
      expect([400, 422]).toContain(status)
    },
  )
})

describe('the spending limit', () => {
  test('rejects concurrent tips beyond it', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    await giveCoins(api, fiona, 100)
    await api.call(fiona, wallet.update, { spending_limit: 20 })
    const answers = await concurrently(10, () => api.call(fiona, chat.tip, { id: alice.id, amount: 5 }))
    expect(answers.filter((it) => it.status === 200)).toHaveLength(4)
    expect(answers.find((it) => it.status === 403)?.refusal.error).toBe('spending_limit')
    expect((await api.call(fiona, wallet.get, {})).data).toEqual({
      coins: 80,
      currency: 'EUR',
      spending_limit: 20,
      spent_this_month: 20,
    })
    expect((await api.call(fiona, wallet.update, { spending_limit: null })).data.spending_limit).toBeNull()
    expect((await api.call(fiona, chat.tip, { id: alice.id, amount: 5 })).status).toBe(200)
  })
})

test.each([0, 0.5, 5, 13.9, 80.5])(
  'refunds a sale to a fan whom the creator referred, who has %d coins left of it',
  async (left) => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser({ referredBy: alice.id })
    const staff = await api.makeUser({ role: 'staff' })
    await giveCoins(api, fiona, 100)
    await api.call(fiona, chat.tip, { id: alice.id, amount: 100 })
    api.turnClock(8 * 86_400_000)
    await releaseHolds(api.ctx)
    const { available } = (await api.call(alice, payouts.earnings, {})).data
    expect(available).toBe(81)
    await api.call(alice, payouts.transfer, { amount: available - left })
    const [sale] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
    expect((await api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'requested' })).status).toBe(
      200,
    )
    expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(100)
    expect((await api.call(alice, payouts.earnings, {})).data.available).toBe(0)
    api.turnClock(-8 * 86_400_000)
  },
)

test('counts neither a chargeback nor a refund of an earlier month in the spending of this month', async () => {
  const alice = await makeCreator(api)
  const fiona = await api.makeUser()
  const staff = await api.makeUser({ role: 'staff' })
  const spent = async () => (await api.call(fiona, wallet.get, {})).data.spent_this_month
  await giveCoins(api, fiona, 100)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 30 })
  const [sale] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  await api.db.transact((tx) =>
    reverseSale(tx, api.ctx, {
      userId: fiona.id,
      cents: 4000,
      object: { kind: 'topup', id: newId() },
      kind: 'refund',
      reason: 'provider_refund',
    }),
  )
  expect(await spent()).toBe(30)
  api.turnClock(40 * 86_400_000)
  expect(await spent()).toBe(0)
  await api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'requested' })
  expect(await spent()).toBe(0)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 7 })
  const [again] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  await api.call(staff, staffMoney.refund, { entry_id: again?.id ?? '', reason: 'requested' })
  expect(await spent()).toBe(0)
  api.turnClock(-40 * 86_400_000)
})

test('rejects a tip for a scheduled post', async () => {
  const alice = await makeCreator(api)
  const fiona = await api.makeUser()
  await giveCoins(api, fiona, 10)
  const { postId } = await makePaidPost(api, alice, 5)
  const tip = () => api.call(fiona, chat.tip, { id: alice.id, amount: 5, post_id: postId })
  await api.db.run(schedulePost, { id: postId })
  expect((await tip()).refusal.error).toBe('not_found')
  expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(10)
})

const schedulePost = statement(
  'test_schedule_post',
  { id: uuid },
  {},
  ({ id }) => `update posts set published_at = now() + interval '1 day' where id = ${id}`,
)
