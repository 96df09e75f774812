import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { payouts } from '../../../contract/payouts.ts'
import { requests } from '../../../contract/requests.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { earn, earnReleased, weekMs } from '../../../tests/support/earnings.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { releaseHolds } from './earnings.ts'

const api = testApi({ money: true })
let staff: Actor
let alice: Actor
let bea: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})
beforeEach(async () => {
  bea = await makeCreator(api)
  alice = await makeCreator(api)
})
let turned = 0
const turn = (ms: number) => {
  turned += ms
  api.turnClock(ms)
}
afterEach(() => turn(-turned))

const earnings = async (who: Actor) => (await api.call(who, payouts.earnings, {})).data
const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7)

test('lists the sales of one month, without what waits in escrow', async () => {
  turn(-62 * 86_400_000)
  const before = monthOf(api.ctx.now())
  await earn(api, alice, 50)
  turn(-turned)
  const month = monthOf(api.ctx.now())
  const fan = await earn(api, alice, 10)
  await giveCoins(api, fan, 50)
  await follow(api, fan, alice)
  await api.call(alice, requests.setSettings, { min_price: 1 })
  for (const price of [7, 9])
    expect((await api.call(fan, requests.create, { id: alice.id, text: 'A song', price })).status).toBeLessThan(300)
  // What another sold later takes no place in a page.
  await earn(api, bea, 20)
  const lines = async (of: string, limit: number) =>
    (await api.call(alice, payouts.statement, { month: of, limit })).data.data.map((it) => [it.kind, it.gross])
  expect([await lines(before, 30), await lines(month, 30), await lines(month, 1)]).toEqual([
    [['tip', 50]],
    [['tip', 10]],
    [['tip', 10]],
  ])
})

test('shows each creator their own earnings, statement and movements of one month', async () => {
  const rita = await makeCreator(api)
  const referred = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  turn(-62 * 86_400_000)
  const before = monthOf(api.ctx.now())
  await earn(api, alice, 50)
  await earn(api, referred, 100)
  turn(-turned)
  const month = monthOf(api.ctx.now())
  const fan = await earn(api, alice, 10)
  await earn(api, bea, 30)
  await earn(api, referred, 20)
  const totals = async (who: Actor, of: string) => (await api.call(who, payouts.statement, { month: of })).data.totals
  expect(await totals(alice, month)).toMatchObject({ gross: 10, net: 8, tips: 8, referrals: 0 })
  expect(await totals(alice, before)).toMatchObject({ gross: 50, net: 40 })
  expect(await totals(bea, before)).toMatchObject({ gross: 0, net: 0 })
  expect([(await totals(rita, month)).referrals, (await totals(rita, before)).referrals]).toEqual([1, 5])
  const moved = async (of: string) =>
    (await api.call(alice, payouts.movements, { of: 'pending', month: of })).data.data.map((it) => [
      it.amount,
      it.counterparty?.id,
    ])
  expect(await moved(month)).toEqual([[8, fan.id]])
  expect((await moved(before)).map(([amount]) => amount)).toEqual([40])
  expect((await earnings(await makeCreator(api))).next_release).toBeNull()
})

test('releases what has come in since the last release, once', async () => {
  for (const total of [80, 160]) {
    await earn(api, alice, 100)
    turn(weekMs + 1000)
    await releaseHolds(api.ctx)
    expect(await earnings(alice)).toMatchObject({ pending: 0, available: total })
  }
})

test('releases to a referrer what has come in since the last release, and moves nothing that is still held', async () => {
  const rita = await makeCreator(api)
  const referred = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  for (const available of [5, 10]) {
    await earn(api, referred, 100)
    turn(weekMs + 1000)
    // Has just come in, and is held, when the earlier is released the second time.
    if (available === 10) await earn(api, referred, 100)
    await expect(releaseHolds(api.ctx)).resolves.toBeGreaterThan(0)
    expect(await earnings(rita)).toMatchObject({ pending: available - 5, available })
  }
  expect(await releaseHolds(api.ctx)).toBe(0)
  expect(await earnings(rita)).toMatchObject({ pending: 5, available: 10 })
})

test('lists the payouts of the creator alone, and lets no staff member decide their own', async () => {
  const clerk = await api.makeUser({ role: 'staff', isCreator: true, priceCents: 999 })
  const ids: string[] = []
  for (const who of [alice, clerk]) {
    await earnReleased(api, who, 100)
    ids.push((await api.call(who, payouts.request, { amount: 20 })).data.id)
  }
  const listed = async (who: Actor) => (await api.call(who, payouts.list, {})).data.data.map((it) => it.id)
  expect([await listed(alice), await listed(clerk), await listed(bea)]).toEqual([[ids[0]], [ids[1]], []])
  for (const status of ['approved', 'failed'] as const) {
    const input = { id: ids[1] ?? '', status, reason: 'Mine' }
    expect((await api.call(clerk, staffMoney.decide, input)).refusal.error).toBe('own_thing')
  }
  const input = { id: ids[0] ?? '', status: 'failed' as const, reason: 'Account closed' }
  expect((await api.call(staff, staffMoney.decide, input)).status).toBe(200)
  const { data } = (await api.call(staff, staffMoney.payouts, { limit: 100 })).data
  expect(data.find((it) => it.id === ids[0])).toMatchObject({ status: 'failed', approved_by: null })
})
