import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { gifts } from '../../../contract/gifts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions as contract } from '../../../contract/subscriptions.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { gifts as storedGifts, subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { renewDue } from '../subscriptions/renew.ts'

/** Two fans who have bought a month of two creators, and were given another: a refund changes what it is about only. */
const api = testApi({ money: true })
type Fans = 'fiona' | 'frank'
type Creators = 'alice' | 'bea'
let staff: Actor
let giver: Actor
let fans: Record<Fans, Actor>
let creators: Record<Creators, Actor>
const bought = new Map<string, string>()
const given = new Map<string, { id: string; entry: string }>()

const lastEntry = async (who: Actor) => (await api.call(who, wallet.transactions, { limit: 1 })).data.data[0]?.id ?? ''

async function giveMonth(fan: Fans, creator: Creators): Promise<{ id: string; entry: string }> {
  const input = { id: creators[creator].id, months: 1 as const, expected_price: 10 }
  const { id, code } = (await api.call(giver, gifts.give, input)).data.gift
  const entry = await lastEntry(giver)
  expect((await api.call(fans[fan], gifts.accept, { code })).status).toBe(200)
  return { id, entry }
}

beforeEach(async () => {
  staff = await api.makeUser({ role: 'staff' })
  giver = await api.makeUser()
  fans = { fiona: await api.makeUser(), frank: await api.makeUser() }
  creators = { alice: await makeCreator(api, 10), bea: await makeCreator(api, 10) }
  for (const who of [giver, ...Object.values(fans)]) await giveCoins(api, who, 100)
  for (const fan of ['fiona', 'frank'] as const)
    for (const creator of ['alice', 'bea'] as const) {
      await api.call(fans[fan], contract.subscribe, { id: creators[creator].id, expected_price: 10 })
      bought.set(`${fan} ${creator}`, await lastEntry(fans[fan]))
      given.set(`${fan} ${creator}`, await giveMonth(fan, creator))
    }
})

const ofPair = (fan: Fans, creator: Creators) =>
  and(eq(subscriptions.fanId, fans[fan].id), eq(subscriptions.creatorId, creators[creator].id))
async function subscriptionOf(fan: Fans, creator: Creators) {
  const [row] = await api.db.select().from(subscriptions).where(ofPair(fan, creator))
  const days = ((row?.activeUntil?.getTime() ?? 0) - api.ctx.now()) / 86_400_000
  return { id: row?.id ?? '', status: row?.status, months: Math.round(days / 30) || 0 }
}
const changedByRefundOf = async (entry = '') =>
  (
    await rowsChangedBy(api, ['subscriptions', 'gifts', 'subscription_events'], async () => {
      const input = { entry_id: entry, reason: 'requested' }
      expect((await api.call(staff, staffMoney.refund, input)).status).toBe(200)
    })
  ).sort()

it('takes one given month of one fan, and then their own, and leaves every other month', async () => {
  const second = await giveMonth('fiona', 'alice')
  const { id, months } = await subscriptionOf('fiona', 'alice')
  expect(months).toBe(3)
  expect(await changedByRefundOf(second.entry)).toEqual([`gifts ${second.id}`, `subscriptions ${id}`])
  expect(await subscriptionOf('fiona', 'alice')).toEqual({ id, status: 'active', months: 2 })
  // What was given and not taken back begins now.
  const first = given.get('fiona alice')
  expect(await changedByRefundOf(bought.get('fiona alice'))).toEqual([`gifts ${first?.id}`, `subscriptions ${id}`])
  expect(await subscriptionOf('fiona', 'alice')).toEqual({ id, status: 'cancelled', months: 1 })
  expect(await subscriptionOf('frank', 'alice')).toMatchObject({ status: 'active', months: 2 })
})

it('ends no subscription a second time', async () => {
  await api.db.update(subscriptions).set({ status: 'ended', renewsAt: null }).where(ofPair('frank', 'bea'))
  const gift = given.get('frank bea')
  expect(await changedByRefundOf(gift?.entry)).toEqual([`gifts ${gift?.id}`])
  expect(await changedByRefundOf(bought.get('frank bea'))).toEqual([])
})

it('ends a month at the moment of its refund, whatever was given before and is over', async () => {
  const daysAgo = (days: number) => new Date(api.ctx.now() - days * 86_400_000)
  const over = { coversFrom: daysAgo(90), coversUntil: daysAgo(60) }
  await api.db
    .update(storedGifts)
    .set(over)
    .where(eq(storedGifts.id, given.get('fiona alice')?.id ?? ''))
  const { id } = await subscriptionOf('fiona', 'alice')
  await changedByRefundOf(bought.get('fiona alice'))
  expect(await subscriptionOf('fiona', 'alice')).toEqual({ id, status: 'ended', months: 0 })
})

it('leaves the month that runs when an earlier one is refunded', async () => {
  const turned = 62 * 86_400_000
  api.turnClock(turned)
  await renewDue(api.ctx)
  expect(await changedByRefundOf(bought.get('fiona alice'))).toEqual([])
  expect(await subscriptionOf('fiona', 'alice')).toMatchObject({ status: 'active', months: 1 })
  api.turnClock(-turned)
})
