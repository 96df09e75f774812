import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { ourMigrations } from '../../platform/db/migrate.ts'
import { bigint, bool, statement, text, uuid } from '../../platform/db/statement.ts'
import { releaseHolds } from '../payouts/earnings.ts'

/** What creators earned and fans paid each day (docs/decisions/running-sums.md): equal to the postings whatever happens. */
const api = testApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})

const dayMs = 86_400_000
const step = fc.record({
  fan: fc.nat(1),
  coins: fc.integer({ min: 1, max: 20 }),
  back: fc.boolean(),
  /** Beyond the hold of seven days, what is returned is taken from elsewhere than where it came in. */
  days: fc.constantFrom(0, 1, 9),
})

test('are what came in less what went back, in every history', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const referrer = await api.makeUser()
      const fans = [await api.makeUser({ referredBy: referrer.id }), await api.makeUser()]
      const creator = await makeCreator(api)
      for (const fan of fans) await giveCoins(api, fan, 200)
      const began = api.ctx.now()
      let net = 0
      for (const { fan, coins, back, days } of steps) {
        const from = fans[fan]
        if (from === undefined) continue
        await api.call(from, chat.tip, { id: creator.id, amount: coins })
        net += coins * 80
        api.turnClock(days * dayMs)
        await releaseHolds(api.ctx)
        if (!back) continue
        const { data } = (await api.call(from, wallet.transactions, {})).data
        await api.call(staff, staffMoney.refund, { entry_id: data[0]?.id ?? '', reason: 'test' })
        net -= coins * 80
      }
      const rows = await api.db.run(readDays, { owner: creator.id })
      expect(rows.reduce((all, row) => all + row.net, 0)).toBe(net)
      expect(rows.every((row) => row.kind === 'tip')).toBe(true)
      expect(await ledgerOf(api)).toEqual([])
      api.turnClock(began - api.ctx.now())
    }),
    { numRuns: 10 },
  )
})

test('are counted again from the postings by the migration that fills them, beside sales', async () => {
  const referrer = await api.makeUser()
  const [fan, creator] = [await api.makeUser({ referredBy: referrer.id }), await makeCreator(api)]
  await giveCoins(api, fan, 100)
  await api.call(fan, chat.tip, { id: creator.id, amount: 7 })
  const { data } = (await api.call(fan, wallet.transactions, {})).data
  await api.call(staff, staffMoney.refund, { entry_id: data[0]?.id ?? '', reason: 'test' })
  await api.db.run(forgetEarnings, {})
  await api.db.run(forgetSpending, {})
  const fills = ourMigrations()
    .flatMap((it) => it.sql)
    .filter((it) => it.includes('DO $$') && /INSERT INTO "(?:earnings_days|fan_spending_days|cohort_months)"/.test(it))
  expect(fills.length).toBe(3)
  const tips = [1, 2, 3].map((amount) => api.call(fan, chat.tip, { id: creator.id, amount }))
  for (const fill of fills) await api.db.execute(sql.raw(fill))
  await Promise.all(tips)
  const rows = await api.db.run(readDays, { owner: creator.id })
  expect(rows.map(({ is_return, gross, net }) => [is_return, gross, net])).toEqual([
    [false, 1300, 1040],
    [true, -700, -560],
  ])
  expect(await ledgerOf(api)).toEqual([])
})

test('are what a monthly statement adds up, line by line', async () => {
  const [fan, creator] = [await api.makeUser(), await makeCreator(api)]
  await giveCoins(api, fan, 100)
  for (const amount of [1, 2, 3, 4]) await api.call(fan, chat.tip, { id: creator.id, amount })
  const { data } = (await api.call(fan, wallet.transactions, { kind: 'tip' })).data
  expect(data.map((row) => row.amount)).toEqual([-4, -3, -2, -1])
  await api.call(staff, staffMoney.refund, { entry_id: data[0]?.id ?? '', reason: 'test' })
  const month = new Date(api.ctx.now()).toISOString().slice(0, 7)
  const first = (await api.call(creator, payouts.statement, { month, limit: 3 })).data
  const second = (await api.call(creator, payouts.statement, { month, limit: 3, cursor: first.next ?? '' })).data
  const lines = [...first.data, ...second.data]
  expect(lines.map((line) => [line.kind, line.gross])).toEqual([
    ['refund', -4],
    ['tip', 4],
    ['tip', 3],
    ['tip', 2],
    ['tip', 1],
  ])
  expect(second.next).toBe(null)
  expect(first.totals).toMatchObject({ gross: 6, net: 4.8, tips: 8, refunds: -3.2, subscriptions: 0, unlocks: 0 })
  expect(second.totals).toEqual(first.totals)
})

test('are compared with the postings by the ledger check', async () => {
  const [fan, creator] = [await api.makeUser(), await makeCreator(api)]
  await giveCoins(api, fan, 10)
  await api.call(fan, chat.tip, { id: creator.id, amount: 4 })
  const day = new Date(api.ctx.now()).toISOString().slice(0, 10)
  await api.db.run(changeEarnings, { owner: creator.id, by: 1 })
  expect(await ledgerOf(api)).toEqual([
    `What is shown as earned on a day is not what the postings say: ${creator.id} by tip on ${day} says 321 of 400, the postings say 320 of 400`,
  ])
  await api.db.run(changeEarnings, { owner: creator.id, by: -1 })
  await api.db.run(changeSpendingDay, { fan: fan.id, by: 2 })
  expect(await ledgerOf(api)).toEqual([
    `What a fan has paid a creator is not the sum of their postings: ${fan.id} to ${creator.id} on ${day} says 402, the postings say 400`,
  ])
  await api.db.run(changeSpendingDay, { fan: fan.id, by: -2 })
})

const readDays = statement(
  'test_read_earnings_days',
  { owner: uuid },
  { kind: text, is_return: bool, gross: bigint, net: bigint },
  ({ owner }) => `
    select kind, is_return, sum(gross_cents)::bigint as gross, sum(net_cents)::bigint as net from earnings_days
    where owner_id = ${owner} group by kind, is_return order by kind, is_return`,
)
const forgetEarnings = statement('test_forget_earnings_days', {}, {}, () => 'delete from earnings_days')
const forgetSpending = statement('test_forget_spending_days', {}, {}, () => 'delete from fan_spending_days')
const changeEarnings = statement(
  'test_change_earnings_days',
  { owner: uuid, by: bigint },
  {},
  ({ owner, by }) => `update earnings_days set net_cents = net_cents + ${by} where owner_id = ${owner}`,
)
const changeSpendingDay = statement(
  'test_change_spending_day',
  { fan: uuid, by: bigint },
  {},
  ({ fan, by }) => `update fan_spending_days set spent_cents = spent_cents + ${by} where fan_id = ${fan}`,
)
