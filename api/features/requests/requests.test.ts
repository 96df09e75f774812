import { afterEach, beforeEach, expect, test } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { payouts } from '../../../contract/payouts.ts'
import { requests } from '../../../contract/requests.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { rights } from '../../../tests/support/rights.ts'
import { newId } from '../../platform/db/ids.ts'
import { expireRequests } from './requests.ts'

let api: TestApi
let alice: Actor
let fan: Actor
beforeEach(async () => {
  api = await openTestApi()
  alice = await makeCreator(api, 0)
  fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  await api.call(fan, users.follow, { id: alice.id })
  await api.call(alice, requests.setSettings, { min_price: 5 })
})
afterEach(async () => {
  expect(await ledgerOf(api)).toEqual([])
  await api.close()
})

const dayMs = 86_400_000
const create = (price = 20, text = 'A song for my sister, please.') =>
  api.call(fan, requests.create, { id: alice.id, text, price })
const createOpen = async (price = 20) => (await create(price)).data.request
const coins = async () => (await api.call(fan, wallet.get, {})).data.coins
const pending = async () => (await api.call(alice, payouts.earnings, {})).data.pending
const asset = async () => (await makePaidPost(api, alice, 50)).mediaId
const deliver = (id: string, media_ids: string[], who = alice) =>
  api.call(who, requests.deliver, { id, media_ids, content: 'Here it is.' })
const notificationTypes = async (who: Actor) =>
  (await api.call(who, notifications.list, {})).data.data.map((it) => it.type)
const state = async (who = fan) =>
  (await api.call(who, requests.withUser, { userId: who === fan ? alice.id : fan.id })).data.data[0]?.state

test('holds the coins of a request, and pays the creator and gives the fan the media on delivery', async () => {
  const created = (await create()).data
  expect([created.coins, await pending()]).toEqual([80, 0])
  const seen = (await api.call(alice, requests.withUser, { userId: fan.id })).data
  expect(seen.data).toMatchObject([{ id: created.request.id, price: 20, state: 'open' }])
  const [message] = (await api.call(alice, chat.messages, { userId: fan.id })).data.data
  expect([message?.id, message?.content]).toEqual([created.request.message_id, 'A song for my sister, please.'])
  expect(await notificationTypes(alice)).toContain('request_received')
  expect((await api.call(alice, requests.accept, { id: created.request.id })).data.state).toBe('accepted')
  const mediaId = await asset()
  const delivered = (await deliver(created.request.id, [mediaId])).data
  expect(delivered.state).toBe('delivered')
  const [last] = (await api.call(fan, chat.messages, { userId: alice.id })).data.data
  expect(last).toMatchObject({ id: delivered.delivered_id, locked: false, media: [{ id: mediaId }] })
  expect([await coins(), await pending()]).toEqual([80, 16])
  expect((await api.call(fan, media.unlocked, {})).data.data).toMatchObject([
    { media: { id: mediaId }, price_paid: 20 },
  ])
  expect((await api.call(fan, media.unlock, { id: mediaId })).data.meta).toMatchObject({ charged: 0, price_paid: 20 })
  expect(await notificationTypes(fan)).toEqual(expect.arrayContaining(['request_accepted', 'request_delivered']))
})

test('names the price to the creator who is asked, and not to an operator without amounts', async () => {
  const agency = await makeAgency(api)
  await api.call(agency.creator, requests.setSettings, { min_price: 5 })
  await api.call(fan, users.follow, { id: agency.creator.id })
  await api.call(fan, requests.create, { id: agency.creator.id, text: 'A song, please.', price: 12.5 })
  const read = async (who: Actor, locale = 'en') =>
    (await api.call(who, notifications.list, {}, { 'x-fanfare-locale': locale })).data.data.find(
      (it) => it.type === 'request_received',
    )?.text
  expect(await read(agency.creator)).toContain('12.5 coins')
  expect(await read(agency.creator, 'fr')).toContain('12,5 pièces')
  const operator = await actAs(api, agency.operator, agency.creator)
  expect(await read(operator)).toContain('12.5 coins')
  await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: rights('can_chat') })
  for (const locale of ['en', 'fr']) expect(await read(operator, locale)).toMatch(/^@\w+ [^\d{}]+$/)
})

