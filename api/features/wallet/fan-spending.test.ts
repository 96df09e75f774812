import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { ourMigrations } from '../../platform/db/migrate.ts'
import { bigint, statement, uuid } from '../../platform/db/statement.ts'

/** What each fan has paid a creator (docs/decisions/running-sums.md): equal to the postings whatever happens. */
const api = testApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})

const step = fc.record({
  fan: fc.nat(1),
  creator: fc.nat(1),
  coins: fc.integer({ min: 1, max: 20 }),
  back: fc.boolean(),
})

test('is what the fan paid less what came back, in every history', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const fans = [await api.makeUser(), await api.makeUser()]
      const creators = [await makeCreator(api), await makeCreator(api)]
      for (const fan of fans) await giveCoins(api, fan, 200)
      const paid = new Map<string, number>()
      for (const { fan, creator, coins, back } of steps) {
        const [from, to] = [fans[fan], creators[creator]]
        if (!from || !to) continue
        await api.call(from, chat.tip, { id: to.id, amount: coins })
        const { data } = (await api.call(from, wallet.transactions, {})).data
        if (back) await api.call(staff, staffMoney.refund, { entry_id: data[0]?.id ?? '', reason: 'test' })
        const key = `${from.id} ${to.id}`
        paid.set(key, (paid.get(key) ?? 0) + (back ? 0 : coins * 100))
      }
      for (const fan of fans)
        for (const creator of creators) {
          const [row] = await api.db.run(readSpending, { fan: fan.id, creator: creator.id })
          expect(row?.cents ?? 0).toBe(paid.get(`${fan.id} ${creator.id}`) ?? 0)
        }
    }),
    { numRuns: 15 },
  )
  expect(await ledgerOf(api)).toEqual([])
})

test('is counted again from the postings by the migration that fills it, beside sales', async () => {
  const [fan, creator] = [await api.makeUser(), await makeCreator(api)]
  await giveCoins(api, fan, 100)
  await api.call(fan, chat.tip, { id: creator.id, amount: 7 })
  await api.db.run(forgetSpending, {})
  const statements = ourMigrations().flatMap((it) => it.sql)
  const fill = statements.find((it) => it.includes('FROM "ledger_accounts" a'))
  const fillLastPaid = statements.find((it) => it.includes('"refresh_creator_fans"(fans, creators)'))
  const tips = [1, 2, 3].map((amount) => api.call(fan, chat.tip, { id: creator.id, amount }))
  await Promise.all([api.db.execute(sql.raw(fill ?? '')), ...tips])
  await api.db.execute(sql.raw(fillLastPaid ?? ''))
  expect(await api.db.run(readSpending, { fan: fan.id, creator: creator.id })).toEqual([{ cents: 1300 }])
  expect(await ledgerOf(api)).toEqual([])
})

test('is compared with the postings by the ledger check', async () => {
  const [fan, creator] = [await api.makeUser(), await makeCreator(api)]
  await giveCoins(api, fan, 10)
  await api.call(fan, chat.tip, { id: creator.id, amount: 4 })
  await api.db.run(changeSpending, { fan: fan.id, creator: creator.id, by: 1 })
  expect(await ledgerOf(api)).toEqual([
    `What a fan has paid a creator is not the sum of their postings: ${fan.id} to ${creator.id} says 401, the postings say 400`,
  ])
  await api.db.run(changeSpending, { fan: fan.id, creator: creator.id, by: -1 })
  expect(await ledgerOf(api)).toEqual([])
})

const pair = { fan: uuid, creator: uuid }
const readSpending = statement(
  'test_read_spending',
  pair,
  { cents: bigint },
  (p) => `select spent_cents as cents from fan_spending where fan_id = ${p.fan} and creator_id = ${p.creator}`,
)
const forgetSpending = statement('test_forget_spending', {}, {}, () => 'delete from fan_spending')
const changeSpending = statement(
  'test_change_spending',
  { ...pair, by: bigint },
  {},
  (p) => `
    update fan_spending set spent_cents = spent_cents + ${p.by} where fan_id = ${p.fan} and creator_id = ${p.creator}`,
)
