import { afterEach, beforeEach, expect, test } from 'vitest'
import { gifts } from '../../../contract/gifts.ts'
import { notifications } from '../../../contract/notifications.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator, setPriceCents } from '../../../tests/support/money.ts'
import { renewDue } from '../subscriptions/renew.ts'
import { returnExpiredGifts } from './gifts.ts'

let api: TestApi
let alice: Actor
let giver: Actor
let fan: Actor
beforeEach(async () => {
  api = await openTestApi()
  alice = await makeCreator(api, 9.99)
  giver = await api.makeUser()
  fan = await api.makeUser()
  await giveCoins(api, giver, 200)
})
afterEach(async () => {
  expect(await ledgerOf(api)).toEqual([])
  await api.close()
})

const dayMs = 86_400_000
const give = (months: 1 | 3 | 6 | 12 = 3, more: { anonymous?: boolean; message?: string } = {}) =>
  api.call(giver, gifts.give, { id: alice.id, months, expected_price: 9.99, ...more })
const accept = (who: Actor, code: string) => api.call(who, gifts.accept, { code })
const look = (who: Actor | null, code: string) => api.call(who, gifts.get, { code })
const coins = async (who: Actor) => (await api.call(who, wallet.get, {})).data.coins
const pending = async () => (await api.call(alice, payouts.earnings, {})).data.pending
const mine = async (who: Actor) => (await api.call(who, subscriptions.list, {})).data.data[0]
const daysLeft = async (who: Actor) =>
  Math.round((Date.parse((await mine(who))?.active_until ?? '') - api.ctx.now()) / dayMs)
const notificationTypes = async (who: Actor) =>
  (await api.call(who, notifications.list, {})).data.data.map((it) => it.type)
const staff = () => api.makeUser({ role: 'staff' })
const lastOf = async (who: Actor) => (await api.call(who, wallet.transactions, { limit: 1 })).data.data[0]

test('holds a gift in escrow, and pays the creator and starts the months when a fan accepts it', async () => {
  const { gift, coins: left } = (await give(3, { message: 'Happy birthday' })).data
  expect([left, gift.price, gift.state]).toEqual([170.03, 29.97, 'open'])
  expect(gift.link).toContain(`/gift/${gift.code}`)
  expect(await pending()).toBe(0)
  expect((await look(null, gift.code)).data).toMatchObject({
    months: 3,
    message: 'Happy birthday',
    giver: { username: giver.username },
    creator: { id: alice.id },
    accepting: { allowed: true },
  })
  const first = await accept(fan, gift.code)
  expect(first.data.is_subscribed).toBe(true)
  expect(await daysLeft(fan)).toBeGreaterThan(88)
  expect(await mine(fan)).toMatchObject({ status: 'cancelled', renews: false, price: 9.99 })
  expect((await accept(fan, gift.code)).data).toEqual(first.data)
  expect(await pending()).toBe(23.98)
  expect((await api.call(fan, users.get, { username: alice.username })).data).toMatchObject({
    is_subscribed: true,
    is_followed: true,
  })
  const [given] = (await api.call(giver, gifts.list, {})).data.data
  expect(given).toMatchObject({ state: 'accepted', accepted_by: { id: fan.id } })
  expect(await notificationTypes(giver)).toContain('gift_accepted')
  expect(await notificationTypes(alice)).toEqual(expect.arrayContaining(['new_subscriber', 'gift_sold']))
  expect((await look(fan, gift.code)).data).toMatchObject({ is_mine: true, accepting: { reason: 'taken' } })
})

test('hides an anonymous giver', async () => {
  const { gift } = (await give(1, { anonymous: true })).data
  expect((await look(fan, gift.code)).data.giver).toBeNull()
  expect((await api.call(fan, gifts.list, {})).data.data).toEqual([])
})

test('gives a gift to one of twenty fans who accept at once', async () => {
  const { gift } = (await give(1)).data
  const fans = await Promise.all(Array.from({ length: 20 }, () => api.makeUser()))
  const answers = await Promise.all(fans.map((who) => accept(who, gift.code)))
  expect(answers.filter((it) => it.status === 200)).toHaveLength(1)
  expect(answers.filter((it) => it.refusal.error === 'already_done')).toHaveLength(19)
  expect(await pending()).toBe(7.99)
})

