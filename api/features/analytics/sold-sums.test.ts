import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analytics } from '../../../contract/analytics.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { clockAt } from '../../../contract/policy/zoned-time.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { ourMigrations } from '../../platform/db/migrate.ts'
import { purchases, soldPostMonths, soldQuarters } from '../../platform/db/schema/media.ts'

/** What is sold is added up as it is sold (docs/decisions/running-sums.md): the figures are those of the sales themselves. */
const api = testApi()
const posts = Array.from({ length: 14 }, () => newId())

const sale = fc.record({
  /** Most of the year, with the days on which Paris and Lord Howe change their clocks. */
  at: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-12-31') }),
  kind: fc.constantFrom('post' as const, 'post' as const, 'message' as const, 'media' as const),
  post: fc.nat(posts.length - 1),
  cents: fc.constantFrom<number>(0, 300, 500, 999),
  isRefunded: fc.boolean(),
})
type Sale = typeof sale extends fc.Arbitrary<infer T> ? T : never
const span = fc.record({
  from: fc.integer({ min: 1, max: 364 }),
  days: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 21, max: 300 })),
  zone: fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
})

test('kinds, posts and hours of any span are those of its sales, less what was refunded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { minLength: 1, maxLength: 120, size: 'max' }),
      fc.array(span, { minLength: 6, maxLength: 6 }),
      async (sales, spans) => {
        const creator = await makeCreator(api)
        await insertSales(creator, sales)
        for (const { from, days, zone } of spans) {
          const [first, last] = [dayOf(from), dayOf(from + days)]
          const { data } = await api.call(creator, analytics.sold, { from: first, to: last, time_zone: zone })
          const within = (it: Sale) => it.at >= Date.parse(first) && it.at < Date.parse(last) + dayMs
          expect(figuresOf(data)).toEqual(expectedOf(sales.filter(within), zone))
        }
        expect(await wrongOf()).toEqual([])
      },
    ),
    { numRuns: 12 },
  )
})

test('the migration that fills the sums gives what the triggers gave, and the ledger check finds what is wrong', async () => {
  const creator = await makeCreator(api)
  const of = (days: number, cents: number, isRefunded = false): Sale => ({
    at: Date.parse(dayOf(days)),
    kind: 'post',
    post: 1,
    cents,
    isRefunded,
  })
  await insertSales(creator, [of(1, 500), of(1, 500), of(40, 300), of(41, 999, true), of(42, 0)])
  const before = await sumsOf(creator)
  expect(before.months.map((it) => [it.month, it.sales, it.paidCents])).toEqual([
    ['2026-01-01', 2, 1_000],
    ['2026-02-01', 1, 300],
  ])
  await api.db.update(soldQuarters).set({ sales: 9 }).where(eq(soldQuarters.creatorId, creator.id))
  await api.db.update(soldPostMonths).set({ paidCents: 1 }).where(eq(soldPostMonths.creatorId, creator.id))
  expect((await wrongOf()).length).toBeGreaterThanOrEqual(4)
  const fill = ourMigrations()
    .flatMap((it) => it.sql)
    .find((it) => it.includes('DELETE FROM "sold_quarters"'))
  await api.db.execute(sql.raw(fill ?? ''))
  expect(await sumsOf(creator)).toEqual(before)
  expect(await wrongOf()).toEqual([])
})

const dayMs = 86_400_000
const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)
const wrongOf = async () => (await ledgerOf(api)).filter((it) => it.startsWith('What is counted of sales'))

/** In one statement those that one call would buy, and refunds one by one. */
async function insertSales(creator: Actor, sales: readonly Sale[]): Promise<void> {
  const rows = sales.map(({ at, kind, post, cents }) => ({
    ...{ id: newId(), buyerId: newId(), creatorId: creator.id, entryId: newId(), createdAt: new Date(at) },
    ...{ objectKind: kind, objectId: posts[post] ?? '', priceCents: cents },
  }))
  await api.db.insert(purchases).values(rows)
  for (const [at, { isRefunded }] of sales.entries())
    if (isRefunded)
      await api.db
        .update(purchases)
        .set({ refundedAt: new Date() })
        .where(eq(purchases.id, rows[at]?.id ?? ''))
}

async function sumsOf(creator: Actor) {
  const [quarters, months] = [
    await api.db.select().from(soldQuarters).where(eq(soldQuarters.creatorId, creator.id)),
    await api.db.select().from(soldPostMonths).where(eq(soldPostMonths.creatorId, creator.id)),
  ]
  return {
    quarters: quarters.filter((it) => it.sales > 0).sort((a, b) => a.quarter - b.quarter),
    months: months.filter((it) => it.sales > 0).sort((a, b) => (a.month < b.month ? -1 : 1)),
  }
}

type Figures = { sales: number; paid: number }
const figuresOf = (sold: {
  kinds: (Figures & { kind: string })[]
  posts: (Figures & { id: string })[]
  hours: (Figures & { weekday: number; hour: number })[]
}) => ({
  kinds: sold.kinds,
  posts: sold.posts.map(({ id, sales, paid }) => ({ id, sales, paid })),
  hours: sold.hours,
})

function expectedOf(all: readonly Sale[], zone: string): ReturnType<typeof figuresOf> {
  const sales = all.filter((it) => it.cents > 0 && !it.isRefunded)
  const groups = <Part extends object>(of: readonly Sale[], partOf: (it: Sale) => Part) => {
    const parts = Map.groupBy(of, (it) => JSON.stringify(partOf(it)))
    return [...parts].map(([part, found]) => ({
      ...(JSON.parse(part) as Part),
      sales: found.length,
      paid: coinsOf(found.reduce((sum, it) => sum + it.cents, 0)),
    }))
  }
  const bought = sales.filter((it) => it.kind === 'post')
  return {
    kinds: groups(sales, ({ kind }) => ({ kind })).sort((a, b) => b.paid - a.paid || (a.kind < b.kind ? -1 : 1)),
    posts: groups(bought, ({ post }) => ({ id: posts[post] ?? '' }))
      .sort((a, b) => b.paid - a.paid || (a.id < b.id ? -1 : 1))
      .slice(0, 10),
    hours: groups(sales, ({ at }) => {
      const { day, time } = clockAt(zone, at)
      return { weekday: new Date(day).getUTCDay() || 7, hour: Math.floor(time / 3_600_000) }
    }).sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
  }
}
