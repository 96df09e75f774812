import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/support/ports.ts'
import { startProduct } from '../tools/dev/product.ts'
import { chatRows } from './chat-latency.ts'
import { makeDatabase } from './database.ts'
import { moneyRows } from './money.ts'
import { feedRows, pageRows, scriptRows, staminaRows, startBaselines } from './product.ts'
import { holds, print, type Row } from './row.ts'
import { createPairs, signIn } from './users.ts'

/**
 * `npm run bench [a b c …]`: builds its own baselines and prints product and baseline side by side, measured in turns in
 * one run on bare workerd, the API and PostgreSQL. Exit 1 when a bound does not hold. What each row means: bench/README.md.
 */
const wanted = new Set(process.argv.slice(2))
const database = await makeDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'))
const env = { DATABASE_URL: database.url, RATE_LIMITS: 'off', HUMAN_CHECK: 'off', EDGE_CACHE: 'off' }
const product = await startProduct({
  port: await freePort(),
  apiPort: await freePort(),
  dataDir,
  env,
  log: console.log,
})
const baselines = await startBaselines(database.url, { page: await freePort(), api: await freePort() })
const rows: Row[] = []

const measure = async (letter: string, what: string, run: () => Promise<Row[]>) => {
  if (wanted.size > 0 && !wanted.has(letter)) return
  console.log(`${letter}: ${what} …`)
  rows.push(...(await run()))
}

try {
  const fiona = await signIn(product, 'fiona@demo.test')
  await measure('d', 'scripts of the first visit', () => scriptRows(product, baselines))
  await measure('a', 'the profile page', () => pageRows(product, baselines))
  await measure('b', 'the feed', () => feedRows(product, baselines, fiona.cookie, fiona.id))
  await measure('c', 'chat', async () => chatRows(product, baselines, await createPairs(database.url, dataDir, 16)))
  await measure('m', 'purchases', () => moneyRows({ apiUrl: product.apiUrl, databaseUrl: database.url, dataDir }))
  await measure('e', 'six slots of seven seconds', () => staminaRows(product))
} finally {
  await baselines.stop()
  await product.stop()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}
print(rows)
process.exit(rows.every(holds) ? 0 : 1)
