import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostgres, type PostgresForTests } from '../../../tests/support/postgres.ts'
import { openPostgres } from './db.ts'
import { type Migration, migrate, migratePostgres, ourMigrations, pendingMigrations } from './migrate.ts'

/** A database of a real server, as locks between connections are what matters here. */
let server: PostgresForTests
let url: string
let client: pg.Client
let other: pg.Client
beforeAll(async () => {
  const found = await findPostgres()
  if ('missing' in found) throw new Error(found.missing)
  server = found
})
beforeEach(async () => {
  const name = `fanfare_test_migrate_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  url = server.url.replace(/\/[^/]*$/, `/${name}`)
  ;[client, other] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([client.connect(), other.connect()])
  return async () => {
    await Promise.all([client.end(), other.end()])
    await onServer(`drop database ${name} with (force)`)
  }
})
afterAll(() => server.stop())

async function onServer(sql: string): Promise<void> {
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}

const file = (hash: string, ...sql: string[]): Migration => ({ hash, sql, folderMillis: Number(hash) || 0 })
const hashes = async () =>
  (await client.query('select hash from drizzle.__drizzle_migrations order by created_at')).rows.map(({ hash }) => hash)
const first = file('1', 'create table things (id int)', 'insert into things values (1)')

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    await migrate(client, [first])
    await migrate(client, [first, file('2', 'insert into things values (2)')])
    await migrate(client, [first, file('2', 'insert into things values (2)')])
    expect((await client.query('select id from things order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
    expect(await hashes()).toEqual(['1', '2'])
  })

  it('leaves nothing of a file that fails, and all of those before it', async () => {
    const broken = file('2', 'insert into things values (2)', 'insert into nothing values (1)')
    await expect(migrate(client, [first, broken])).rejects.toThrow('nothing')
    expect((await client.query('select id from things')).rows).toEqual([{ id: 1 }])
    expect(await hashes()).toEqual(['1'])
  })

  it('lets requests pass while another transaction holds the lock it needs, and gets it when that ends', async () => {
    await migrate(client, [first])
    await other.query('begin')
    await other.query('select from things')
    const migrated = migrate(client, [first, file('2', 'alter table things add column name text')])
    const reader = new pg.Client({ connectionString: url, statement_timeout: 4_000 })
    await reader.connect()
    const waits = async () =>
      (await other.query(`select from pg_locks where not granted and relation = 'things'::regclass`)).rows.length
    await expect.poll(waits).toBe(1)
    // Queued behind the migration, it would wait for the other transaction to end.
    await reader.query('select from things')
    await reader.end()
    expect(await hashes()).toEqual(['1'])
    await other.query('commit')
    await migrated
    expect(await hashes()).toEqual(['1', '2'])
  })

  it('runs a file outside of a transaction that says so', async () => {
    const index = file('2', '-- outside of a transaction\ncreate index concurrently things_id on things (id)')
    await migrate(client, [first, index])
    expect((await client.query(`select to_regclass('things_id') as name`)).rows[0].name).toBe('things_id')
    const unmarked = file('3', 'create index concurrently things_again on things (id)')
    await expect(migrate(client, [first, index, unmarked])).rejects.toThrow('cannot run inside a transaction')
  })
})

it('makes an index again that a killed run has left half made', async () => {
  const index = file(
    '2',
    '-- outside of a transaction\ncreate index concurrently if not exists things_id on things (id)',
  )
  await migrate(client, [first])
  await other.query('begin')
  await other.query('insert into things values (2)')
  const killed = new pg.Client(url)
  killed.on('error', () => undefined)
  await killed.connect()
  const broken = migrate(killed, [first, index]).then(
    () => 'done',
    () => 'killed',
  )
  const state = async () =>
    (await client.query(`select indisvalid from pg_index where indexrelid = to_regclass('things_id')`)).rows[0]
      ?.indisvalid
  await expect.poll(state).toBe(false)
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%create index concurrently%' and pid <> pg_backend_pid() and datname = current_database()`,
  )
  expect(await broken).toBe('killed')
  await other.query('commit')
  expect(await state()).toBe(false)
  await migrate(client, [first, index])
  expect(await state()).toBe(true)
  await killed.end().catch(() => undefined)
})

describe('pendingMigrations', () => {
  it('are none where the database is ahead, so that an older process may restart', async () => {
    await migrate(client, [first, file('2', 'select 1')])
    expect(await pendingMigrations(client, [first])).toEqual([])
  })

  it('are refused for a database of other migrations, in a sentence that says what to do', async () => {
    await migrate(client, [file('another', 'select 1')])
    await expect(migrate(client, [first])).rejects.toThrow(/use an empty one .* or run the version that made it/)
    expect((await client.query(`select to_regclass('things') as name`)).rows[0].name).toBeNull()
  })
})

it('a server is opened only when it is migrated, which several processes may do at once', async () => {
  await expect(openPostgres(url, 1)).rejects.toThrow('run `npm run migrate` first')
  await Promise.all([migratePostgres(url), migratePostgres(url)])
  expect(await hashes()).toEqual(ourMigrations().map(({ hash }) => hash))
  const opened = await openPostgres(url, 1)
  expect([await opened.isWritable(), opened.db.hasTrigrams]).toEqual([true, true])
  await opened.close()
})