test('returns every coin once when declined, withdrawn or too late', async () => {
  const first = await createOpen()
  expect((await api.call(alice, requests.decline, { id: first.id })).data.state).toBe('declined')
  const second = await createOpen()
  expect((await api.call(fan, requests.withdraw, { id: second.id })).data.coins).toBe(100)
  const third = await createOpen()
  await api.call(alice, requests.accept, { id: third.id })
  expect((await api.call(fan, requests.withdraw, { id: third.id })).refusal.error).toBe('already_done')
  api.turnClock(14 * dayMs + 1000)
  const expired = await Promise.all([1, 2, 3].map(() => expireRequests(api.ctx)))
  expect(expired.reduce((all, one) => all + one)).toBe(1)
  expect([await state(), await coins(), await pending()]).toEqual(['expired', 100, 0])
  expect((await deliver(third.id, [await asset()])).refusal.error).toBe('already_done')
  expect((await notificationTypes(fan)).filter((it) => it === 'request_returned')).toHaveLength(2)
})

test('applies one of deliver, decline and withdraw when all come at once', async () => {
  const { id } = await createOpen()
  const mediaId = await asset()
  const answers = await Promise.all([
    deliver(id, [mediaId]),
    deliver(id, [mediaId]),
    api.call(alice, requests.decline, { id }),
    api.call(fan, requests.withdraw, { id }),
  ])
  expect(answers.filter((it) => it.status === 200)).toHaveLength(1)
  const isDelivered = (await state()) === 'delivered'
  expect([await coins(), await pending()]).toEqual(isDelivered ? [80, 16] : [100, 0])
})

test('creates and delivers once for the same idempotency key', async () => {
  const key = { 'idempotency-key': 'ask' }
  const input = { id: alice.id, text: 'Once', price: 10 }
  const answers = await Promise.all([1, 2, 3].map(() => api.call(fan, requests.create, input, key)))
  expect(new Set(answers.map((answer) => answer.data.request.id)).size).toBe(1)
  const delivery = { id: answers[0]?.data.request.id ?? '', media_ids: [await asset()], content: '' }
  const again = await Promise.all([1, 2].map(() => api.call(alice, requests.deliver, delivery, key)))
  expect(again.map((answer) => answer.data.state)).toEqual(['delivered', 'delivered'])
  expect([await coins(), await pending()]).toEqual([90, 8])
})

test('rejects a request with a wrong price, too few coins, a spending limit, a closed chat or a block', async () => {
  expect((await create(4.99)).refusal.error).toBe('invalid_amount')
  expect((await create(200.01)).refusal.error).toBe('invalid_amount')
  expect((await create(150)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 50 })
  expect((await api.call(alice, requests.create, { id: alice.id, text: 'x', price: 5 })).refusal.error).toBe(
    'own_thing',
  )
  expect((await api.call(alice, requests.create, { id: fan.id, text: 'x', price: 5 })).refusal.error).toBe(
    'not_creator',
  )
  expect((await api.call(fan, requests.create, { id: newId(), text: 'x', price: 5 })).refusal.error).toBe('not_found')
  await api.call(fan, wallet.update, { spending_limit: 10 })
  expect((await create()).refusal.error).toBe('spending_limit')
  await api.call(fan, wallet.update, { spending_limit: null })
  await api.call(alice, requests.setSettings, { min_price: null })
  expect((await create()).refusal.error).toBe('forbidden')
  expect((await api.call(alice, requests.setSettings, { min_price: 0.99 })).refusal.error).toBe('invalid_amount')
  await api.call(alice, requests.setSettings, { min_price: 5 })
  await api.call(fan, users.unfollow, { id: alice.id })
  expect((await create()).refusal).toMatchObject({ error: 'chat_closed', needs: 'follow' })
  await api.call(alice, users.block, { id: fan.id })
  expect((await create()).refusal.error).toBe('not_found')
  expect([await coins(), (await api.call(fan, requests.withUser, { userId: alice.id })).data.data]).toEqual([100, []])
})

