import { afterEach, beforeEach, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staff as staffContract } from '../../../contract/staff.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { statement, uuid } from '../../platform/db/statement.ts'
import { releaseHolds } from '../payouts/earnings.ts'
import { refundSale } from '../wallet/refunds.ts'
import { walletCents } from '../wallet/sale.ts'
import { renewDue } from './renew.ts'

let api: TestApi
let alice: Actor
let fiona: Actor
beforeEach(async () => {
  api = await openTestApi()
  alice = await makeCreator(api, 9.99)
  fiona = await api.makeUser()
})
afterEach(async () => {
  expect(await ledgerOf(api)).toEqual([])
  await api.close()
})

const dayMs = 86_400_000
const pass = async (days: number) => {
  for (let day = 0; day < days; day++) {
    api.turnClock(dayMs)
    await renewDue(api.ctx)
    await releaseHolds(api.ctx)
  }
}
const coins = async () => (await api.call(fiona, wallet.get, {})).data.coins
const isSubscribed = async () => (await api.call(fiona, users.get, { username: alice.username })).data.is_subscribed
const status = async () => (await api.call(fiona, subscriptions.list, {})).data.data[0]?.status

test('renews a month once on several nodes', async () => {
  await giveCoins(api, fiona, 100)
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  api.turnClock(31 * dayMs)
  await Promise.all([1, 2, 3, 4].map(() => renewDue(api.ctx)))
  expect(await coins()).toBe(80.02)
  expect(await isSubscribed()).toBe(true)
})

test('leaves no gap in access before the job has run', async () => {
  await giveCoins(api, fiona, 100)
  const { active_until } = (await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })).data
  api.turnClock(Date.parse(active_until ?? '') - api.ctx.now() - 60_000)
  await renewDue(api.ctx)
  expect(await coins()).toBe(80.02)
})

test('is past due for three days without the coins, then falls back to following', async () => {
  await giveCoins(api, fiona, 10)
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  await pass(32)
  expect([await status(), await isSubscribed()]).toEqual(['past_due', true])
  await pass(3)
  expect([await status(), await isSubscribed()]).toEqual(['ended', false])
  expect((await api.call(fiona, users.get, { username: alice.username })).data.is_followed).toBe(true)
})

test('charges the due month when coins arrive within the grace', async () => {
  await giveCoins(api, fiona, 10)
  const first = (await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })).data
  await pass(32)
  await giveCoins(api, fiona, 20)
  await renewDue(api.ctx)
  expect(await status()).toBe('active')
  const { data } = (await api.call(fiona, subscriptions.list, {})).data
  expect(Date.parse(data[0]?.active_until ?? '') - Date.parse(first.active_until ?? '')).toBeLessThanOrEqual(31 * dayMs)
  expect(await coins()).toBe(10.02)
})

test('keeps the locked price after a rise, and becomes free when the creator does', async () => {
  await giveCoins(api, fiona, 100)
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  await api.call(alice, subscriptions.setPrice, { price: 49.99 })
  await pass(31)
  expect(await coins()).toBe(80.02)
  await api.call(alice, subscriptions.setPrice, { price: 0 })
  await pass(62)
  expect([await coins(), await isSubscribed()]).toEqual([80.02, true])
})

test('does not renew across a block or beyond the monthly limit', async () => {
  await giveCoins(api, fiona, 100)
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  await api.call(fiona, wallet.update, { spending_limit: 5 })
  await pass(31)
  expect(await status()).toBe('past_due')
  await api.call(fiona, wallet.update, { spending_limit: null })
  await pass(1)
  expect(await status()).toBe('active')
  await api.call(alice, users.block, { id: fiona.id })
  const left = await coins()
  await pass(40)
  expect([await coins(), await status()]).toEqual([left, 'ended'])
})

