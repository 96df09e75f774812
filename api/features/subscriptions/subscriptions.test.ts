import { beforeAll, describe, expect, test } from 'vitest'
import { pricePoints } from '../../../contract/prices.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, setPriceCents } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'

const api = testApi({ money: true })
let fiona: Actor
beforeAll(async () => {
  fiona = await api.makeUser()
  await giveCoins(api, fiona, 500)
})

const subscribe = (fan: Actor, creator: Actor, expected_price = 9.99) =>
  api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price })
const unsubscribe = (fan: Actor, creator: Actor) => api.call(fan, subscriptions.unsubscribe, { id: creator.id })
const coins = async (fan: Actor) => (await api.call(fan, wallet.get, {})).data.coins
const priceOf = (creator: Actor, cents: number) => api.db.run(setPriceCents, { id: creator.id, cents })

describe('subscribing', () => {
  test('charges the month, follows too, and answers the remaining coins', async () => {
    const alice = await makeCreator(api, 9.99)
    const before = await coins(fiona)
    const { data } = await subscribe(fiona, alice, 9.99)
    expect(data).toMatchObject({ is_subscribed: true, price: 9.99, coins: Math.round((before - 9.99) * 100) / 100 })
    const seen = (await api.call(fiona, users.get, { username: alice.username })).data
    expect(seen).toMatchObject({ is_subscribed: true, is_followed: true, counts: { followers: 1 } })
  })

  test('refuses a changed price with the new one', async () => {
    const alice = await makeCreator(api, 12.99)
    expect((await subscribe(fiona, alice, 9.99)).refusal).toMatchObject({ error: 'price_changed', price: 12.99 })
    expect((await subscribe(fiona, alice, 0)).refusal).toMatchObject({ error: 'price_changed', price: 12.99 })
  })

  test('answers the shortfall without enough coins, and changes nothing', async () => {
    const alice = await makeCreator(api, 9.99)
    const frank = await api.makeUser()
    await giveCoins(api, frank, 5)
    expect((await subscribe(frank, alice)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 4.99 })
    const seen = (await api.call(frank, users.get, { username: alice.username })).data
    expect(seen).toMatchObject({ is_subscribed: false, is_followed: false })
    expect((await api.call(frank, subscriptions.list, {})).data.data).toEqual([])
  })

  test('charges nothing for cancelling and resuming within the paid period, repeatedly', async () => {
    const alice = await makeCreator(api, 9.99)
    const first = (await subscribe(fiona, alice)).data
    const left = await coins(fiona)
    for (let round = 0; round < 3; round++) {
      const stopped = (await unsubscribe(fiona, alice)).data
      expect(stopped).toEqual({ is_subscribed: true, active_until: first.active_until })
      expect((await unsubscribe(fiona, alice)).data).toEqual(stopped)
      expect((await subscribe(fiona, alice)).data).toEqual({ ...first, coins: left })
    }
  })

  test('ends a free subscription at once, keeps the follow, and does not preserve a free price', async () => {
    const bob = await makeCreator(api, 0)
    const left = await coins(fiona)
    expect((await subscribe(fiona, bob, 0)).data).toEqual({
      is_subscribed: true,
      active_until: null,
      price: 0,
      coins: left,
    })
    await priceOf(bob, 999)
    expect((await subscribe(fiona, bob)).data).toMatchObject({ price: 0, coins: left })
    expect((await unsubscribe(fiona, bob)).data).toEqual({ is_subscribed: false, active_until: null })
    expect((await api.call(fiona, users.get, { username: bob.username })).data).toMatchObject({
      is_subscribed: false,
      is_followed: true,
    })
    expect((await subscribe(fiona, bob, 0)).refusal).toMatchObject({ error: 'price_changed', price: 9.99 })
    expect((await subscribe(fiona, bob, 9.99)).data.price).toBe(9.99)
  })

  test('keeps the old price while it runs, and gives a lower one on resuming', async () => {
    const alice = await makeCreator(api, 9.99)
    await subscribe(fiona, alice)
    await priceOf(alice, 1999)
    expect((await subscribe(fiona, alice, 19.99)).data.price).toBe(9.99)
    await priceOf(alice, 399)
    await unsubscribe(fiona, alice)
    expect((await subscribe(fiona, alice, 3.99)).data.price).toBe(3.99)
  })

  test('starts a new period at the present price after the end', async () => {
    const alice = await makeCreator(api, 9.99)
    await subscribe(fiona, alice)
    await unsubscribe(fiona, alice)
    await priceOf(alice, 1999)
    api.turnClock(32 * 86_400_000)
    expect((await api.call(fiona, users.get, { username: alice.username })).data.is_subscribed).toBe(false)
    expect((await subscribe(fiona, alice, 9.99)).refusal).toMatchObject({ error: 'price_changed', price: 19.99 })
    expect((await subscribe(fiona, alice, 19.99)).data.price).toBe(19.99)
    api.turnClock(-32 * 86_400_000)
  })

  test('refuses oneself, a fan, an unknown user, and across a block', async () => {
    const alice = await makeCreator(api)
    const frank = await api.makeUser()
    expect((await subscribe(alice, alice)).refusal.error).toBe('own_thing')
    expect((await subscribe(fiona, frank)).refusal.error).toBe('not_creator')
    expect((await api.call(fiona, subscriptions.subscribe, { id: newId(), expected_price: 9.99 })).refusal.error).toBe(
      'not_found',
    )
    await api.call(alice, users.block, { id: frank.id })
    expect((await subscribe(frank, alice)).refusal.error).toBe('not_found')
    expect((await unsubscribe(frank, alice)).status).toBe(200)
  })
})

