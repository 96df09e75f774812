import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { analytics, type Cohort } from '../../../contract/analytics.ts'
import { chat } from '../../../contract/chat.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { wallet } from '../../../contract/wallet.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { ourMigrations } from '../../platform/db/migrate.ts'
import { cohortMonths, subscriptionEvents } from '../../platform/db/schema/subscriptions.ts'
import { fanSpendingDays } from '../../platform/db/schema/wallet.ts'
import { renewDue } from '../subscriptions/renew.ts'

/** The fans of a month, and what became of them (product §90). */
const api = testApi()
const dayMs = 86_400_000

async function makeFan(coins: number): Promise<Actor> {
  const fan = await api.makeUser()
  await giveCoins(api, fan, coins)
  return fan
}
const subscribe = (fan: Actor, creator: Actor) =>
  api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 9.99 })
const read = async (who: Actor): Promise<Cohort[]> => (await api.call(who, analytics.cohorts, {})).data.data

it('counts who subscribes after each month, and what a fan paid on average by then', async () => {
  const creator = await makeCreator(api)
  const [stays, leaves] = [await makeFan(100), await makeFan(15)]
  await api.call(leaves, chat.tip, { id: creator.id, amount: 5 })
  for (const fan of [stays, leaves]) expect((await subscribe(fan, creator)).status).toBe(200)
  const month = new Date(api.ctx.now()).toISOString().slice(0, 7)
  expect(await read(creator)).toEqual([
    { month, fans: 2, after: Array(12).fill(null), today: { subscribed: 2, paid: 12.49 } },
  ])
  // The second has no coins for another month, and is lost after three days of grace.
  for (let day = 0; day < 100; day++) {
    api.turnClock(dayMs)
    await renewDue(api.ctx)
  }
  const [cohort] = await read(creator)
  expect(cohort?.after.slice(0, 2)).toEqual([
    { subscribed: 1, paid: 17.49 },
    { subscribed: 1, paid: 22.48 },
  ])
  expect(cohort?.after[11]).toBeNull()
  expect(cohort?.today).toEqual({ subscribed: 1, paid: 27.48 })
  const staff = await api.makeUser({ role: 'staff' })
  const [latest] = (await api.call(stays, wallet.transactions, {})).data.data
  await api.call(staff, staffMoney.refund, { entry_id: latest?.id ?? '', reason: 'requested' })
  expect((await read(creator))[0]?.today).toEqual({ subscribed: 0, paid: 22.48 })
  await giveCoins(api, leaves, 20)
  await subscribe(leaves, creator)
  expect((await read(creator))[0]).toMatchObject({ fans: 2, today: { subscribed: 1, paid: 27.48 } })
  const headers = { cookie: creator.cookie }
  const file = await bytesApp(api.ctx).request('/api/creator/analytics/cohorts/export', { headers })
  const [head, line] = (await file.text()).trim().split('\r\n')
  expect(head).toMatch(/^month,fans,subscribed_1,.*,subscribed_today,paid_1,.*,paid_today$/)
  expect(line).toMatch(new RegExp(`^${month},2,1,1,.*,1,17\\.49,22\\.48,.*,27\\.48$`))
  api.turnClock(-100 * dayMs)
  expect(await ledgerOf(api)).toEqual([])
})

it('gives an operator without can_payment no amounts, and another creator nothing', async () => {
  const { operator, creator } = await makeAgency(api, { show_in_analytics: true, can_payment: false } as never)
  await subscribe(await makeFan(20), creator)
  const [seen] = await read(await actAs(api, operator, creator))
  expect([seen?.fans, seen?.today]).toEqual([1, { subscribed: 1, paid: null }])
  expect(await read(await makeCreator(api))).toEqual([])
})

const step = fc.record({
  fan: fc.nat(3),
  days: fc.integer({ min: 0, max: 45 }),
  act: fc.constantFrom('new', 'renewed', 'past_due', 'lost', 'pay', 'pay', 'repay'),
})
const random = { numRuns: 25 }

it('is what happened to each fan, in every history, and what the migration counts', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const creator = await makeCreator(api)
      const fans = [newId(), newId(), newId(), newId()]
      let at = api.ctx.now() - 900 * dayMs
      const happened: Happened[] = []
      for (const { fan, days, act } of steps) {
        at += days * dayMs + 61_000
        const it = { fan: fans[fan] ?? '', at, act, cents: act === 'pay' ? 500 : act === 'repay' ? -200 : 0 }
        happened.push(it)
        await (it.cents === 0 ? insertEvent(creator, it) : insertPayment(creator, it))
      }
      const found = await read(creator)
      for (const cohort of found) expect(cohort).toEqual(expectedCohort(happened, cohort))
      const before = await summed(creator)
      await recount()
      expect(await summed(creator)).toEqual(before)
      expect((await ledgerOf(api)).filter((line) => line.startsWith('What is counted of the fans of'))).toEqual([])
    }),
    random,
  )
})

