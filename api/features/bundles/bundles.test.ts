import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundles } from '../../../contract/bundles.ts'
import { notifications } from '../../../contract/notifications.ts'
import { payouts } from '../../../contract/payouts.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { buyBundle, offerBundles, seenBundle } from '../../../tests/support/bundles.ts'
import { giveCoins, ledgerOf, makeCreator, setPriceCents } from '../../../tests/support/money.ts'
import { block } from '../../../tests/support/relations.ts'
import { newId } from '../../platform/db/ids.ts'
import { renewDue } from '../subscriptions/renew.ts'

let api: TestApi
let alice: Actor
let fan: Actor
beforeEach(async () => {
  api = await openTestApi()
  alice = await makeCreator(api, 9.99)
  fan = await api.makeUser()
  await giveCoins(api, fan, 200)
})
afterEach(async () => {
  expect(await ledgerOf(api)).toEqual([])
  await api.close()
})

const dayMs = 86_400_000
const coins = async (who: Actor = fan) => (await api.call(who, wallet.get, {})).data.coins
const mine = async (who: Actor = fan) => (await api.call(who, subscriptions.list, {})).data.data[0]
const profile = async (who: Actor | null = fan) => (await api.call(who, users.get, { username: alice.username })).data
const types = async (who: Actor) => (await api.call(who, notifications.list, {})).data.data.map((it) => it.type)
const buy = (months: 3 | 6 | 12 = 3) => buyBundle(api, fan, alice, months)
const ask = (cents: number) => api.db.run(setPriceCents, { id: alice.id, cents })
const limit = (spending_limit: number | null) => api.call(fan, wallet.update, { spending_limit })
const subscribe = () => api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
/** To a moment before an end, in which the renewal job finds it due. */
const turnTo = (time: string | null | undefined) => api.turnClock(Date.parse(time ?? '') - api.ctx.now())

describe('a creator', () => {
  it('sets what several months cost, everyone sees it on the profile, and can end it', async () => {
    const set = await offerBundles(api, alice)
    const sold = [
      { months: 3, percent: 10, price: 26.97 },
      { months: 12, percent: 25, price: 89.91 },
    ]
    expect(set.data.data).toEqual(sold)
    expect((await profile(null)).bundles).toEqual(sold)
    expect((await profile()).bundles).toEqual(sold)
    const changed = await api.call(alice, bundles.set, { bundles: [{ months: 12, percent: 50 }] })
    expect(changed.data.data).toEqual([{ months: 12, percent: 50, price: 59.94 }])
    expect((await api.call(alice, bundles.set, { bundles: [] })).data.data).toEqual([])
    expect((await profile()).bundles).toEqual([])
  })

  it('offers each number of months once, out of those of the contract', async () => {
    const set = async (wanted: unknown) => (await api.call(alice, bundles.set, { bundles: wanted } as never)).status
    const three = { months: 3, percent: 10 }
    expect(await set([three, { ...three, percent: 20 }])).toBe(400)
    for (const odd of [{ months: 2 }, { months: 24 }, { percent: 0 }, { percent: 100 }, { percent: 11 }])
      expect(await set([{ ...three, ...odd }])).toBe(400)
  })

  it('sells no months of a free subscription, and those of before come back with a price', async () => {
    await offerBundles(api, alice)
    await ask(0)
    expect((await profile()).bundles).toEqual([])
    expect((await offerBundles(api, alice)).refusal.error).toBe('invalid_price')
    const terms = { id: alice.id, months: 3, renewal_price: 0, from: null } as const
    expect((await api.call(fan, bundles.buy, terms)).refusal.error).toBe('gone')
    await ask(499)
    expect((await profile()).bundles[0]).toEqual({ months: 3, percent: 10, price: 13.47 })
  })
})

