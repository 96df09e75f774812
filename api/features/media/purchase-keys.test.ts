import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { jsonb, orNull, statement, text, uuid } from '../../platform/db/statement.ts'
import type { IdempotencyRecord } from '../wallet/idempotency.ts'
import { isKeyTaken } from '../wallet/idempotency.ts'
import { isRetryableRace, unlock } from './purchase.ts'

/** The statement that takes the coins also writes the idempotency key (docs/decisions/ledger.md). */
const api = testApi({ money: true })
let alice: Actor
let fiona: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 0)
})

const withCoins = async (coins: number) => {
  fiona = await api.makeUser()
  await giveCoins(api, fiona, coins)
}
const buy = (id: string, key: string, expected_price = 5) =>
  api.call(fiona, media.unlock, { id, expected_price }, { 'idempotency-key': key })
const coins = async () => (await api.call(fiona, wallet.get, {})).data.coins
const keysOf = (user: string) => api.db.run(readKeys, { user })
const idempotency = (key: string, fingerprint: string): IdempotencyRecord => ({
  userId: fiona.id,
  key,
  fingerprint,
  now: new Date(api.ctx.now()),
})
/** Counts the calls that succeeded; every other one must have lost a race against another call. */
const countSucceeded = async (calls: Promise<unknown>[]) => {
  const outcomes = await Promise.allSettled(calls)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(isRetryableRace(outcome.reason) || isKeyTaken(outcome.reason)).toBe(true)
  return outcomes.filter((it) => it.status === 'fulfilled').length
}

test('answers the second call under a key like the first, also after the balance has changed', async () => {
  await withCoins(20)
  const { mediaId } = await makePaidPost(api, alice, 5)
  const first = (await buy(mediaId, 'one', 5)).data
  expect(first.meta).toEqual({ price_paid: 5, charged: 5, coins: 15 })
  await giveCoins(api, fiona, 3.33)
  expect((await buy(mediaId, 'one', 5)).data).toEqual(first)
  expect((await buy(mediaId, 'two', 5)).data.meta).toEqual({ price_paid: 5, charged: 0, coins: 18.33 })
  expect((await keysOf(fiona.id)).map((it) => it.answer?.meta)).toEqual([
    { price_paid: 5, charged: 5, coins: 15 },
    { price_paid: 5, charged: 0, coins: 18.33 },
  ])
})

test('rejects another media, price or endpoint under a used key with `idempotency_conflict` and charges nothing', async () => {
  await withCoins(20)
  const [first, second] = [await makePaidPost(api, alice, 5), await makePaidPost(api, alice, 5)]
  await buy(first.mediaId, 'one', 5)
  for (const answer of [
    await buy(second.mediaId, 'one', 5),
    await buy(first.mediaId, 'one', 6),
    await api.call(fiona, chat.tip, { id: alice.id, amount: 5 }, { 'idempotency-key': 'one' }),
  ])
    expect(answer.refusal.error).toBe('idempotency_conflict')
  await api.call(fiona, chat.tip, { id: alice.id, amount: 5 }, { 'idempotency-key': 'tip' })
  expect((await buy(second.mediaId, 'tip', 5)).refusal.error).toBe('idempotency_conflict')
  expect(await coins()).toBe(10)
})

test('frees a key after a day, and stores no refusal under it', async () => {
  await withCoins(4)
  const [first, second] = [await makePaidPost(api, alice, 5), await makePaidPost(api, alice, 5)]
  expect((await buy(first.mediaId, 'one', 5)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 1 })
  expect(await keysOf(fiona.id)).toEqual([])
  await giveCoins(api, fiona, 10)
  expect((await buy(first.mediaId, 'one', 5)).data.meta.charged).toBe(5)
  api.turnClock(25 * 3_600_000)
  expect((await buy(second.mediaId, 'one', 5)).data.meta).toMatchObject({ charged: 5, coins: 4 })
  api.turnClock(-25 * 3_600_000)
  expect(await keysOf(fiona.id)).toHaveLength(1)
})

test.each([null, 500])('with a limit of %s: charges fifty concurrent purchases under one key once', async (limit) => {
  await withCoins(100)
  await api.call(fiona, wallet.update, { spending_limit: limit })
  const { mediaId } = await makePaidPost(api, alice, 5)
  const buyOnce = () =>
    unlock(api.db, api.ctx, fiona.id, { id: mediaId, expected_price: 5 }, idempotency('twins', 'same'))
  await countSucceeded(Array.from({ length: 50 }, buyOnce))
  expect(await coins()).toBe(95)
  expect((await keysOf(fiona.id)).map((it) => it.answer?.meta)).toEqual([{ price_paid: 5, charged: 5, coins: 95 }])
})

test.each([null, 500])(
  'with a limit of %s: charges one of several concurrent purchases of different media under one key',
  async (limit) => {
    await withCoins(100)
    await api.call(fiona, wallet.update, { spending_limit: limit })
    const posts = await Promise.all(Array.from({ length: 12 }, () => makePaidPost(api, alice, 5)))
    const calls = posts.map(({ mediaId }) =>
      unlock(api.db, api.ctx, fiona.id, { id: mediaId, expected_price: 5 }, idempotency('one', mediaId)),
    )
    expect(await countSucceeded(calls)).toBe(1)
    expect([await coins(), (await keysOf(fiona.id)).length]).toEqual([95, 1])
  },
)

test('charges concurrent fans although one key is taken and one fan lacks coins', async () => {
  const { mediaId } = await makePaidPost(api, alice, 5)
  const fans = await Promise.all(Array.from({ length: 8 }, () => api.makeUser()))
  for (const [at, fan] of fans.entries()) await giveCoins(api, fan, at === 3 ? 1 : 20)
  const [odd] = fans as [Actor]
  await api.call(odd, chat.tip, { id: alice.id, amount: 5 }, { 'idempotency-key': 'mine' })
  const answers = await Promise.all(
    fans.map((fan) => api.call(fan, media.unlock, { id: mediaId, expected_price: 5 }, { 'idempotency-key': 'mine' })),
  )
  expect(answers.map((it) => it.status)).toEqual([409, 200, 200, 402, 200, 200, 200, 200])
})

const readKeys = statement(
  'test_read_keys',
  { user: uuid },
  { key: text, answer: orNull(jsonb<{ meta: object }>()) },
  ({ user }) => `select key, answer from idempotency_keys where user_id = ${user} order by key`,
)
