import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notifications } from '../../../contract/notifications.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { ledgerQuestions, staffMoney } from '../../../contract/staff-money.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { storedMails } from '../../../tests/support/stored-mails.ts'
import { openTcpProxy } from '../../../tests/support/tcp-proxy.ts'
import { openPostgres } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { bigint, statement, text, uuid } from '../../platform/db/statement.ts'
import { beginCheck, readCheck, runCheck } from './check-runs.ts'
import { reconcile } from './jobs.ts'

let api: TestApi
let staff: Actor
beforeEach(async () => {
  api = await openTestApi()
  staff = await api.makeUser({ role: 'staff' })
})
afterEach(() => api.close())

const tamper = () => api.db.run(insertUnpostedBalance, { id: newId() })
const ended = async () => {
  for (;;) {
    const { data } = await api.call(staff, staffMoney.ledgerCheck, {})
    if (data.running === null && data.last !== null) return data.last
  }
}

test('lets staff start one check at a time and read its result', async () => {
  expect((await api.call(staff, staffMoney.ledgerCheck, {})).data).toEqual({ running: null, last: null })
  expect((await api.call(staff, staffRoom.overview, {})).data.ledger_holds).toBeNull()
  const answers = await Promise.all([1, 2, 3].map(() => api.call(staff, staffMoney.startLedgerCheck, {})))
  expect(answers.filter((it) => it.status === 200).length).toBeGreaterThan(0)
  expect(new Set(answers.map((it) => it.refusal.error ?? null))).toContain('already_done')
  expect(await ended()).toMatchObject({ by: { id: staff.id }, violations: [], failure: null })
  expect((await api.call(staff, staffRoom.overview, {})).data.ledger_holds).toBe(true)
  expect((await api.call(staff, staffRoom.auditLog, {})).data.data[0]).toMatchObject({ action: 'ledger.check' })
})

test('notifies every staff member of violations, by notification and mail', async () => {
  const other = await api.makeUser({ role: 'staff', locale: 'fr' })
  const fan = await api.makeUser()
  await tamper()
  const found = await runCheck(api.ctx, await beginCheck(api.db, null))
  expect(found.map((it) => it.question)).toEqual(['balances', 'running'])
  for (const who of [staff, other])
    expect((await api.call(who, notifications.list, {})).data.data.map((it) => it.type)).toEqual(['ledger_violated'])
  expect((await api.call(fan, notifications.list, {})).data.data).toEqual([])
  const sent = await storedMails(api)
  expect(sent.map((it) => it.to).sort()).toEqual([staff, other].map((it) => `${it.id}@example.test`).sort())
  expect(sent.map((it) => it.subject)).toContain('Les comptes ne tombent pas juste')
  expect((await api.call(staff, staffRoom.overview, {})).data.ledger_holds).toBe(false)
})

test('closes a run that has given no sign of life, and starts another', async () => {
  await beginCheck(api.db, null)
  await expect(beginCheck(api.db, null)).rejects.toMatchObject({ code: 'already_done' })
  await api.db.run(ageRuns, {})
  expect((await readCheck(api.ctx)).running).toBeNull()
  await beginCheck(api.db, null)
  expect((await readCheck(api.ctx)).last?.failure).toBe('interrupted')
})

test('runs beyond the statement timeout of requests and reports its progress', async () => {
  if (api.db.engine === 'pglite') {
    // PGlite has one connection and no statement timeout.
    expect(await runCheck(api.ctx, await beginCheck(api.db, null))).toEqual([])
    return
  }
  const url = await serverUrl()
  const limited = await openPostgres(url, 2, 300)
  const ctx = { ...api.ctx, db: limited.db, env: { ...api.ctx.env, DATABASE_URL: url } }
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table ledger_postings in access exclusive mode')
  const id = await beginCheck(ctx.db, null)
  const run = runCheck(ctx, id)
  await expect(ctx.db.run(countPostings, {})).rejects.toThrow('statement timeout')
  expect((await readCheck(ctx)).running).toMatchObject({ done: 0, total: ledgerQuestions.length, asking: 'overall' })
  await holder.query('commit')
  await holder.end()
  expect(await run).toEqual([])
  await limited.close()
})

test('ends a run whose connection is cut, and runs the next one on a new connection', async () => {
  if (api.db.engine === 'pglite') {
    // PGlite has no connection that could be cut.
    expect(await runCheck(api.ctx, await beginCheck(api.db, null))).toEqual([])
    return
  }
  const url = new URL(await serverUrl())
  const proxy = await openTcpProxy(() => Number(url.port || 5432))
  const throughProxy = Object.assign(new URL(url), { port: String(proxy.port) }).href
  const ctx = { ...api.ctx, env: { ...api.ctx.env, DATABASE_URL: throughProxy } }
  const holder = new pg.Client({ connectionString: url.href })
  await holder.connect()
  await holder.query('begin; lock table ledger_postings in access exclusive mode')
  const run = runCheck(ctx, await beginCheck(api.db, null))
  await expect.poll(() => proxy.connectionsTo(Number(url.port || 5432))).toBeGreaterThan(0)
  proxy.cut()
  await expect(run).rejects.toThrow('the database does not answer')
  expect((await readCheck(ctx)).last?.failure).toBe('the database does not answer')
  proxy.mend()
  await holder.query('commit')
  await holder.end()
  expect(await runCheck(ctx, await beginCheck(api.db, null))).toEqual([])
  proxy.close()
})

test('runs the nightly check once when two nodes start it', async () => {
  await Promise.all([reconcile(api.ctx), reconcile(api.ctx)])
  const { running, last } = await readCheck(api.ctx)
  expect([running, last?.violations, last?.failure, last?.by]).toEqual([null, [], null, null])
})

/** The address of this test's database on its server. */
async function serverUrl(): Promise<string> {
  const [row] = await api.db.run(databaseName, {})
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  return server.replace(/\/[^/]*$/, `/${row?.name}`)
}

const insertUnpostedBalance = statement(
  'test_insert_unposted_balance',
  { id: uuid },
  {},
  ({ id }) => `insert into ledger_accounts (id, owner_id, kind, balance_cents) values (${id}, ${id}, 'wallet', 500)`,
)
const ageRuns = statement(
  'test_age_runs',
  {},
  {},
  () => `update ledger_checks set seen_at = now() - interval '2 minutes'`,
)
const databaseName = statement('test_database', {}, { name: text }, () => 'select current_database()::text as name')
const countPostings = statement(
  'test_count_postings',
  {},
  { count: bigint },
  () => 'select count(*) as count from ledger_postings',
)
