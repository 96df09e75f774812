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

/** `npm run ledger:check` as a process: beside a server, and alone in the directory of the embedded store. */
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

test('it ends with 0 for a whole ledger; with 1, and a sentence for each thing that is wrong, for a broken one', async () => {
  expect(await check()).toEqual({ code: 0, said: expect.stringContaining('The ledger holds'), wrong: '' })
  await withDatabase((db) => db.run(breakBalances, {}))
  const broken = await check()
  expect(broken).toMatchObject({ code: 1, said: '' })
  const lines = broken.wrong.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^A balance is not the sum of its postings: wallet of \S+ says 501, its postings say 500$/)
  expect(lines[1]).toContain('The last running balance of an account is not its balance')
})

test('it ends with 2 where it cannot look', async () => {
  const unlock = server === null ? await lockDirectory(dataDir) : () => Promise.resolve()
  await server?.drop()
  const { code, said, wrong } = await check()
  await unlock()
  server = null
  expect({ code, said }).toEqual({ code: 2, said: '' })
  expect(wrong).toMatch(/in use by another Fanfare|does not exist/)
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

function check(): Promise<{ code: number | null; said: string; wrong: string }> {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['tools/dev/ledger-check.ts'], {
    env: { ...env, DATA_DIR: dataDir, ...(server?.url ? { DATABASE_URL: server.url } : {}) },
  })
  const answer = { said: '', wrong: '' }
  child.stdout.on('data', (chunk) => (answer.said += String(chunk)))
  child.stderr.on('data', (chunk) => (answer.wrong += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...answer })))
}

const breakBalances = statement(
  'test_break_balances',
  {},
  {},
  () => `update ledger_accounts set balance_cents = 501 where kind = 'wallet'`,
)