describe('a fan without a subscription', () => {
  beforeEach(async () => void (await offerBundles(api, alice)))

  it('pays once and is let in for all months; the creator earns as by every sale', async () => {
    expect((await api.call(fan, bundles.get, { id: alice.id })).data).toMatchObject({ from: null, renewal_price: 9.99 })
    const bought = await buy()
    expect(bought.data).toMatchObject({ is_subscribed: true, coins: 173.03 })
    expect(Date.parse(bought.data.active_until) - api.ctx.now()).toBeGreaterThan(88 * dayMs)
    expect(await mine()).toMatchObject({
      ...{ status: 'active', price: 8.99, next_price: 9.99, renews: true },
      ...{ active_until: bought.data.active_until, bundle_until: bought.data.active_until },
    })
    expect(await profile()).toMatchObject({ is_subscribed: true, is_followed: true })
    expect((await api.call(alice, payouts.earnings, {})).data.pending).toBe(21.58)
    expect(await types(alice)).toEqual(expect.arrayContaining(['new_subscriber', 'bundle_sold']))
    const [last] = (await api.call(fan, wallet.transactions, { limit: 1 })).data.data
    expect(last).toMatchObject({ kind: 'subscription', amount: -26.97, reason: 'bundle_3' })
  })

  it('is renewed for a month at the price that was shown, whatever the creator asks by then', async () => {
    const { active_until } = (await buy()).data
    await ask(1_999)
    turnTo(active_until)
    await Promise.all([1, 2, 3].map(() => renewDue(api.ctx)))
    expect(await coins()).toBe(163.04)
    expect(await mine()).toMatchObject({ status: 'active', price: 9.99, next_price: 9.99, bundle_until: null })
  })

  it('pays nothing more after cancelling, and keeps all months', async () => {
    const { active_until } = (await buy(12)).data
    await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
    expect(await mine()).toMatchObject({ status: 'cancelled', active_until, renews: false })
    turnTo(active_until)
    await renewDue(api.ctx)
    expect([(await profile()).is_subscribed, await coins()]).toEqual([false, 110.09])
  })

  it('is charged at no price, discount, renewal or beginning other than the one that was shown', async () => {
    const seen = await seenBundle(api, fan, alice, 3)
    const refused = async (changes: object) => (await api.call(fan, bundles.buy, { ...seen, ...changes })).refusal
    expect(await refused({ expected_price: undefined })).toMatchObject({ error: 'price_changed', price: 26.97 })
    expect((await refused({ renewal_price: null })).error).toBe('terms_changed')
    expect((await refused({ renewal_price: 8.99 })).error).toBe('terms_changed')
    expect((await refused({ from: new Date(api.ctx.now()).toISOString() })).error).toBe('terms_changed')
    expect((await refused({ months: 6 })).error).toBe('gone')
    // The same sum by a higher price and discount: a month would cost more afterwards.
    await ask(1_798)
    await api.call(alice, bundles.set, { bundles: [{ months: 3, percent: 50 }] })
    expect((await refused({})).error).toBe('terms_changed')
    await ask(1_999)
    expect(await refused({})).toMatchObject({ error: 'price_changed', price: 29.99 })
    expect([await coins(), await mine()]).toEqual([200, undefined])
  })

  it('is refused without the coins and beyond the own limit, and nothing moves', async () => {
    const poor = await api.makeUser()
    await giveCoins(api, poor, 20)
    expect((await buyBundle(api, poor, alice)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 6.97 })
    await limit(26)
    expect((await buy()).refusal.error).toBe('spending_limit')
    expect([await coins(), await coins(poor), (await profile()).is_subscribed]).toEqual([200, 20, false])
    await limit(27)
    expect((await buy()).status).toBe(200)
  })

  it('pays once for two taps, with one key or with two', async () => {
    const seen = await seenBundle(api, fan, alice, 3)
    const key = { 'idempotency-key': newId() }
    const same = await Promise.all([1, 2].map(() => api.call(fan, bundles.buy, seen, key)))
    expect(same[0]?.data).toEqual(same[1]?.data)
    expect(await coins()).toBe(173.03)
    const again = await api.call(fan, bundles.buy, seen, { 'idempotency-key': newId() })
    expect([again.refusal.error, await coins()]).toEqual(['terms_changed', 173.03])
    const other = await api.makeUser()
    await giveCoins(api, other, 100)
    const terms = await seenBundle(api, other, alice, 3)
    const both = await Promise.all([1, 2].map(() => api.call(other, bundles.buy, terms)))
    expect(both.map((it) => it.status).toSorted()).toEqual([200, 409])
    expect(await coins(other)).toBe(73.03)
  })

  it('buys or subscribes for a month, when both are tapped at once, and is charged for what was shown', async () => {
    const seen = await seenBundle(api, fan, alice, 3)
    const [bundle, month] = await Promise.all([api.call(fan, bundles.buy, seen), subscribe()])
    // A month asked for inside the bundle costs nothing; a bundle after the month has other terms.
    expect(bundle.status === 200 ? [month.status, await coins()] : [bundle.refusal.error, await coins()]).toEqual(
      bundle.status === 200 ? [200, 173.03] : ['terms_changed', 190.01],
    )
  })

  it('finds nothing behind a block, of a fan, or of their own', async () => {
    await block(api, alice, fan)
    const terms = { id: alice.id, months: 3, expected_price: 26.97, renewal_price: 9.99, from: null } as const
    for (const call of [bundles.get, bundles.buy] as const)
      expect((await api.call(fan, call as typeof bundles.buy, terms)).refusal.error).toBe('not_found')
    const stranger = await api.makeUser()
    expect((await api.call(stranger, bundles.get, { id: fan.id })).refusal.error).toBe('not_creator')
    expect((await api.call(alice, bundles.buy, terms)).refusal.error).toBe('own_thing')
  })
})

