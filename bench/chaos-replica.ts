import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratePostgres } from '../api/platform/db/migrate.ts'
import { freePort } from '../tests/support/ports.ts'
import { apiNode } from './chaos-node.ts'
import { PostgresPair, runSql, urlOf } from './postgres-pair.ts'

/**
 * `npm run drill:replica`: a node reads what may be late from a standby (`DATABASE_READ_URL`) while visitors ask for pages
 * all the time. The standby stands still, is cut off, is switched off and comes back. Exit 1 when a visitor gets anything
 * but 200, something older than eight seconds, or nothing from the standby while it is well.
 */
const began = Date.now()
const log = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const problems: string[] = []
const expected = (what: string, holds: boolean) => {
  log(`${holds ? 'ok   ' : 'WRONG'} ${what}`)
  if (!holds) problems.push(what)
}

const folder = mkdtempSync(join(tmpdir(), 'fanfare-replica-'))
log('starting a primary and its standby')
const servers = await PostgresPair.open(folder)
await servers.becomeAsynchronous()
const { primary, standby } = servers
await migratePostgres(urlOf(primary.port))
const port = await freePort()
const readUrl = urlOf(standby.network.port)
const node = apiNode(join(folder, 'data'), port, urlOf(primary.port), { DEMO: '1', DATABASE_READ_URL: readUrl })
log('starting a node with the demo world')
await node.start()
const paths = ['/api/search?q=a', '/api/users/alice', '/api/users/alice/page', '/api/creators', '/api/sitemap']
let [asked, isOver] = [0, false]
const refused = new Map<string, number>()
let slowestMs = 0
const visitors = paths.map(visit)
try {
  await checkWell('a standby that is well answers what may be late')
  await checkStill()
  await checkWell('the standby answers again when it has caught up')
  await checkGone(
    'cut off',
    () => Promise.resolve(standby.network.cut()),
    () => Promise.resolve(standby.network.mend()),
  )
  await checkWell('the standby answers again when it is reachable')
  await checkGone('switched off', servers.stopStandby, servers.startStandby)
  await checkWell('the standby answers again when it is back')
} finally {
  isOver = true
  await Promise.all(visitors)
  await node.stop()
  await servers.close()
  rmSync(folder, { recursive: true, force: true })
}
expected(
  `${asked} calls of visitors, the slowest in ${slowestMs} ms, all answered with 200${[...refused].map(([what, times]) => `; ${what} ${times} times`).join('')}`,
  refused.size === 0,
)
process.exit(problems.length === 0 ? 0 : 1)

async function visit(path: string): Promise<void> {
  while (!isOver) {
    const at = Date.now()
    const status = await statusOf(`http://127.0.0.1:${port}${path}`).catch(String)
    asked++
    slowestMs = Math.max(slowestMs, Date.now() - at)
    if (status !== '200') refused.set(`${status} ${path}`, (refused.get(`${status} ${path}`) ?? 0) + 1)
    await wait(20)
  }
}

/** Of a whole answer. */
async function statusOf(url: string): Promise<string> {
  const answer = await fetch(url)
  await answer.text()
  return String(answer.status)
}

/** Within ten seconds most of what the visitors ask is read from the standby. */
async function checkWell(what: string): Promise<void> {
  const share = async () => {
    const [before, first] = [await readsOf(standby.port), asked]
    await wait(1_000)
    return ((await readsOf(standby.port)) - before) / Math.max(1, asked - first)
  }
  let [best, tries] = [0, 0]
  while (best < 0.8 && tries++ < 10) best = Math.max(best, await share())
  expected(`${what} (${best.toFixed(1)} reads a call)`, best >= 0.8)
}

/** How many transactions a server has committed, told within half a second. */
async function readsOf(serverPort: number): Promise<number> {
  const [row] = await runSql(
    serverPort,
    `select sum(xact_commit)::int as n from pg_stat_database where datname = current_database()`,
  )
  return Number(row?.n ?? 0)
}

/** A standby that replays nothing is left alone before what it has is too old. */
async function checkStill(): Promise<void> {
  await runSql(standby.port, 'select pg_wal_replay_pause()')
  const name = `Alice ${Date.now()}`
  await runSql(primary.port, `update users set display_name = '${name}' where username = 'alice'`)
  const at = Date.now()
  let shown = ''
  while (shown !== name && Date.now() - at < 20_000) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/users/alice`)
    shown = ((await answer.json()) as { display_name: string }).display_name
    await wait(50)
  }
  const lateMs = Date.now() - at
  expected(`a standby that stands still shows what is old for ${lateMs} ms, at most 8,000`, lateMs <= 8_000)
  await runSql(standby.port, 'select pg_wal_replay_resume()')
}

async function checkGone(how: string, end: () => Promise<void>, back: () => Promise<void>): Promise<void> {
  const before = [...refused.values()].reduce((sum, it) => sum + it, 0)
  await end()
  await wait(5_000)
  const after = [...refused.values()].reduce((sum, it) => sum + it, 0)
  expected(`a standby that is ${how} refuses no call (${after - before} calls)`, after === before)
  await back()
}