test('rejects other creators, the wrong side, foreign media and media that the fan owns', async () => {
  const { id } = await createOpen()
  const other = await makeCreator(api, 0)
  for (const endpoint of [requests.accept, requests.decline] as const) {
    expect((await api.call(other, endpoint, { id })).refusal.error).toBe('not_found')
  }
  expect((await deliver(id, [await asset()], other)).refusal.error).toBe('not_found')
  expect((await api.call(alice, requests.withdraw, { id })).refusal.error).toBe('not_found')
  const foreign = (await makePaidPost(api, other, 5)).mediaId
  expect((await deliver(id, [foreign])).refusal.error).toBe('not_found')
  const owned = await makePaidPost(api, alice, 5)
  await api.call(fan, media.unlock, { id: owned.mediaId, expected_price: 5 })
  expect((await deliver(id, [owned.mediaId])).refusal.error).toBe('already_done')
  expect(await state()).toBe('open')
})

test('returns the coins and locks the media when staff refund a delivered request', async () => {
  const { id } = await createOpen()
  const line = (await api.call(fan, wallet.transactions, { limit: 1 })).data.data[0]
  const mediaId = await asset()
  await deliver(id, [mediaId])
  const staff = await api.makeUser({ role: 'staff' })
  expect((await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'requested' })).status).toBe(200)
  expect([await coins(), await pending(), await state()]).toEqual([100, 0, 'refunded'])
  expect((await api.call(fan, media.unlocked, {})).data.data).toEqual([])
})

test('refuses to accept or deliver after the due time, before the job has run', async () => {
  const { id } = await createOpen()
  const other = await createOpen()
  await api.call(alice, requests.accept, { id: other.id })
  api.turnClock(14 * dayMs + 1000)
  expect((await api.call(alice, requests.accept, { id })).refusal.error).toBe('already_done')
  expect((await deliver(other.id, [await asset()])).refusal.error).toBe('already_done')
  expect(await state()).toBe('expired')
  expect((await api.call(fan, requests.withdraw, { id })).data.coins).toBe(80)
  expect((await api.call(alice, requests.decline, { id: other.id })).data.state).toBe('declined')
  expect(await coins()).toBe(100)
})

test('lists what waits in the order in which it expires, with its coins, a page at a time', async () => {
  const second = await api.makeUser()
  await giveCoins(api, second, 100)
  await api.call(second, users.follow, { id: alice.id })
  const first = await createOpen(20)
  api.turnClock(dayMs)
  const later = (await api.call(second, requests.create, { id: alice.id, text: 'A poem', price: 7.5 })).data.request
  // Accepting one gives it fourteen days again.
  api.turnClock(dayMs)
  await api.call(alice, requests.accept, { id: first.id })
  const one = (await api.call(alice, requests.waiting, { limit: 1 })).data
  expect(one.data).toMatchObject([{ id: later.id, price: 7.5, text: 'A poem', state: 'open', fan: { id: second.id } }])
  expect(one.total).toEqual({ count: 2, coins: 27.5 })
  const two = (await api.call(alice, requests.waiting, { limit: 1, cursor: one.next ?? '' })).data
  expect([two.data.map((it) => it.id), two.next]).toEqual([[first.id], null])
  await api.call(alice, requests.decline, { id: later.id })
  await api.call(alice, users.block, { id: fan.id })
  expect((await api.call(alice, requests.waiting, {})).data).toMatchObject({ data: [], total: { count: 0, coins: 0 } })
  api.turnClock(-2 * dayMs)
})