describe('a fan who subscribes', () => {
  beforeEach(async () => void (await offerBundles(api, alice)))

  it('is sold nothing that costs more than the own, older price of as many months', async () => {
    await subscribe()
    await ask(1_999)
    expect((await api.call(fan, bundles.get, { id: alice.id })).data).toMatchObject({ renewal_price: 9.99, data: [] })
    const { active_until = null } = (await mine()) ?? {}
    const dearer = { id: alice.id, months: 3, expected_price: 53.97, renewal_price: 9.99, from: active_until } as const
    expect((await api.call(fan, bundles.buy, dearer)).refusal.error).toBe('gone')
    expect(await coins()).toBe(190.01)
    await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
    expect((await api.call(fan, bundles.get, { id: alice.id })).data.data).toHaveLength(2)
  })

  it('extends what runs: it renews that much later, at its own price', async () => {
    const { active_until } = (await subscribe()).data
    await ask(1_099)
    const terms = (await api.call(fan, bundles.get, { id: alice.id })).data
    expect(terms).toMatchObject({ from: active_until, renewal_price: 9.99 })
    const bought = await buy()
    expect(bought.data.coins).toBe(160.34)
    expect(await mine()).toMatchObject({ status: 'active', price: 9.99, active_until: bought.data.active_until })
    expect(Date.parse(bought.data.active_until) - Date.parse(active_until ?? '')).toBeGreaterThan(88 * dayMs)
    expect((await types(alice)).filter((it) => it === 'new_subscriber')).toHaveLength(1)
    turnTo(bought.data.active_until)
    await renewDue(api.ctx)
    expect(await coins()).toBe(150.35)
  })

  it('extends what is cancelled without renewing it', async () => {
    const { active_until } = (await subscribe()).data
    await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
    expect((await api.call(fan, bundles.get, { id: alice.id })).data).toMatchObject({
      from: active_until,
      renewal_price: null,
    })
    await buy()
    expect(await mine()).toMatchObject({ status: 'cancelled', renews: false, next_price: null })
  })

  it('pays a month that is owed with it', async () => {
    await limit(30)
    const { active_until } = (await subscribe()).data
    await limit(1)
    turnTo(active_until)
    api.turnClock(dayMs)
    await renewDue(api.ctx)
    expect(await mine()).toMatchObject({ status: 'past_due' })
    await limit(null)
    expect((await api.call(fan, bundles.get, { id: alice.id })).data.from).toBe(active_until)
    await buy()
    expect(await mine()).toMatchObject({ status: 'active', renews: true })
    await renewDue(api.ctx)
    expect(await coins()).toBe(163.04)
  })

  it('pays from the end of a trial on, and the trial costs nothing more', async () => {
    const { code } = (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days: 7 })).data
    const trial = await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 0, offer: code })
    const bought = await buy()
    expect(bought.data.coins).toBe(173.03)
    turnTo(trial.data.active_until)
    await renewDue(api.ctx)
    expect([await coins(), (await mine())?.active_until]).toEqual([173.03, bought.data.active_until])
  })
})
