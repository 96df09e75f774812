import { beforeAll, describe, expect, it, test } from 'vitest'
import { analytics } from '../../../contract/analytics.ts'
import { chat } from '../../../contract/chat.ts'
import { payouts } from '../../../contract/payouts.ts'
import { requests } from '../../../contract/requests.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { profileVisits } from '../../platform/db/schema/analytics.ts'
import { fanSpending } from '../../platform/db/schema/wallet.ts'
import { releaseHolds } from '../payouts/earnings.ts'
import { filled, intervalStarts } from './series.ts'
import { topFansOfMany } from './statements.ts'

describe('the intervals of a span', () => {
  const days = (by: 'day' | 'week' | 'month', from: string, to: string) =>
    intervalStarts({ from: new Date(from), to: new Date(to) }, by).map((at) => new Date(at).toISOString().slice(0, 10))

  it.each([
    ['day', '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['day', '2026-02-27T23:00Z', '2026-02-28T00:00:01Z', ['2026-02-27', '2026-02-28']],
    ['week', '2026-11-22', '2026-12-01', ['2026-11-16', '2026-11-23', '2026-11-30']],
    ['week', '2026-11-23', '2026-11-24', ['2026-11-23']],
    ['month', '2026-11-21', '2027-02-01', ['2026-11-01', '2026-12-01', '2027-01-01']],
  ] as const)('by %s from %s to %s', (by, from, to, parts) => expect(days(by, from, to)).toEqual(parts))

  it('keeps the counts it has and fills the other intervals with zeros', () => {
    const at = new Date('2026-03-01')
    const span = { from: new Date('2026-02-28'), to: new Date('2026-03-03') }
    expect(filled([{ at, count: 5 }], span, 'day', { count: 0 }).map((row) => row.count)).toEqual([0, 5, 0])
  })
})

const api = testApi()
let alice: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 9.99)
})

const dayMs = 86_400_000

test('returns a row for every day, which add up to the ledger to the cent', async () => {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 200)
  const began = api.ctx.now()
  const from = new Date(began).toISOString().slice(0, 10)
  await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  api.turnClock(3 * dayMs)
  await api.call(fan, chat.tip, { id: alice.id, amount: 3.33 })
  await api.call(fan, chat.tip, { id: alice.id, amount: 1.01 })
  api.turnClock(4 * dayMs)
  const [tip] = (await api.call(fan, wallet.transactions, {})).data.data
  const staff = await api.makeUser({ role: 'staff' })
  await api.call(staff, staffMoney.refund, { entry_id: tip?.id ?? '', reason: 'requested' })
  api.turnClock(2 * dayMs)
  const to = new Date(api.ctx.now()).toISOString().slice(0, 10)
  const { pending, available } = (await api.call(alice, payouts.earnings, {})).data
  const earned = Math.round((pending + available) * 100)
  expect(earned).toBe(799 + 266)

  for (const by of ['day', 'week', 'month'] as const) {
    const { earnings, subscribers, visits } = (await api.call(alice, analytics.get, { from, to, by })).data
    const cents = earnings.map((row) => Math.round((row.subscriptions + row.tips + row.unlocks) * 100))
    expect([by, cents.reduce((all, one) => all + one, 0)]).toEqual([by, earned])
    expect(subscribers.map((row) => row.at)).toEqual(earnings.map((row) => row.at))
    expect(visits.map((row) => row.at)).toEqual(earnings.map((row) => row.at))
    if (by === 'day') expect(cents).toEqual([799, 0, 0, 266 + 81, 0, 0, 0, -81, 0, 0])
  }
  expect(await ledgerOf(api)).toEqual([])
  api.turnClock(began - api.ctx.now())
})

test('returns rows of zeros without activity', async () => {
  const { earnings, subscribers } = (await api.call(await makeCreator(api), analytics.get, {})).data
  expect(earnings.length).toBe(30)
  expect(earnings.every((row) => row.subscriptions + row.tips + row.unlocks === 0)).toBe(true)
  expect(subscribers.every((row) => row.new + row.renewed + row.lost === 0)).toBe(true)
})

test('counts only the visits within the span, for every interval', async () => {
  const creator = await makeCreator(api)
  const visit = (day: string, visits: number) =>
    api.db.insert(profileVisits).values({ userId: creator.id, day, visits })
  // From a Monday to a Wednesday of one week, and the days around it.
  for (const [day, visits] of [
    ['2026-03-01', 1],
    ['2026-03-02', 10],
    ['2026-03-04', 100],
    ['2026-03-05', 1_000],
  ] as const)
    await visit(day, visits)
  for (const by of ['day', 'week', 'month'] as const) {
    const query = { from: '2026-03-02', to: '2026-03-04', by }
    const { visits } = (await api.call(creator, analytics.get, query)).data
    expect([by, visits.reduce((all, row) => all + row.count, 0)]).toEqual([by, 110])
  }
})

