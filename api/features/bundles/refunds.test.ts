import { afterEach, beforeEach, expect, test } from 'vitest'
import { gifts } from '../../../contract/gifts.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { buyBundle, offerBundles } from '../../../tests/support/bundles.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { renewDue } from '../subscriptions/renew.ts'
import { reverseSale } from '../wallet/refunds.ts'

let api: TestApi
let alice: Actor
let fan: Actor
let staff: Actor
beforeEach(async () => {
  api = await openTestApi()
  alice = await makeCreator(api, 9.99)
  fan = await api.makeUser()
  staff = await api.makeUser({ role: 'staff' })
  await giveCoins(api, fan, 200)
  await offerBundles(api, alice)
})
afterEach(async () => {
  expect(await ledgerOf(api)).toEqual([])
  await api.close()
})

const dayMs = 86_400_000
const coins = async () => (await api.call(fan, wallet.get, {})).data.coins
const mine = async () => (await api.call(fan, subscriptions.list, {})).data.data[0]
const isSubscribed = async () => (await api.call(fan, users.get, { username: alice.username })).data.is_subscribed
const daysLeft = async () => Math.round((Date.parse((await mine())?.active_until ?? '') - api.ctx.now()) / dayMs)
const pending = async () => (await api.call(alice, payouts.earnings, {})).data.pending
const subscribe = () => api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
const lastEntry = async () => (await api.call(fan, wallet.transactions, { limit: 1 })).data.data[0]?.id ?? ''
const refund = async (entry_id: string) =>
  expect((await api.call(staff, staffMoney.refund, { entry_id, reason: 'asked for' })).status).toBe(200)
/** Three months of another fan's gift. */
async function acceptGift() {
  const giver = await api.makeUser()
  await giveCoins(api, giver, 100)
  const { gift } = (await api.call(giver, gifts.give, { id: alice.id, months: 3, expected_price: 9.99 })).data
  await api.call(fan, gifts.accept, { code: gift.code })
  return (await api.call(giver, wallet.transactions, { limit: 1 })).data.data[0]?.id ?? ''
}

test('a refund returns all of it, ends access and renews nothing', async () => {
  await buyBundle(api, fan, alice)
  api.turnClock(40 * dayMs)
  await refund(await lastEntry())
  expect([await coins(), await isSubscribed(), (await mine())?.status]).toEqual([200, false, 'ended'])
  await renewDue(api.ctx)
  expect([await coins(), await pending()]).toEqual([200, 0])
})

test('a refund of a bundle leaves the month before it, and it renews nothing', async () => {
  await subscribe()
  await buyBundle(api, fan, alice)
  await refund(await lastEntry())
  expect(await mine()).toMatchObject({ status: 'cancelled', renews: false, bundle_until: null })
  expect(await daysLeft()).toBeLessThan(32)
  expect([await isSubscribed(), await coins()]).toEqual([true, 190.01])
})

test('a refund of the month before it leaves the bundle, which begins at once', async () => {
  await subscribe()
  const month = await lastEntry()
  await buyBundle(api, fan, alice)
  const bundle = await lastEntry()
  await refund(month)
  expect([await isSubscribed(), (await mine())?.renews]).toEqual([true, false])
  expect(await daysLeft()).toBeGreaterThan(88)
  expect(await daysLeft()).toBeLessThan(93)
  expect((await mine())?.bundle_until).toBe((await mine())?.active_until)
  await refund(bundle)
  expect([await isSubscribed(), await coins()]).toEqual([false, 200])
})

test('a refund of an earlier month does not touch a bundle that runs', async () => {
  await subscribe()
  const month = await lastEntry()
  await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
  api.turnClock(40 * dayMs)
  await renewDue(api.ctx)
  await buyBundle(api, fan, alice)
  const before = await mine()
  await refund(month)
  expect(await mine()).toEqual(before)
})

test('gifted months beside a refunded bundle stay, in either order', async () => {
  const gift = await acceptGift()
  await buyBundle(api, fan, alice, 12)
  const bundle = await lastEntry()
  expect(await daysLeft()).toBeGreaterThan(450)
  await refund(gift)
  expect(await daysLeft()).toBeGreaterThan(363)
  expect(await daysLeft()).toBeLessThan(369)
  // The bundle has begun instead of the gift, so three months of it are over by then.
  api.turnClock(92 * dayMs)
  await refund(bundle)
  expect([await isSubscribed(), await coins()]).toEqual([false, 200])
})

test('a bundle before gifted months is refunded without them', async () => {
  await buyBundle(api, fan, alice, 12)
  const bundle = await lastEntry()
  await acceptGift()
  await refund(bundle)
  expect(await isSubscribed()).toBe(true)
  expect(await daysLeft()).toBeGreaterThan(88)
  expect(await daysLeft()).toBeLessThan(94)
})

test('a payment that is taken back undoes the bundle, then the month', async () => {
  await subscribe()
  await buyBundle(api, fan, alice, 12)
  const claim = { kind: 'refund' as const, reason: 'refund', object: { kind: 'user', id: fan.id } }
  const takeBack = (cents: number) =>
    api.db.transact((tx) => reverseSale(tx, api.ctx, { ...claim, userId: fan.id, cents }))
  await takeBack(10_100)
  expect([await isSubscribed(), (await daysLeft()) < 32]).toEqual([true, true])
  await takeBack(9_000)
  expect([await isSubscribed(), await pending()]).toEqual([false, 0])
})

test('a block leaves what is paid and renews nothing, as for a month', async () => {
  await buyBundle(api, fan, alice)
  await api.call(alice, users.block, { id: fan.id })
  expect(await mine()).toMatchObject({ status: 'cancelled', renews: false })
  api.turnClock(100 * dayMs)
  await renewDue(api.ctx)
  expect(await coins()).toBe(173.03)
})
