import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { ourMigrations } from '../../platform/db/migrate.ts'
import { fanSpending, fanSpendingDays } from '../../platform/db/schema/wallet.ts'
import { int, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import { topFans, topFansOfMany } from './statements.ts'

/** What the figures of a long span are read from (docs/decisions/running-sums.md). */
const api = testApi()

test('subscriptions are counted by day as they happen, as the ledger check finds', async () => {
  const creator = await makeCreator(api, 5)
  const fans = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  for (const fan of fans) {
    await giveCoins(api, fan, 20)
    await api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 5 })
  }
  const days = await api.db.run(readDays, { creator: creator.id })
  expect(days.map(({ kind, count }) => [kind, count])).toEqual([['new', 3]])
  expect(await ledgerOf(api)).toEqual([])
  await api.db.run(addOne, { creator: creator.id })
  expect(await ledgerOf(api)).toEqual([
    `What is counted of subscriptions on a day is not what happened: ${creator.id} on ${days[0]?.day} says 4 new, there were 3`,
  ])
  await api.db.run(forgetDays, {})
  await recount()
  expect(await api.db.run(readDays, { creator: creator.id })).toEqual(days)
})

test('the migration that fills the counts gives what the trigger gave, for days long past too', async () => {
  const creator = await makeCreator(api, 5)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [kind, days] of [
    ['new', 300],
    ['renewed', 270],
    ['renewed', 270],
    ['lost', 40],
    ['new', 1],
    ['new', 0],
  ] as const)
    await api.db.run(insertEvent, { id: newId(), creator: creator.id, fan: newId(), kind, at: ago(days) })
  const days = await api.db.run(readDays, { creator: creator.id })
  expect(days.map(({ count }) => count)).toEqual([1, 2, 1, 1, 1])
  await api.db.run(forgetDays, {})
  await recount()
  await recount()
  expect(await api.db.run(readDays, { creator: creator.id })).toEqual(days)
})

const payment = fc.record({
  fan: fc.nat(260),
  day: fc.integer({ min: 1, max: 28 }),
  /** January lies outside of the span that is asked for. */
  month: fc.constantFrom('01', '02', '03'),
  /** Many pay the same. */
  cents: fc.oneof(fc.constantFrom(500, 900), fc.integer({ min: -300, max: 1_000 })),
})

test('the best fans of a span are the same from the best of all time, or it is known that they may not be', async () => {
  const fans = Array.from({ length: 261 }, () => newId())
  const answers = { complete: 0, open: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { maxLength: 600, size: 'max' }), async (payments) => {
      const creatorId = newId()
      const days = new Map<string, typeof fanSpendingDays.$inferInsert>()
      const sums = new Map<string, number>()
      for (const { fan, day, month, cents } of payments) {
        const fanId = fans[fan] ?? ''
        const at = `2026-${month}-${String(day).padStart(2, '0')}`
        const before = days.get(`${fanId} ${at}`)?.spentCents ?? 0
        days.set(`${fanId} ${at}`, { creatorId, fanId, day: at, spentCents: before + cents })
        sums.set(fanId, (sums.get(fanId) ?? 0) + cents)
      }
      if (days.size === 0) return
      await api.db.insert(fanSpendingDays).values([...days.values()])
      await api.db
        .insert(fanSpending)
        .values([...sums].map(([fanId, spentCents]) => ({ creatorId, fanId, spentCents })))
      const span = { creator: creatorId, from: new Date('2026-02-01'), to: new Date('2026-04-01') }
      const all = await api.db.run(topFans, span)
      const best = await api.db.run(topFansOfMany, span)
      const isComplete = best.at(-1)?.is_complete ?? false
      answers[isComplete ? 'complete' : 'open']++
      if (isComplete) expect(best.map(({ is_complete: _, ...row }) => row)).toEqual(all)
    }),
    { numRuns: 10 },
  )
  expect(answers.complete).toBeGreaterThan(0)
})

/** Runs the parts of the migrations that count what was there before the trigger. */
async function recount(): Promise<void> {
  const fills = ourMigrations()
    .flatMap((it) => it.sql)
    .filter((it) => it.includes('DO $$') && it.includes('INSERT INTO "subscription_days"'))
  expect(fills.length).toBe(2)
  for (const fill of fills) await api.db.execute(sql.raw(fill))
}

const readDays = statement(
  'test_read_subscription_days',
  { creator: uuid },
  { day: text, kind: text, count: int },
  ({ creator }) => `
    select day::text as day, kind, sum(count)::int as count from subscription_days where creator_id = ${creator} group by day, kind order by day, kind`,
)
const addOne = statement(
  'test_count_one_more',
  { creator: uuid },
  {},
  ({ creator }) => `
    update subscription_days set count = count + 1 where creator_id = ${creator}
      and shard = (select min(shard) from subscription_days where creator_id = ${creator})`,
)
const forgetDays = statement('test_forget_subscription_days', {}, {}, () => 'delete from subscription_days')
const insertEvent = statement(
  'test_insert_subscription_event',
  { id: uuid, creator: uuid, fan: uuid, kind: text, at: timestamptz },
  {},
  (p) => `
    insert into subscription_events (id, subscription_id, fan_id, creator_id, kind, price_cents, created_at)
    values (${p.id}, ${p.id}, ${p.fan}, ${p.creator}, ${p.kind}, 500, ${p.at})`,
)
