import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migratePostgres } from '../api/platform/db/migrate.ts'
import { freePort } from '../tests/support/ports.ts'
import { end } from '../tools/dev/processes.ts'
import { startOwnPostgres } from './chaos-postgres.ts'
import { picture } from './dependency-faults.ts'
import { measure, type Reply, send } from './dependency-load.ts'
import { type DependencyWorld, startApi } from './dependency-world.ts'
import { ledgerViolations } from './failover-checks.ts'
import { createPairs } from './users.ts'

/** Fills small disks under media and under PostgreSQL; answers a line of the table for each. */
export async function diskFaults(world: DependencyWorld, only: string): Promise<string[]> {
  const lines: string[] = []
  for (const [name, run] of [
    ['disk of media full', fillMediaDisk],
    ['disk of PostgreSQL full', fillDatabaseDisk],
  ] as const) {
    if (!name.includes(only)) continue
    const line = process.getuid?.() === 0 ? await run(world) : 'NOT RUN, it needs root to mount a small disk'
    lines.push(line.replace(' ', `  ${name} | `))
    console.log(lines.at(-1))
  }
  return lines
}

async function fillMediaDisk(world: DependencyWorld): Promise<string> {
  const disk = mountDisk(join(world.folder, 'small'), '16m')
  const env = { DATABASE_URL: world.postgres.url, SECRET: world.secret, REDIS_URL: '' }
  const node = await startApi(disk.path, env)
  const [, fan] = world.market.fans
  const put = async () => send(node.url, 'PUT', '/api/profile/picture/avatar', fan?.cookie ?? '', await picture())
  const ofFan = () => world.count('select count(*) from media where owner_id = $1', [fan?.id])
  try {
    // A node that has just started is slow, whatever its disk is.
    await Promise.all([measure({ ...world, url: node.url }, 6_000), put()])
    const before = await ofFan()
    disk.fill()
    const [during, refusal] = await Promise.all([measure({ ...world, url: node.url }, 8_000), put()])
    const halfDone = (await ofFan()) - before + globSync(join(disk.path, 'media', '**', '*.part')).length
    disk.free()
    const after = await put()
    const isGood = isRefused(refusal) && during.failed.length === 0 && halfDone === 0 && after.status === 200
    return verdict(
      isGood,
      `${during.p99.toFixed(0)} ms of ${during.served}, ${during.failed.length} failed | ${timing(refusal)} | ${halfDone} | ${after.status === 200 ? 'at once' : after.status}`,
    )
  } finally {
    await end(node.running, 30_000)
    disk.unmount()
  }
}

/** Messages are sent until the server can store no more; those that were acknowledged are there afterwards. */
async function fillDatabaseDisk(world: DependencyWorld): Promise<string> {
  const disk = mountDisk(join(world.folder, 'small-database'), '400m')
  const postgres = await startOwnPostgres(disk.path, await freePort())
  await migratePostgres(postgres.url)
  const dataDir = join(world.folder, 'data-of-small')
  mkdirSync(dataDir, { mode: 0o700 })
  const node = await startApi(dataDir, { DATABASE_URL: postgres.url, RATE_LIMITS: 'off' })
  const [pair] = await createPairs(postgres.url, dataDir, 1)
  const acknowledged: string[] = []
  const refusals: Reply[] = []
  const write = async () => {
    const body = { receiver_id: pair?.to.id, content: 'x'.repeat(1_900), client_id: randomUUID() }
    const reply = await send(node.url, 'POST', '/api/chat/messages', pair?.from.cookie ?? '', body)
    if (reply.status < 300) acknowledged.push(body.client_id)
    else refusals.push(reply)
    return reply.status < 300
  }
  try {
    await write()
    disk.fill()
    for (const last = Date.now() + 60_000; refusals.length < 50 && Date.now() < last; )
      await Promise.all(Array.from({ length: 8 }, write))
    const wrong = refusals.filter((it) => !isRefused(it))
    const slowest = Math.max(...refusals.map(({ ms }) => ms))
    const isUp = postgres.isRunning()
    const read = () => send(node.url, 'GET', '/api/chat/sessions', pair?.to.cookie ?? '')
    const reads = (await Promise.all(Array.from({ length: 20 }, read))).filter(({ status }) => status === 200).length
    disk.free()
    const freedAt = Date.now()
    if (!isUp || !postgres.isRunning()) await postgres.start()
    while (!(await write()) && Date.now() - freedAt < 60_000) await new Promise((resolve) => setTimeout(resolve, 250))
    const backMs = Date.now() - freedAt
    const lost = await countMissing(postgres.url, acknowledged)
    const violations = await ledgerViolations(Number(new URL(postgres.url).port))
    for (const { status, ms, text } of wrong.slice(0, 5))
      console.log(`       ${status} after ${ms.toFixed(0)} ms: ${text}`)
    return verdict(
      refusals.length > 0 &&
        wrong.length === 0 &&
        (reads === 20 || !isUp) &&
        lost === 0 &&
        violations.length === 0 &&
        backMs < 60_000,
      `${reads} of 20 reads answered | ${refusals.length} refused, the slowest after ${slowest.toFixed(0)} ms, ${wrong.length} otherwise | ${lost} of ${acknowledged.length} acknowledged lost, ledger ${violations.length === 0 ? 'clean' : 'violated'} | after ${(backMs / 1_000).toFixed(1)} s${isUp ? '' : ', the server had to be started again'}`,
    )
  } finally {
    await end(node.running, 30_000)
    await postgres.stop()
    disk.unmount()
  }
}

async function countMissing(url: string, clientIds: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = `select count(*) from unnest($1::text[]) as c where (select count(*) from messages where client_id = c) <> 1`
  return Number((await client.query(sql, [clientIds]).finally(() => client.end())).rows[0].count)
}

/** A disk in memory that is as small as `size`. */
function mountDisk(path: string, size: string) {
  mkdirSync(path, { mode: 0o755 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', path])
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: () => {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    },
    free: () => rmSync(ballast),
    unmount: () => execFileSync('umount', [path]),
  }
}

const timing = ({ ms, status }: Reply): string => `${ms.toFixed(0)} ms: ${status}`
const verdict = (isGood: boolean, facts: string): string => {
  if (!isGood) process.exitCode = 1
  return `${isGood ? 'holds' : 'FAILS'} ${facts}`
}

/** A refusal that names a time to come again, within two seconds. */
export function isRefused(reply: Reply): boolean {
  return reply.ms <= 2_000 && reply.status === 503 && reply.retryAfter !== null
}
