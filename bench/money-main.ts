import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/support/ports.ts'
import { makeDatabase } from './database.ts'
import { moneyRows } from './money.ts'
import { holds, print } from './row.ts'

/**
 * `node bench/money-main.ts [postings]`: the purchase rows alone, on the API and PostgreSQL without edge or browser.
 * With a number, also the p99 with so many postings in the ledger (10000000 is what the bound is about).
 */
const postings = process.argv[2] === undefined ? undefined : Number(process.argv[2])
const database = await makeDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-money-'))
const port = await freePort()
const apiUrl = `http://127.0.0.1:${port}`
const env = {
  ...process.env,
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  API_PORT: String(port),
  DEMO: '0',
  RATE_LIMITS: 'off',
  HUMAN_CHECK: 'off',
}
const api = spawn(process.execPath, ['api/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
try {
  await ready(`${apiUrl}/readyz`)
  const rows = await moneyRows({ apiUrl, databaseUrl: database.url, dataDir, postings })
  print(rows)
  process.exitCode = rows.every(holds) ? 0 : 1
} finally {
  const ended = new Promise((resolve) => api.once('exit', resolve))
  api.kill('SIGTERM')
  await ended
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function ready(url: string): Promise<void> {
  for (let tried = 0; tried < 300; tried++) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the API did not start')
}