test('explains every account after a year of renewals, lapses, price changes and refunds', async () => {
  const bob = await makeCreator(api, 4.99)
  const fans = [fiona, ...(await Promise.all([1, 2, 3, 4].map(() => api.makeUser())))]
  for (const [index, fan] of fans.entries()) await giveCoins(api, fan, 30 * (index + 1))
  for (let month = 0; month < 12; month++) {
    for (const [index, fan] of fans.entries()) {
      const creator = (index + month) % 3 === 0 ? bob : alice
      const act = (index * 7 + month * 3) % 5
      if (act < 3) await api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 9.99 })
      else if (act === 3) await api.call(fan, subscriptions.unsubscribe, { id: creator.id })
      else await giveCoins(api, fan, 25)
    }
    await api.call(alice, subscriptions.setPrice, { price: month % 2 === 0 ? 12.99 : 9.99 })
    if (month % 4 === 2) {
      const [sale] = await api.db.run(latestMonth, {})
      if (sale) await api.db.transact((tx) => refundSale(tx, api.ctx, sale.id, { kind: 'refund', reason: 'test' }))
    }
    await pass(30)
    expect(await ledgerOf(api)).toEqual([])
  }
  await pass(10)
  for (const creator of [alice, bob]) {
    const months = new Set<string>()
    for (let at = api.ctx.now() - 400 * dayMs; at <= api.ctx.now(); at += 10 * dayMs)
      months.add(new Date(at).toISOString().slice(0, 7))
    const nets = await Promise.all(
      [...months].map(async (month) => (await api.call(creator, payouts.statement, { month })).data.totals.net),
    )
    const { pending, available } = (await api.call(creator, payouts.earnings, {})).data
    expect(Math.round(nets.reduce((all, net) => all + net, 0) * 100)).toBe(Math.round((pending + available) * 100))
  }
})

test('charges nothing until a trial ends, and grants one to new subscribers once', async () => {
  await giveCoins(api, fiona, 100)
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days: 7, max_uses: 1 })).data
  const first = (await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 0 }))
    .data
  expect(first).toMatchObject({ is_subscribed: true, coins: 100 })
  const taken = api.ctx.now()
  await pass(1)
  const since = [
    (await api.call(fiona, subscriptions.list, {})).data.data[0]?.started_at,
    (await api.call(alice, subscriptions.subscribers, {})).data.data[0]?.started_at,
    (await api.call(alice, chatTools.fan, { userId: fiona.id })).data.subscribed_since,
  ]
  for (const day of since) expect(Date.parse(day ?? '')).toBeLessThanOrEqual(taken)
  await pass(7)
  expect([await coins(), await status()]).toEqual([90.01, 'active'])
  await api.call(fiona, subscriptions.unsubscribe, { id: alice.id })
  await pass(40)
  expect(
    (await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 9.99 })).refusal
      .error,
  ).toBe('gone')
  const frank = await api.makeUser()
  expect(
    (await api.call(frank, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 9.99 })).refusal
      .error,
  ).toBe('gone')
  const more = (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days: 7 })).data
  expect(
    (await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: more.code, expected_price: 9.99 })).refusal
      .error,
  ).toBe('already_done')
})

test('charges the discount for its months, then the full price', async () => {
  await giveCoins(api, fiona, 100)
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'discount', percent: 50, months: 2 })).data
  expect(
    (await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 9.99 })).refusal,
  ).toMatchObject({ price: 5 })
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 5 })
  expect(await coins()).toBe(95)
  await pass(31)
  expect(await coins()).toBe(90)
  await pass(31)
  expect(await coins()).toBe(80.01)
})

test('does not restore an expired discount when a month is paid late', async () => {
  await giveCoins(api, fiona, 5)
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'discount', percent: 50, months: 1 })).data
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 5 })
  const mine = async () => (await api.call(fiona, subscriptions.list, {})).data.data[0]
  expect(await mine()).toMatchObject({ price: 5, next_price: 9.99, renews: true })
  await pass(31)
  await giveCoins(api, fiona, 20)
  expect(await mine()).toMatchObject({ status: 'past_due', next_price: 9.99 })
  const pay = (expected_price: number) => api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price })
  expect((await pay(5)).refusal).toMatchObject({ error: 'price_changed', price: 9.99 })
  expect((await pay(9.99)).data).toMatchObject({ price: 9.99, coins: 10.01 })
  expect(await mine()).toMatchObject({ status: 'active', price: 9.99, next_price: 9.99 })
})