test('either accepts or takes back a gift under concurrent calls', async () => {
  const { gift } = (await give(1)).data
  const [taken, back] = await Promise.all([accept(fan, gift.code), api.call(giver, gifts.takeBack, { id: gift.id })])
  expect([taken.status, back.status]).toContain(200)
  expect([taken.status, back.status].filter((it) => it === 200)).toHaveLength(1)
  expect(await coins(giver)).toBe(back.status === 200 ? 200 : 190.01)
})

test('returns the coins once when a gift is taken back, and closes its link', async () => {
  const { gift } = (await give(6)).data
  expect((await api.call(fan, gifts.takeBack, { id: gift.id })).refusal.error).toBe('not_found')
  const back = (await api.call(giver, gifts.takeBack, { id: gift.id })).data
  expect([back.coins, back.gift.state, back.gift.returned]).toEqual([200, 'returned', 'taken_back'])
  expect((await api.call(giver, gifts.takeBack, { id: gift.id })).data.coins).toBe(200)
  expect((await accept(fan, gift.code)).refusal.error).toBe('gone')
  expect((await look(fan, gift.code)).data.accepting.reason).toBe('over')
})

test('returns the coins once when a gift is not accepted within thirty days', async () => {
  const { gift } = (await give(1)).data
  api.turnClock(30 * dayMs + 1000)
  expect((await accept(fan, gift.code)).refusal.error).toBe('gone')
  expect((await Promise.all([1, 2, 3].map(() => returnExpiredGifts(api.ctx)))).reduce((a, b) => a + b)).toBe(1)
  expect(await coins(giver)).toBe(200)
  expect(await notificationTypes(giver)).toContain('gift_returned')
})

test('rejects giver and creator, a block, an unknown code, a free creator, an old price, too few coins and a limit', async () => {
  const { gift } = (await give(1)).data
  expect((await accept(giver, gift.code)).refusal.error).toBe('own_thing')
  expect((await accept(alice, gift.code)).refusal.error).toBe('own_thing')
  expect((await accept(fan, 'UNKNOWN')).refusal.error).toBe('not_found')
  await api.call(alice, users.block, { id: fan.id })
  expect((await accept(fan, gift.code)).refusal.error).toBe('not_found')
  expect((await look(fan, gift.code)).refusal.error).toBe('not_found')
  const blocked = await api.makeUser()
  await api.call(giver, users.block, { id: blocked.id })
  expect((await accept(blocked, gift.code)).refusal.error).toBe('not_found')
  expect((await api.call(giver, gifts.give, { id: giver.id, months: 1, expected_price: 9.99 })).refusal.error).toBe(
    'own_thing',
  )
  expect((await api.call(giver, gifts.give, { id: fan.id, months: 1, expected_price: 9.99 })).refusal.error).toBe(
    'not_creator',
  )
  expect((await api.call(giver, gifts.give, { id: alice.id, months: 1, expected_price: 4.99 })).refusal).toMatchObject({
    error: 'price_changed',
    price: 9.99,
  })
  const free = await makeCreator(api, 0)
  expect((await api.call(giver, gifts.give, { id: free.id, months: 1, expected_price: 9.99 })).refusal.error).toBe(
    'invalid_price',
  )
  expect((await api.call(fan, gifts.give, { id: alice.id, months: 1, expected_price: 9.99 })).refusal.error).toBe(
    'not_found',
  )
  expect(
    (await api.call(blocked, gifts.give, { id: alice.id, months: 1, expected_price: 9.99 })).refusal,
  ).toMatchObject({
    error: 'insufficient_coins',
    shortfall: 9.99,
  })
  await api.call(giver, wallet.update, { spending_limit: 15 })
  expect((await give(1)).refusal.error).toBe('spending_limit')
  expect(await coins(giver)).toBe(190.01)
})

test('gives one gift for the same idempotency key', async () => {
  const key = { 'idempotency-key': 'gift' }
  const input = { id: alice.id, months: 1 as const, expected_price: 9.99 }
  const answers = await Promise.all([1, 2, 3].map(() => api.call(giver, gifts.give, input, key)))
  expect(new Set(answers.map((answer) => answer.data.gift.id)).size).toBe(1)
  expect(await coins(giver)).toBe(190.01)
})

