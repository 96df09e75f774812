import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { bigint, bool, int, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import { readCheck } from './check-runs.ts'
import { findNewViolations, proveAll, safeMark } from './incremental-check.ts'
import { reconcile } from './jobs.ts'

/** The ledger check of what is new: what it finds, what it leaves to the whole one, and that it goes on after a kill. */
let api: TestApi
let fan: Actor
let creator: Actor
let stranger: Actor
beforeEach(async () => {
  // The ids of bystanders' entries do not begin with their time, so none would ever lie below the mark.
  api = await openTestApi({ empty: true })
  creator = await makeCreator(api)
  fan = await api.makeUser()
  stranger = await api.makeUser()
  await giveCoins(api, fan, 500)
  await giveCoins(api, stranger, 1)
  await tip()
})
afterEach(() => api.close())

const tip = () => api.call(fan, chat.tip, { id: creator.id, amount: 7 })
/** Without the ten minutes all entries of the test are below the mark. */
const toNow = { lagMs: 0, postings: 1, accounts: 1 }
const questionsOf = (found: { question: string }[]) => [...new Set(found.map((it) => it.question))].sort()
const check = async (options = {}) => questionsOf(await findNewViolations(api.db, options))

test.each([['after the mark'], ['below the mark']])('finds a wrong posting in new rows %s', async (place) => {
  const options = place === 'below the mark' ? toNow : {}
  expect(await check(options)).toEqual([])
  await tip()
  await api.db.run(addToLastSale, { owner: creator.id, other: stranger.id })
  for (const _ of ['at once', 'again'])
    expect(await check(options)).toEqual(expect.arrayContaining(['balances', 'entries']))
})

test('finds a wrong balance, sum of a fan and sum of a creator in new rows', async () => {
  expect(await check(toNow)).toEqual([])
  await tip()
  await api.db.run(tamperWithBalance, { owner: creator.id })
  expect(await check()).toEqual(['balances'])
  await api.db.run(tamperWithDays, { fan: fan.id })
  await api.db.run(tamperWithEarnings, { creator: creator.id })
  expect(await check(toNow)).toEqual(['balances', 'earnings', 'spending'])
})

test('finds an entry without postings and a posting without entry', async () => {
  await api.db.run(insertEntry, { id: newId() })
  expect(await check(toNow)).toEqual(['empty'])
  await api.db.run(insertPosting, { id: newId(), owner: fan.id })
  expect(await check(toNow)).toEqual(['balances', 'empty', 'entries', 'orphans'])
})

test('begins with the sums of a whole check, and reads no row below its mark again', async () => {
  await proveAll(api.db, await safeMark(api.db, 0))
  expect(await api.db.run(readWrongSums, {})).toEqual([])
  await api.db.run(addToLastSale, { owner: creator.id, other: stranger.id })
  expect(await check(toNow)).toEqual([])
  await tip()
  // The days of new entries are counted whole.
  expect(await check(toNow)).toEqual(['earnings'])
  await tip()
  await api.db.run(tamperWithBalance, { owner: creator.id })
  expect(await check(toNow)).toEqual(['balances', 'earnings'])
})

test('leaves a change of proven rows to the whole check, and counts all again after it', async () => {
  await reconcile(api.ctx)
  expect(await check(toNow)).toEqual([])
  await api.db.run(addToLastSale, { owner: creator.id, other: stranger.id })
  expect(await check(toNow)).toEqual([])
  await api.db.run(ageChecks, { to: new Date(Date.now() - 7 * 86_400_000) })
  await reconcile(api.ctx)
  expect(questionsOf((await readCheck(api.ctx)).last?.violations ?? [])).toContain('entries')
  expect(await check(toNow)).toContain('entries')
})

test('checks all rows once a week and repeats what that found on the nights between', async () => {
  const runs = async () => (await api.db.run(readRuns, {})).map((it) => it.is_whole)
  await api.db.run(addToLastSale, { owner: creator.id, other: stranger.id })
  await reconcile(api.ctx)
  await reconcile(api.ctx)
  expect(await runs()).toEqual([true, false])
  expect(questionsOf((await readCheck(api.ctx)).last?.violations ?? [])).toContain('running')
  await api.db.run(ageChecks, { to: new Date(Date.now() - 7 * 86_400_000) })
  await reconcile(api.ctx)
  expect(await runs()).toEqual([true, false, true])
})

test('counts every entry once when two nodes check at once', async () => {
  expect((await Promise.all([1, 2].map(() => check(toNow)))).flat()).toEqual([])
  expect(await check(toNow)).toEqual([])
  expect(await api.db.run(readWrongSums, {})).toEqual([])
})

test.each([['proof_add_sums'], ['proof_move'], ['proof_close_sums']])(
  'goes on after a run that was killed in %s',
  async (name) => {
    let calls = 0
    const killed = killedWhen(api.db, (run) => run === name && ++calls === 2)
    await expect(findNewViolations(killed, toNow)).rejects.toThrow('killed')
    await tip()
    expect(await check(toNow)).toEqual([])
    expect(await api.db.run(readWrongSums, {})).toEqual([])
    expect((await api.db.run(countOpenSums, {}))[0]?.count).toBe(0)
    expect(await ledgerOf(api)).toEqual([])
  },
)

test('does not miss an entry whose transaction was open at the mark', async () => {
  if (api.db.engine === 'pglite') {
    // PGlite has one connection, so no other transaction is open.
    expect(await check(toNow)).toEqual([])
    return
  }
  const [database] = await api.db.run(databaseName, {})
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const other = new pg.Client({ connectionString: server.replace(/\/[^/]*$/, `/${database?.name}`) })
  await other.connect()
  await other.query('begin')
  await other.query(insertEntry.sql, [newId()])
  expect(await check(toNow)).toEqual([])
  await other.query('commit')
  await other.end()
  expect(await check(toNow)).toEqual(['empty'])
})

/** The database of a process that dies before a statement. */
function killedWhen(db: Db, dies: (name: string) => boolean): Db {
  const run: Db['run'] = (it, values) => (dies(it.name) ? Promise.reject(new Error('killed')) : db.run(it, values))
  const transact: Db['transact'] = (work) => db.transact((tx) => work(killedWhen(tx, dies)))
  return Object.assign(Object.create(db), { run, transact })
}

const lastPostingOf = (owner: string) => `
  select p.entry_id, p.account_id from ledger_postings p join ledger_accounts a on a.id = p.account_id
  where a.owner_id = ${owner} and a.kind = 'pending' order by p.entry_id desc limit 1`
/** Rows of the ledger cannot be changed, so the wrong one is a further posting of the sale. */
const addToLastSale = statement(
  'test_add_to_sale',
  { owner: uuid, other: uuid },
  {},
  ({ owner, other }) => `
    insert into ledger_postings (entry_id, account_id, amount_cents, balance_after_cents)
    select p.entry_id, a.id, 5, 5 from (${lastPostingOf(owner)}) p, ledger_accounts a
    where a.owner_id = ${other} and a.kind = 'wallet'`,
)
const tamperWithBalance = statement(
  'test_tamper_balance',
  { owner: uuid },
  {},
  ({ owner }) => `
    update ledger_accounts set balance_cents = balance_cents + 1
    where id in (select account_id from (${lastPostingOf(owner)}) p)`,
)
const tamperWithDays = statement(
  'test_tamper_days',
  { fan: uuid },
  {},
  ({ fan }) => `update fan_spending_days set spent_cents = spent_cents + 1 where fan_id = ${fan}`,
)
const tamperWithEarnings = statement(
  'test_tamper_earnings',
  { creator: uuid },
  {},
  ({ creator }) => `update earnings_days set net_cents = net_cents + 1 where owner_id = ${creator}`,
)
const insertEntry = statement(
  'test_empty_entry',
  { id: uuid },
  {},
  ({ id }) => `insert into ledger_entries (id, kind) values (${id}, 'topup')`,
)
const insertPosting = statement(
  'test_orphan_posting',
  { id: uuid, owner: uuid },
  {},
  ({ id, owner }) => `
    insert into ledger_postings (entry_id, account_id, amount_cents, balance_after_cents)
    select ${id}, id, 5, 5 from ledger_accounts where owner_id = ${owner} and kind = 'wallet'`,
)
const ageChecks = statement(
  'test_age_checks',
  { to: timestamptz },
  {},
  ({ to }) => `update ledger_checks set finished_at = ${to}, started_at = ${to}`,
)
const readRuns = statement(
  'test_read_runs',
  {},
  { id: uuid, is_whole: bool },
  () => 'select id, is_whole from ledger_checks order by id',
)
const readWrongSums = statement(
  'test_wrong_sums',
  {},
  { id: uuid, cents: bigint },
  () => `
    select a.id, a.balance_cents as cents from ledger_accounts a left join ledger_proven_sums s on s.account_id = a.id
    where a.balance_cents <> coalesce(s.sum_cents, 0)`,
)
const countOpenSums = statement(
  'test_open_sums',
  {},
  { count: int },
  () => 'select count(*)::int as count from ledger_proven_sums where is_open',
)
const databaseName = statement('test_database', {}, { name: text }, () => 'select current_database()::text as name')
