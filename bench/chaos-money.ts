import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLedger } from '../api/features/wallet/ledger-check.ts'
import { openPglite, openPostgres } from '../api/platform/db/db.ts'
import { migratePostgres } from '../api/platform/db/migrate.ts'
import { readEnv } from '../api/platform/env.ts'
import { freePort } from '../tests/support/ports.ts'
import { fillDatabase, seededRandom, startStates } from './chaos-market.ts'
import { type ApiNode, apiNode } from './chaos-node.ts'
import { findDifferences } from './chaos-oracle.ts'
import { type OwnPostgres, startOwnPostgres } from './chaos-postgres.ts'
import type { FanState, SharedState } from './chaos-state.ts'
import { runWorker } from './chaos-worker.ts'
import type { Market } from './market.ts'

/**
 * `npm run chaos:money [operations] [seed]`: the chaos test of money (docs/safety.md). 64 workers buy, tip, subscribe,
 * give and accept gifts, make requests and top up through two API processes on a PostgreSQL of their own, while the
 * processes and the database are killed (-9) and answers are cut; then the same with one process on the embedded
 * engine. At the end every public balance of fans and creators, every library, gift and request must equal what was
 * acknowledged, and the ledger must hold, to the cent.
 */
const operations = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const workerCount = 64
console.log(
  `seed ${seed}: ${operations} operations of ${workerCount} workers on PostgreSQL, ${Math.ceil(operations / 10)} on the embedded engine`,
)
let differences = 0
differences += await runChaos('PostgreSQL', operations, true)
differences += await runChaos('the embedded engine', Math.ceil(operations / 10), false)
process.exit(differences === 0 ? 0 : 1)

/** Runs so many operations on one engine; answers the number of differences. */
async function runChaos(name: string, count: number, onServer: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-chaos-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const postgres = onServer ? await startOwnPostgres(folder, await freePort()) : null
  if (postgres !== null) await migratePostgres(postgres.url)
  const openDatabase = () =>
    postgres === null ? openPglite(join(dataDir, 'postgres')) : openPostgres(postgres.url, 4, 1_800_000)
  const { market, creators } = await fillDatabase(
    await openDatabase(),
    readEnv({ DATA_DIR: dataDir }).SECRET,
    workerCount,
  )
  const ports = onServer ? [await freePort(), await freePort()] : [await freePort()]
  const nodes = ports.map((port) => apiNode(dataDir, port, postgres?.url))
  try {
    await Promise.all(nodes.map((node) => node.start()))
    const shared: SharedState = { creators, gifts: [], earned: new Map() }
    const fans = await runWorkers(name, count, market, shared, nodes, postgres)
    const found = await findDifferences(nodes[0]?.url ?? '', fans, shared)
    await Promise.all(nodes.map((node) => node.stop()))
    const database = await openDatabase()
    found.push(...(await checkLedger(database.db)))
    await database.close()
    for (const line of found) console.error(`${name}: ${line}`)
    if (found.length === 0)
      console.log(`${name}: every balance, library, gift and request and the ledger agree to the cent`)
    return found.length
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lets the workers work while processes are killed; answers what must be true of each fan afterwards. */
async function runWorkers(
  name: string,
  count: number,
  market: Market,
  shared: SharedState,
  nodes: ApiNode[],
  postgres: OwnPostgres | null,
): Promise<FanState[]> {
  const fans = startStates(market)
  const random = seededRandom(seed)
  const began = performance.now()
  let done = 0
  let isOver = false
  const options = {
    urls: () => nodes.map((node) => node.url),
    isOver: () => isOver || done >= count,
    onDone: () => void done++,
    random,
  }
  const killing = killProcesses(nodes, postgres, random, () => isOver)
  try {
    await Promise.all(fans.map((state) => runWorker(state, shared, market, options)))
  } finally {
    isOver = true
    await killing.catch(() => undefined)
  }
  const kills = await killing
  const seconds = (performance.now() - began) / 1000
  const retried = fans.reduce((sum, state) => sum + state.retried, 0)
  console.log(
    `${name}: ${done} acknowledged in ${seconds.toFixed(0)} s (${(done / seconds).toFixed(0)}/s), ${kills} kills, ${retried} retries`,
  )
  return fans
}

/** Kills a process or the database every 4 to 8 seconds and starts it again; answers how often. */
async function killProcesses(
  nodes: ApiNode[],
  postgres: OwnPostgres | null,
  random: () => number,
  isOver: () => boolean,
): Promise<number> {
  for (let kills = 0; ; kills++) {
    const end = performance.now() + 4_000 + random() * 4_000
    while (performance.now() < end && !isOver()) await new Promise((resolve) => setTimeout(resolve, 100))
    if (isOver()) return kills
    const node = nodes[Math.floor(random() * nodes.length)]
    const victim = postgres !== null && random() < 0.4 ? postgres : node
    await victim?.kill()
    await victim?.start()
  }
}
