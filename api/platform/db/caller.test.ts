import pg from 'pg'
import { expect, test } from 'vitest'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { CallerGone, forCaller } from './caller.ts'
import { openPostgres } from './db.ts'
import { bigint, int, statement, text } from './statement.ts'

const api = testApi()

test('runs nothing for a caller who has gone', async () => {
  const work = forCaller(AbortSignal.abort(), () => api.db.run(one, {}))
  await expect(work).rejects.toBeInstanceOf(CallerGone)
  expect(await forCaller(new AbortController().signal, () => api.db.run(one, {}))).toEqual([{ one: 1 }])
})

test('a read that adds up much ends with its caller', async () => {
  const creator = await makeCreator(api)
  const url = 'http://localhost/api/creator/analytics'
  const gone = new Request(url, { headers: { cookie: creator.cookie }, signal: AbortSignal.abort() })
  expect((await api.app.request(gone)).status).toBe(499)
  expect((await api.app.request(new Request(url, { headers: { cookie: creator.cookie } }))).status).toBe(200)
})

test('the server ends statements and transactions of callers who go, though nothing limits their time', async () => {
  // PGlite has one connection, on which nothing can be ended.
  if (api.db.engine === 'pglite') return
  const [row] = await api.db.run(databaseName, {})
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const url = server.replace(/\/[^/]*$/, `/${row?.name}`)
  const { db, close } = await openPostgres(url, 3, 3_600_000)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  const waiting = async () => {
    // Within a transaction it would see what it saw at first.
    await holder.query('select pg_stat_clear_snapshot()')
    const { rows } = await holder.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%earnings_days%'`,
    )
    return rows.length
  }
  await holder.query('begin; lock table earnings_days in access exclusive mode')
  const leave = new AbortController()
  const works = [() => db.run(countDays, {}), () => db.transact((tx) => tx.run(countDays, {}))].map((work) =>
    expect(forCaller(leave.signal, work)).rejects.toBeInstanceOf(CallerGone),
  )
  await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
  leave.abort()
  await Promise.all(works)
  await holder.query('commit')
  expect(await db.run(countDays, {})).toEqual([{ count: 0 }])
  await holder.end()
  await close()
})

const one = statement('test_caller_one', {}, { one: int }, () => 'select 1 as one')
const countDays = statement(
  'test_caller_count',
  {},
  { count: bigint },
  () => 'select count(*) as count from earnings_days',
)
const databaseName = statement(
  'test_caller_database',
  {},
  { name: text },
  () => 'select current_database()::text as name',
)