test('delays the renewal of a running subscription, extends a cancelled one and pays an overdue month', async () => {
  await giveCoins(api, fan, 10)
  await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  await accept(fan, (await give(1)).data.gift.code)
  expect(await daysLeft(fan)).toBeGreaterThan(57)
  expect(await mine(fan)).toMatchObject({ status: 'active', renews: true })
  await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
  await accept(fan, (await give(1)).data.gift.code)
  expect(await daysLeft(fan)).toBeGreaterThan(88)
  await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  api.turnClock(93 * dayMs)
  await renewDue(api.ctx)
  expect((await mine(fan))?.status).toBe('past_due')
  await accept(fan, (await give(1)).data.gift.code)
  expect(await mine(fan)).toMatchObject({ status: 'active', renews: true })
  expect(await coins(fan)).toBe(0.01)
})

test('rejects a free subscriber with `already_done` and leaves the gift to another fan', async () => {
  await api.db.run(setPriceCents, { id: alice.id, cents: 0 })
  await api.call(fan, subscriptions.subscribe, { id: alice.id })
  await api.db.run(setPriceCents, { id: alice.id, cents: 999 })
  const { gift } = (await give(1)).data
  expect((await look(fan, gift.code)).data.accepting.reason).toBe('free')
  expect((await accept(fan, gift.code)).refusal.error).toBe('already_done')
  expect((await accept(await api.makeUser(), gift.code)).status).toBe(200)
})

test('lets staff refund an open and an accepted gift: coins back, months gone, paid months stay', async () => {
  const open = (await give(1)).data.gift
  const entry = await lastOf(giver)
  const who = await staff()
  expect((await api.call(who, staffMoney.refund, { entry_id: entry?.id ?? '', reason: 'requested' })).status).toBe(200)
  expect(await coins(giver)).toBe(200)
  expect((await look(fan, open.code)).data.state).toBe('returned')

  await giveCoins(api, fan, 10)
  await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  const before = (await mine(fan))?.active_until
  await accept(fan, (await give(3)).data.gift.code)
  const sale = await lastOf(giver)
  expect((await api.call(who, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'requested' })).status).toBe(200)
  expect((await api.call(who, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'again' })).status).toBe(409)
  expect([await coins(giver), await pending()]).toEqual([200, 7.99])
  expect((await mine(fan))?.active_until).toBe(before)
})

test('ends a subscription that consists of a refunded gift', async () => {
  await accept(fan, (await give(1)).data.gift.code)
  const sale = await lastOf(giver)
  await api.call(await staff(), staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'requested' })
  expect((await mine(fan))?.status).toBe('ended')
  expect([await coins(giver), await pending()]).toEqual([200, 0])
})

test('starts the gifted months at once when the fan’s own month is refunded', async () => {
  await giveCoins(api, fan, 10)
  await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  const own = await lastOf(fan)
  await accept(fan, (await give(3)).data.gift.code)
  api.turnClock(5 * dayMs)
  const who = await staff()
  await api.call(who, staffMoney.refund, { entry_id: own?.id ?? '', reason: 'requested' })
  expect(await coins(fan)).toBe(10)
  expect(await mine(fan)).toMatchObject({ status: 'cancelled', renews: false })
  expect(await daysLeft(fan)).toBeGreaterThan(88)
  expect(await daysLeft(fan)).toBeLessThan(93)
  api.turnClock(30 * dayMs)
  const given = await lastOf(giver)
  await api.call(who, staffMoney.refund, { entry_id: given?.id ?? '', reason: 'requested' })
  expect(await mine(fan)).toMatchObject({ status: 'ended' })
  const { figures } = (await api.call(alice, subscriptions.subscribers, {})).data
  expect(figures).toMatchObject({ active: 0, cancelled: 0, lost_30_days: 1 })
})

test('leaves a gift out of the creator’s statement until it is accepted', async () => {
  const month = new Date(api.ctx.now()).toISOString().slice(0, 7)
  const lines = async () =>
    (await api.call(alice, payouts.statement, { month })).data.data.map((it) => [it.kind, it.gross, it.net])
  const first = (await give(1)).data.gift
  await api.call(giver, gifts.takeBack, { id: first.id })
  const { code } = (await give(1)).data.gift
  expect(await lines()).toEqual([])
  await accept(fan, code)
  expect(await lines()).toEqual([['gift', 9.99, 7.99]])
  const sale = await lastOf(giver)
  await api.call(await staff(), staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'requested' })
  expect(await lines()).toEqual([
    ['refund', -9.99, -7.99],
    ['gift', 9.99, 7.99],
  ])
})