test('counts a discounted month that is paid late as one of the promised ones', async () => {
  await giveCoins(api, fiona, 5)
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'discount', percent: 50, months: 2 })).data
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 5 })
  await pass(31)
  await giveCoins(api, fiona, 20)
  expect((await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 5 })).data.coins).toBe(15)
  await pass(31)
  expect(await coins()).toBe(5.01)
})

test('does not charge an overdue month of a creator who has become free', async () => {
  await giveCoins(api, fiona, 10)
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  await pass(31)
  expect(await status()).toBe('past_due')
  await api.call(alice, subscriptions.setPrice, { price: 0 })
  await giveCoins(api, fiona, 20)
  expect((await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 0 })).data).toMatchObject({
    price: 0,
    coins: 20.01,
    active_until: null,
  })
})

test('charges no more than the present price when resumed after a discount', async () => {
  await giveCoins(api, fiona, 100)
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'discount', percent: 50, months: 1 })).data
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 5 })
  await api.call(fiona, subscriptions.unsubscribe, { id: alice.id })
  await api.call(alice, subscriptions.setPrice, { price: 5.99 })
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 5.99 })
  await pass(31)
  expect(await coins()).toBe(89.01)
})

test('does not charge a suspended fan', async () => {
  await giveCoins(api, fiona, 100)
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  const staff = await api.makeUser({ role: 'staff' })
  await api.call(staff, staffContract.suspend, { id: fiona.id, reason: 'spam' })
  await pass(40)
  expect(await walletCents(api.db, fiona.id)).toBe(9001)
})

test('renews the others when one renewal fails', async () => {
  const fans = [fiona, ...(await Promise.all([1, 2, 3].map(() => api.makeUser())))]
  for (const fan of fans) {
    await giveCoins(api, fan, 100)
    await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  }
  await api.db.run(breakSubscription, { fan: fiona.id })
  api.turnClock(31 * dayMs)
  await expect(renewDue(api.ctx)).rejects.toThrow('1 failed')
  expect(await Promise.all(fans.map((fan) => walletCents(api.db, fan.id)))).toEqual([9001, 8002, 8002, 8002])
})

test('counts as new who subscribed within the week, trials included, and no late renewals', async () => {
  const frank = await api.makeUser()
  for (const fan of [fiona, frank]) await giveCoins(api, fan, 100)
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days: 30 })).data
  await api.call(fiona, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 0 })
  await api.call(frank, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  const count = async (audience: 'new_subscribers' | 'subscribers') =>
    (await api.call(alice, broadcasts.audiences, { audience, exclude: [] })).data.count
  const since = async () =>
    (await api.call(alice, subscriptions.subscribers, {})).data.data.map((it) => [it.user.id, it.started_at])
  const began = await since()
  expect(await count('new_subscribers')).toBe(2)
  await pass(8)
  expect([await count('new_subscribers'), await count('subscribers')]).toEqual([0, 2])
  api.turnClock(30 * dayMs)
  await renewDue(api.ctx)
  expect([await count('new_subscribers'), await count('subscribers')]).toEqual([0, 2])
  expect(await since()).toEqual(began)
})

const latestMonth = statement(
  'test_latest_month',
  {},
  { id: uuid },
  () => `
    select e.id from ledger_entries e where e.kind in ('subscription', 'renewal')
      and not exists (select 1 from ledger_entries r where r.reverses = e.id) order by e.created_at desc limit 1`,
)
/** A time that the database can store and JavaScript cannot. */
const breakSubscription = statement(
  'test_break_subscription',
  { fan: uuid },
  {},
  ({ fan }) => `update subscriptions set started_at = '290000-01-01' where fan_id = ${fan}`,
)
