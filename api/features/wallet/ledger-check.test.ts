import { spawn } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/api.ts'
import { type Database, openPglite } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockDirectory } from '../../platform/db/lock.ts'
import { platformId } from '../../platform/db/schema/wallet.ts'
import { statement } from '../../platform/db/statement.ts'
import { move } from './ledger.ts'

/** `npm run ledger:check` as a process, on a PostgreSQL server and on the data directory of PGlite. */
let dataDir: string
let server: Awaited<ReturnType<typeof openTestDatabase>> | null = null
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-check-'))
  const begin = inject('begin')
  if (begin.engine === 'postgres') server = await openTestDatabase()
  await withDatabase(topUp, begin.engine === 'pglite' ? await openAsBlob(begin.image) : undefined)
})
afterEach(async () => {
  await server?.drop()
  server = null
  await rm(dataDir, { recursive: true, force: true })
})

test('exits with 0 for a valid ledger, and with 1 and a sentence for each violation for an invalid one', async () => {
  expect(await check()).toEqual({ code: 0, output: expect.stringContaining('The ledger holds'), errors: '' })
  await withDatabase((db) => db.run(breakBalances, {}))
  const broken = await check()
  expect(broken).toMatchObject({ code: 1, output: '' })
  const lines = broken.errors.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^A balance is not the sum of its postings: wallet of \S+ says 501, its postings say 500$/)
  expect(lines[1]).toContain('The last running balance of an account is not its balance')
})

test('exits with 2 when it cannot open the database', async () => {
  const unlock = await lockDirectory(dataDir)
  const { code, output, errors } = await check(server?.url?.replace(/[^/]*$/, 'no_such_database'))
  await unlock()
  expect({ code, output }).toEqual({ code: 2, output: '' })
  expect(errors).toMatch(/in use by another Fanfare|does not exist/)
})

async function withDatabase(act: (db: Database['db']) => Promise<unknown>, image?: Blob): Promise<void> {
  if (server !== null) return void (await act(server.database.db))
  const database = await openPglite(join(dataDir, 'postgres'), image)
  await act(database.db)
  await database.close()
}

function topUp(db: Database['db']) {
  const owner = newId()
  return db.transact((tx) =>
    move(tx, {
      kind: 'topup',
      userId: owner,
      counterpartyId: null,
      object: null,
      now: Date.now(),
      legs: [
        { owner: platformId, account: 'provider', cents: -500 },
        { owner, account: 'wallet', cents: 500 },
      ],
    }),
  )
}

function check(url = server?.url): Promise<{ code: number | null; output: string; errors: string }> {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['tools/dev/ledger-check.ts'], {
    env: { ...env, DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) },
  })
  const answer = { output: '', errors: '' }
  child.stdout.on('data', (chunk) => (answer.output += String(chunk)))
  child.stderr.on('data', (chunk) => (answer.errors += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...answer })))
}

const breakBalances = statement(
  'test_break_balances',
  {},
  {},
  () => `update ledger_accounts set balance_cents = 501 where kind = 'wallet' and balance_cents = 500`,
)