it('counts once what a fan pays in the moment of the first subscription', async () => {
  const creator = await makeCreator(api)
  const fans = await Promise.all(Array.from({ length: 8 }, () => makeFan(50)))
  await Promise.all(
    fans.flatMap((fan) => [
      api.call(fan, chat.tip, { id: creator.id, amount: 5 }),
      subscribe(fan, creator),
      api.call(fan, chat.tip, { id: creator.id, amount: 2 }),
    ]),
  )
  expect((await read(creator))[0]).toMatchObject({ fans: 8, today: { subscribed: 8, paid: 16.99 } })
  await api.db.update(cohortMonths).set({ spentCents: 1 })
  const problems = (await ledgerOf(api)).filter((line) => line.startsWith('What is counted of the fans of a month'))
  expect(problems.length).toBeGreaterThan(0)
  await recount()
  expect((await read(creator))[0]).toMatchObject({ fans: 8, today: { subscribed: 8, paid: 16.99 } })
})

type Happened = { fan: string; at: number; act: string; cents: number }

const insertEvent = (creator: Actor, { fan, at, act }: Happened) =>
  api.db.insert(subscriptionEvents).values({
    ...{ id: newId(), subscriptionId: fan, fanId: fan, creatorId: creator.id, priceCents: 500 },
    ...{ kind: act as 'new', createdAt: new Date(at) },
  })
const insertPayment = (creator: Actor, { fan, at, cents }: Happened) =>
  api.db
    .insert(fanSpendingDays)
    .values({ creatorId: creator.id, fanId: fan, day: dayOf(at), spentCents: cents })
    .onConflictDoUpdate({
      target: [fanSpendingDays.creatorId, fanSpendingDays.day, fanSpendingDays.fanId],
      set: { spentCents: sql`fan_spending_days.spent_cents + ${cents}` },
    })

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const summed = async (creator: Actor) =>
  (
    await api.db.execute(sql`
      select cohort, month, sum(fans)::int as fans, sum(changes)::int as changes, sum(spent_cents)::int as cents
      from cohort_months where creator_id = ${creator.id} group by 1, 2
      having sum(fans) <> 0 or sum(changes) <> 0 or sum(spent_cents) <> 0 order by 1, 2`)
  ).rows

async function recount(): Promise<void> {
  const fill = ourMigrations()
    .flatMap((it) => it.sql)
    .find((it) => it.includes('DELETE FROM "cohort_months"'))
  await api.db.execute(sql.raw(fill ?? ''))
}

/** What the figures mean, day by day, without months between them. */
function expectedCohort(happened: readonly Happened[], { month, after }: Cohort): Cohort {
  const firstOf = (fan: string) => happened.find((it) => it.fan === fan && it.act === 'new')?.at ?? Number.NaN
  const fans = [...new Set(happened.map((it) => it.fan))].filter((fan) => dayOf(firstOf(fan) || 0).startsWith(month))
  const by = (months: number | null) => {
    const until = (fan: string) => (months === null ? '9999' : monthsLater(dayOf(firstOf(fan)), months))
    const subscribed = fans.filter((fan) => isSubscribed(happened, fan, until(fan))).length
    const paid = happened.filter(
      (it) => fans.includes(it.fan) && dayOf(it.at) >= dayOf(firstOf(it.fan)) && dayOf(it.at) <= until(it.fan),
    )
    const cents = paid.reduce((sum, it) => sum + it.cents, 0)
    return { subscribed, paid: Math.round(cents / fans.length) / 100 + 0 }
  }
  const last = new Date(Date.parse(`${month}-01`))
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  const isOver = (months: number) => monthsLater(dayOf(last.getTime()), months) < dayOf(api.ctx.now())
  expect(after).toHaveLength(12)
  return {
    month,
    fans: fans.length,
    after: after.map((_, at) => (isOver(at + 1) ? by(at + 1) : null)),
    today: by(null),
  }
}

/** Whether a fan subscribes at the end of a day. An unpaid month that was then lost ended on the day when it was due. */
function isSubscribed(happened: readonly Happened[], fan: string, day: string): boolean {
  const own = happened.filter((it) => it.fan === fan && it.cents === 0)
  let changes = 0
  let was = ''
  for (const [n, it] of own.entries()) {
    if (it.act !== 'new' && it.act !== 'lost') continue
    const before = own[n - 1]
    const due = it.act === 'lost' && before?.act === 'past_due' ? before.at : it.at
    const at = it.act === 'new' ? it.at : due - 3_600_000
    const isFirst = it.act === 'new' && !own.slice(0, n).some((other) => other.act === 'new')
    const counts = isFirst || (was !== '' && was !== it.act)
    if (counts && dayOf(at) <= day) changes += it.act === 'new' ? 1 : -1
    was = it.act
  }
  return changes > 0
}

function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}