describe('the price', () => {
  const set = (creator: Actor, body: string) =>
    api.fetch(creator, '/api/creator/subscription-price', {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/json' },
    })

  test.each(pricePoints)('accepts %d as a price', async (price) => {
    const alice = await makeCreator(api, price === 4.99 ? 5.99 : 4.99)
    expect((await api.call(alice, subscriptions.setPrice, { price })).data).toEqual({ price })
    expect((await api.call(fiona, users.get, { username: alice.username })).data.subscription_price).toBe(price)
  })

  test.each([
    '-0',
    '3.990000000000001',
    '"3.99"',
    '1e400',
    '-1e400',
    'NaN',
    'null',
    '[3.99]',
    '500',
    '{}',
    '4',
    '3.98',
    '-3.99',
    '399',
    'true',
    '0.0000001',
    '""',
  ])('refuses %s as a price', async (price) => {
    const alice = await makeCreator(api)
    const response = await set(alice, `{"price":${price}}`)
    expect([400, 422]).toContain(response.status)
    expect((await api.call(fiona, users.get, { username: alice.username })).data.subscription_price).toBe(9.99)
  })

  test('refuses 500 and -0 as prices, not as input', async () => {
    const alice = await makeCreator(api)
    for (const price of ['500', '-0', '3.990000000000001', '1e400'])
      expect((await set(alice, `{"price":${price}}`)).status).toBe(422)
  })

  test('allows three changes a day, also for concurrent calls', async () => {
    const alice = await makeCreator(api)
    const answers = await Promise.all(
      [3.99, 4.99, 5.99, 6.99, 7.99, 19.99].map((price) => api.call(alice, subscriptions.setPrice, { price })),
    )
    expect(answers.filter((it) => it.status === 200)).toHaveLength(3)
    const refused = answers.find((it) => it.status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000)
    api.turnClock(25 * 3_600_000)
    expect((await api.call(alice, subscriptions.setPrice, { price: 49.99 })).status).toBe(200)
    api.turnClock(-25 * 3_600_000)
  })

  test('refuses a price of a user who is not a creator', async () => {
    expect((await api.call(fiona, subscriptions.setPrice, { price: 3.99 })).refusal.error).toBe('not_creator')
  })
})