test('counts what happened within the span, for each creator alone', async () => {
  const [bob, carol] = [await makeCreator(api), await makeCreator(api)]
  const [fan, early, late] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  for (const it of [fan, early, late]) await giveCoins(api, it, 100)
  const began = api.ctx.now()
  const turnTo = (day: string) => api.turnClock(Date.parse(`${day}T12:00Z`) - api.ctx.now())
  const tip = (who: Actor, creator: Actor, amount: number) => api.call(who, chat.tip, { id: creator.id, amount })
  // Three days of one week, and the middle one is asked for.
  turnTo('2036-03-04')
  await api.call(early, subscriptions.subscribe, { id: bob.id, expected_price: 9.99 })
  turnTo('2036-03-05')
  await api.call(fan, subscriptions.subscribe, { id: bob.id, expected_price: 9.99 })
  await tip(fan, bob, 10)
  await tip(fan, carol, 20)
  turnTo('2036-03-06')
  await tip(fan, bob, 40)
  await api.call(late, subscriptions.subscribe, { id: bob.id, expected_price: 9.99 })
  for (const creator of [bob, carol])
    await api.db.insert(profileVisits).values({ userId: creator.id, day: '2036-03-05', visits: 3 })
  const span = { from: '2036-03-05', to: '2036-03-05', by: 'week' } as const
  const ofBob = (await api.call(bob, analytics.get, span)).data
  expect(ofBob.earnings).toMatchObject([{ subscriptions: 7.99, tips: 8, unlocks: 0 }])
  expect(ofBob.subscribers).toMatchObject([{ new: 1, renewed: 0, lost: 0 }])
  expect(ofBob.visits).toMatchObject([{ count: 3 }])
  expect(ofBob.top_fans).toMatchObject([{ user: { id: fan.id }, spent: 19.99 }])
  const ofCarol = (await api.call(carol, analytics.get, span)).data
  expect(ofCarol.earnings).toMatchObject([{ subscriptions: 0, tips: 16, unlocks: 0 }])
  expect(ofCarol.subscribers).toMatchObject([{ new: 0, renewed: 0, lost: 0 }])
  expect(ofCarol.top_fans).toMatchObject([{ user: { id: fan.id }, spent: 20 }])
  // As they are read for a long span, where another creator has two hundred who paid more.
  const rich = Array.from({ length: 200 }, () => ({ creatorId: carol.id, fanId: newId(), spentCents: 1_000_000 }))
  await api.db.insert(fanSpending).values(rich)
  const day = { creator: bob.id, from: new Date('2036-03-05'), to: new Date('2036-03-06') }
  expect(await api.db.run(topFansOfMany, day)).toEqual([{ user_id: fan.id, spent: 1_999, is_complete: true }])
  // None of these two hundred paid in the span.
  const long = (await api.call(carol, analytics.get, { from: '2036-01-01', to: '2036-05-31' })).data
  expect(long.top_fans).toMatchObject([{ user: { id: fan.id }, spent: 20 }])
  api.turnClock(began - api.ctx.now())
})

test('takes the creator’s own share off for a refund, not what her referrer had of it', async () => {
  const rita = await api.makeUser()
  const carol = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  const [fan, staff] = [await api.makeUser(), await api.makeUser({ role: 'staff' })]
  await giveCoins(api, fan, 100)
  await api.call(fan, chat.tip, { id: carol.id, amount: 100 })
  api.turnClock(8 * dayMs)
  await releaseHolds(api.ctx)
  const [tip] = (await api.call(fan, wallet.transactions, { kind: 'tip' })).data.data
  expect((await api.call(staff, staffMoney.refund, { entry_id: tip?.id ?? '', reason: 'refund' })).status).toBe(200)
  const { earnings } = (await api.call(carol, analytics.get, {})).data
  expect(earnings.flatMap((row) => (row.tips === 0 ? [] : [row.tips]))).toEqual([80, -80])
  api.turnClock(-8 * dayMs)
})

test('counts a delivered request as itself and not as a tip, here and in the statement', async () => {
  const [carol, fan] = [await makeCreator(api), await api.makeUser()]
  await giveCoins(api, fan, 100)
  await api.call(fan, users.follow, { id: carol.id })
  await api.call(carol, requests.setSettings, { min_price: 1 })
  await api.call(fan, chat.tip, { id: carol.id, amount: 5 })
  const made = await api.call(fan, requests.create, { id: carol.id, text: 'A song', price: 20 })
  const picture = await makePicture(api, carol)
  await api.call(carol, requests.deliver, { id: made.data.request.id, media_ids: [picture] })
  const { earnings } = (await api.call(carol, analytics.get, {})).data
  expect(earnings.at(-1)).toMatchObject({ tips: 4, requests: 16, subscriptions: 0, unlocks: 0 })
  const month = new Date(api.ctx.now()).toISOString().slice(0, 7)
  const { totals } = (await api.call(carol, payouts.statement, { month })).data
  expect(totals).toMatchObject({ tips: 4, requests: 16, net: 20 })
})

test.each([
  ['no day', { from: '2026-99-99' }],
  ['no day at the end', { to: '2026-99-99' }],
  ['no day at the end of a span', { from: '2026-03-01', to: '2026-99-99' }],
  ['a span that ends before it begins', { from: '2026-03-05', to: '2026-03-01' }],
  ['more than a year', { from: '2025-01-01', to: '2026-02-01' }],
])('refuses %s', async (_, span) => {
  const { refusal } = await api.call(alice, analytics.get, span)
  expect(refusal.error).toBe('invalid_input')
})
