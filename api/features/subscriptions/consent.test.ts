import { afterEach, beforeEach, expect, test } from 'vitest'
import { gifts } from '../../../contract/gifts.ts'
import { notifications } from '../../../contract/notifications.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, insertFreeSubscribers, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { int, statement, uuid } from '../../platform/db/statement.ts'
import { requestConsent } from './consent.ts'
import { renewDue } from './renew.ts'

/**
 * From free to paid needs the fan's consent (product §5): they have a month to agree, and without consent nothing is
 * charged.
 */
let api: TestApi
let alice: Actor
let fiona: Actor
beforeEach(async () => {
  api = await openTestApi()
  alice = await makeCreator(api, 0)
  fiona = await api.makeUser()
  await giveCoins(api, fiona, 100)
  await subscribe()
})
afterEach(async () => {
  expect(await ledgerOf(api)).toEqual([])
  await api.close()
})

const dayMs = 86_400_000
const subscribe = (expected_price?: number, actor = fiona) =>
  api.call(actor, subscriptions.subscribe, { id: alice.id, ...(expected_price !== undefined && { expected_price }) })
const price = async (coins: number) => {
  expect((await api.call(alice, subscriptions.setPrice, { price: coins })).status).toBe(200)
  await requestConsent(api.ctx)
}
const pass = async (days: number) => {
  for (let day = 0; day < days; day++) {
    api.turnClock(dayMs)
    await requestConsent(api.ctx)
    await renewDue(api.ctx)
  }
}
const coins = async () => (await api.call(fiona, wallet.get, {})).data.coins
const seen = async () => (await api.call(fiona, users.get, { username: alice.username })).data
const mine = async (actor = fiona) => (await api.call(actor, subscriptions.list, {})).data.data[0]
const consentRequests = async (actor = fiona) => {
  const { data } = (await api.call(actor, notifications.list, {})).data
  return data.filter((it) => it.type === 'price_consent')
}

test('asks a free subscriber once, who keeps a month and is not charged without consent', async () => {
  await price(9.99)
  await requestConsent(api.ctx)
  expect(await consentRequests()).toMatchObject([
    { text: expect.stringContaining('9.99 coins'), object: { url: '/subscriptions' }, actor: { id: alice.id } },
  ])
  expect(await mine()).toMatchObject({ status: 'cancelled', price: 0, consent_price: 9.99, renews: false })
  expect(await seen()).toMatchObject({ is_subscribed: true, subscription: { consent_price: 9.99 } })
  const { data: people } = (await api.call(alice, subscriptions.subscribers, {})).data
  expect(people).toMatchObject([{ user: { id: fiona.id }, asked: true }])
  await pass(27)
  expect((await seen()).is_subscribed).toBe(true)
  await pass(5)
  expect(await seen()).toMatchObject({ is_subscribed: false, is_followed: true, subscription: null })
  expect(await mine()).toMatchObject({ status: 'ended', consent_price: null })
  expect([await coins(), (await consentRequests()).length]).toEqual([100, 1])
})

test('charges a fan who agrees from the end of the free month on, at the agreed price', async () => {
  await price(9.99)
  const until = (await mine())?.active_until
  expect((await subscribe(0)).refusal).toMatchObject({ error: 'price_changed', price: 9.99 })
  expect((await subscribe(9.99)).data).toMatchObject({
    is_subscribed: true,
    active_until: until,
    price: 9.99,
    coins: 100,
  })
  expect(await mine()).toMatchObject({
    status: 'active',
    price: 9.99,
    next_price: 9.99,
    consent_price: null,
    renews: true,
  })
  expect((await subscribe(9.99)).data.coins).toBe(100)
  await price(49.99)
  await pass(32)
  expect(await coins()).toBe(90.01)
  const days = (Date.parse((await mine())?.active_until ?? '') - Date.parse(until ?? '')) / dayMs
  expect(days).toBeGreaterThanOrEqual(28)
  await pass(31)
  expect(await coins()).toBe(80.02)
  expect((await consentRequests()).length).toBe(1)
})

test('charges nothing to a fan who agrees and cancels before the first charge', async () => {
  await price(9.99)
  await subscribe(9.99)
  const { data } = await api.call(fiona, subscriptions.unsubscribe, { id: alice.id })
  expect(data.is_subscribed).toBe(true)
  await pass(33)
  expect([await coins(), (await seen()).is_subscribed]).toEqual([100, false])
})

test('ends the subscription of a fan who declines at once', async () => {
  await price(9.99)
  expect((await api.call(fiona, subscriptions.unsubscribe, { id: alice.id })).data.is_subscribed).toBe(false)
  expect(await seen()).toMatchObject({ is_subscribed: false, is_followed: true })
})

test('keeps all subscribers of a creator who is free again within the month, and asks again later', async () => {
  await price(9.99)
  await price(0)
  expect(await mine()).toMatchObject({ consent_price: null })
  await pass(40)
  expect(await mine()).toMatchObject({ status: 'active', price: 0, active_until: null })
  await price(4.99)
  expect([await coins(), (await consentRequests()).length, (await mine())?.consent_price]).toEqual([100, 2, 4.99])
})

test('does not count a subscription resumed while free as consent', async () => {
  await price(9.99)
  await price(0)
  await subscribe(0)
  expect(await mine()).toMatchObject({ status: 'active', price: 0 })
  await price(9.99)
  expect(await mine()).toMatchObject({ status: 'cancelled', consent_price: 9.99 })
  await pass(33)
  expect([await coins(), (await seen()).is_subscribed]).toEqual([100, false])
})

test('does not ask fans who pay, have a gift or are on a trial', async () => {
  await price(9.99)
  const [paying, given, trying] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  await giveCoins(api, paying, 50)
  await subscribe(9.99, paying)
  const gift = (await api.call(paying, gifts.give, { id: alice.id, months: 1, expected_price: 9.99 })).data.gift
  await api.call(given, gifts.accept, { code: gift.code })
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days: 14 })).data
  await api.call(trying, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 0 })
  await price(14.99)
  for (const actor of [paying, given, trying]) {
    expect(await mine(actor)).toMatchObject({ price: 9.99, consent_price: null })
    expect(await consentRequests(actor)).toEqual([])
  }
})

test('asks many fans in chunks, each once, on several nodes', async () => {
  await api.db.run(insertFreeSubscribers, { creator: alice.id, count: 450, now: new Date(api.ctx.now()) })
  expect((await api.call(alice, subscriptions.setPrice, { price: 9.99 })).status).toBe(200)
  await Promise.all([1, 2, 3].map(() => requestConsent(api.ctx)))
  expect(await api.db.run(countAsked, { creator: alice.id })).toEqual([{ all: 451, people: 451, open: 0 }])
})
const countAsked = statement(
  'test_count_asked',
  { creator: uuid },
  { all: int, people: int, open: int },
  ({ creator }) => `
    select count(*)::int as all, count(distinct user_id)::int as people,
      (select count(*)::int from subscriptions where creator_id = ${creator} and status = 'active') as open
    from notifications where type = 'price_consent' and actor_id = ${creator}`,
)
