import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { gifts } from '../../../contract/gifts.ts'
import { media as contract } from '../../../contract/media.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { weekMs } from '../../../tests/support/earnings.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { entitlements, media, purchases } from '../../platform/db/schema/media.ts'
import { topups } from '../../platform/db/schema/wallet.ts'
import { releaseHolds } from '../payouts/earnings.ts'
import { closeSale, insertRepeatedPurchase } from './refund-statements.ts'
import { applyProviderUpdate, type ProviderUpdate } from './topups.ts'

/** Fiona's bank takes the 20 coins that she has bought back, and may return them; Frank's purchases are not touched. */
const api = testApi({ money: true })
let alice: Actor
let fiona: Actor
let frank: Actor
let topup: string
beforeEach(async () => {
  alice = await makeCreator(api, 9.99)
  fiona = await api.makeUser()
  frank = await api.makeUser()
  await giveCoins(api, frank, 20)
  topup = newId()
  await api.db.insert(topups).values({ id: topup, userId: fiona.id, amountCents: 2000, provider: 'stripe' })
  await update({ status: 'paid' })
})

const update = async (change: ProviderUpdate) =>
  (await api.db.transact((tx) => applyProviderUpdate(tx, api.ctx, { id: topup }, change)))?.()
const disputed = () => ({ ref: `dp_${topup}`, amountCents: 2000, reason: null, at: api.ctx.now() })
const takeBack = () => update({ dispute: { ...disputed(), withdrawn: true } })
const giveBack = () => update({ dispute: { ...disputed(), outcome: 'won' } })

const buy = async (fan: Actor, mediaId: string) =>
  expect((await api.call(fan, contract.unlock, { id: mediaId, expected_price: 8 })).status).toBe(200)
const coins = async (fan: Actor) => (await api.call(fan, wallet.get, {})).data.coins
const owned = (fan: Actor) => api.db.$count(entitlements, eq(entitlements.userId, fan.id))
const lastEntry = async (fan: Actor) => (await api.call(fan, wallet.transactions, { limit: 1 })).data.data[0]?.id ?? ''

test('takes back what one fan has bought, and nothing that another bought later', async () => {
  const { mediaId } = await makePaidPost(api, alice, 8)
  for (const fan of [fiona, frank]) await buy(fan, mediaId)
  await expect(takeBack()).resolves.toBeUndefined()
  expect([await owned(fiona), await coins(fiona)]).toEqual([0, 0])
  expect([await owned(frank), await coins(frank)]).toEqual([1, 12])
})

test('takes an accepted gift back whole, and refunds no release from escrow by itself', async () => {
  const { code } = (await api.call(fiona, gifts.give, { id: alice.id, months: 1, expected_price: 9.99 })).data.gift
  expect((await api.call(frank, gifts.accept, { code })).status).toBe(200)
  const [release] = (await api.call(alice, payouts.movements, { of: 'pending' })).data.data
  const staff = await api.makeUser({ role: 'staff' })
  const input = { entry_id: release?.id ?? '', reason: 'requested' }
  expect((await api.call(staff, staffMoney.refund, input)).refusal.error).toBe('not_found')
  await expect(takeBack()).resolves.toBeUndefined()
  expect([await coins(fiona), (await api.call(alice, payouts.earnings, {})).data.pending]).toEqual([0, 0])
  expect((await api.call(frank, subscriptions.list, {})).data.data).toMatchObject([{ status: 'ended' }])
})

test.each([
  ['repeats a purchase that another fan has made too', false, 2, 12],
  ['repeats no purchase of which a part is purged', true, 0, 20],
])('%s', async (_, isPurged, count, left) => {
  const { mediaId, mediaIds } = await makePaidPost(api, alice, 8, 2)
  for (const fan of [fiona, frank]) await buy(fan, mediaId)
  await takeBack()
  expect(await owned(fiona)).toBe(0)
  if (isPurged)
    await api.db
      .update(media)
      .set({ purgedAt: new Date() })
      .where(eq(media.id, mediaIds[1] ?? ''))
  await expect(giveBack()).resolves.toBeUndefined()
  expect([await owned(fiona), await coins(fiona)]).toEqual([count, left])
  expect([await owned(frank), await coins(frank)]).toEqual([2, 12])
})

test('repeats no purchase that the fan has made again', async () => {
  const { mediaId } = await makePaidPost(api, alice, 8)
  await buy(fiona, mediaId)
  await takeBack()
  await giveCoins(api, fiona, 8)
  await buy(fiona, mediaId)
  await expect(giveBack()).resolves.toBeUndefined()
  expect([await owned(fiona), await coins(fiona)]).toEqual([1, 20])
})

test('closes and repeats a sale for the fan who bought it alone', async () => {
  const { mediaId, mediaIds } = await makePaidPost(api, alice, 8)
  const other = (await makePaidPost(api, alice, 8)).mediaId
  await buy(fiona, mediaId)
  const entry = await lastEntry(fiona)
  const [purchase] = await api.db.select().from(purchases).where(eq(purchases.entryId, entry))
  await api.db.insert(entitlements).values({ userId: frank.id, mediaId: other, purchaseId: purchase?.id ?? '' })
  const sale = { fan: frank.id, creator: alice.id, now: new Date(api.ctx.now()) }
  expect(await api.db.run(closeSale, { ...sale, entry, kind: 'post', event: newId() })).toEqual([])
  const again = { id: newId(), cents: 800, entry: newId(), sale: entry, mediaIds }
  expect(await api.db.run(insertRepeatedPurchase, { ...sale, ...again })).toEqual([])
  await takeBack()
  expect([await owned(fiona), await owned(frank)]).toEqual([0, 1])
  await api.db.delete(entitlements).where(eq(entitlements.userId, frank.id))
})

test.each([
  ['still has it', false, 1],
  ['has spent it: the platform bears it', true, 0],
])('shows a creator their own share of a sale that was repeated, where their referrer %s', async (_, isSpent, left) => {
  const rita = await makeCreator(api)
  const bea = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  api.turnClock(-weekMs - 1000)
  await api.call(fiona, chat.tip, { id: bea.id, amount: 20 })
  api.turnClock(weekMs + 1000)
  await releaseHolds(api.ctx)
  if (isSpent) expect((await api.call(rita, payouts.transfer, { amount: 1 })).status).toBe(200)
  const nets = async () => {
    const month = new Date(api.ctx.now()).toISOString().slice(0, 7)
    return (await api.call(bea, payouts.statement, { month })).data.data.map((it) => it.net)
  }
  await takeBack()
  await giveBack()
  expect((await nets()).slice(0, 2)).toEqual([16, -16])
  expect((await api.call(rita, payouts.earnings, {})).data.available).toBe(left)
  await update({ dispute: { ...disputed(), at: api.ctx.now() + 1000, outcome: 'lost', withdrawn: true } })
  expect((await nets()).slice(0, 3)).toEqual([-16, 16, -16])
})
