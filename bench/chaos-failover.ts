import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../api/platform/db/db.ts'
import { newId } from '../api/platform/db/ids.ts'
import { migratePostgres } from '../api/platform/db/migrate.ts'
import { readEnv } from '../api/platform/env.ts'
import { freePort } from '../tests/support/ports.ts'
import { end, type Running, startNode, until } from '../tools/dev/processes.ts'
import { root } from '../tools/release/build.ts'
import { fillDatabase } from './chaos-market.ts'
import { findDifferences } from './chaos-oracle.ts'
import { ChatReplica } from './chat-replica.ts'
import {
  countLost,
  countMissingPurchases,
  ledgerViolations,
  timeBroadcast,
  timeLedgerCheck,
  untilTrue,
} from './failover-checks.ts'
import { FailoverTraffic, type World } from './failover-traffic.ts'
import { openLoadBalancer } from './load-balancer.ts'
import { signIn } from './market.ts'
import { PostgresPair, urlOf } from './postgres-pair.ts'
import { openPrimaryAddress } from './primary-address.ts'
import { startRedis } from './redis.ts'
import { createPairs } from './users.ts'

/**
 * `npm run drill:failover [kills] [writes per second]`: a PostgreSQL primary with a synchronous standby, one address
 * that follows the primary, and two API nodes behind a load balancer that take writes all the time. The primary is
 * killed, or cut off while it goes on, the standby is promoted, and the former primary follows it, again and again. Exit
 * 1 when an acknowledged write is lost or doubled, a request fails in a way that may not be repeated, or the service is
 * not back within 30 s.
 */
const rounds = Number(process.argv[2] ?? 20)
const perSecond = Number(process.argv[3] ?? 260)
/** What stands for the time in which Patroni or an operator sees that the primary is gone. */
const noticeMs = 1_000
const began = Date.now()
const log = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const folder = mkdtempSync(join(tmpdir(), 'fanfare-failover-'))
const dataDir = join(folder, 'data')
mkdirSync(dataDir, { mode: 0o700 })
log('starting a primary and its standby')
const servers = await PostgresPair.open(folder)
const address = await openPrimaryAddress(servers)
const redisPort = await freePort()
const redis = startRedis(redisPort)
await migratePostgres(address.url)
const { world, staff } = await fillWorld()
const ports = [await freePort(), await freePort()]
const nodes = await Promise.all(ports.map(startApi))
const nodeUrls = ports.map((port) => `http://127.0.0.1:${port}`)
const balancerPort = await freePort()
const balancer = await openLoadBalancer(balancerPort, nodeUrls)
const balancerUrl = `http://127.0.0.1:${balancerPort}`
const replicas = world.pairs.map(({ from, to }) => new ChatReplica([balancerUrl], to, from))
// Half of the writes do not ask whether a node is ready, so that the nodes themselves answer during the gap.
const traffic = new FailoverTraffic(world, [balancerUrl, balancerUrl, ...nodeUrls], perSecond)

let isStopping = false
for (const node of nodes)
  void node.ended.then(() => {
    if (!isStopping) traffic.unexpected.push(`a node has ended: ${node.lines.slice(-3).join(' | ')}`)
  })
let calmSince = Date.now()
const rates: number[] = []
const backTimes: number[] = []
try {
  await wait(3_000)
  for (let round = 1; round <= rounds; round++) await failOver(round, round % 2 === 0)
  await checkAddressOfStandby()
  await compareAtTheEnd()
} finally {
  isStopping = true
  await traffic.stop()
  for (const replica of replicas) replica.close()
  balancer.close()
  await Promise.all(nodes.map((node) => end(node, 60_000)))
  redis.kill('SIGKILL')
  address.close()
  await servers.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** One round: four seconds of traffic, then the primary is lost, replaced, and made the standby of the other. */
async function failOver(round: number, isCut: boolean): Promise<void> {
  await wait(4_000)
  const rate = traffic.rate(calmSince, Date.now())
  rates.push(rate)
  const before = traffic.acknowledged.length
  const former = servers.primary
  const lostAt = Date.now()
  if (isCut) former.network.cut()
  else await servers.killPrimary()
  const dropping = timeDropping(former.network.port)
  await wait(noticeMs)
  await servers.promote()
  const isBack = await untilTrue(() => traffic.backSince(lostAt) !== null)
  const backMs = (traffic.backSince(lostAt) ?? Date.now()) - lostAt
  backTimes.push(backMs)
  const droppedMs = await dropping
  const lost =
    (await countLost(servers.primary.port, traffic.acknowledged)) +
    (await countMissingPurchases(servers.primary.port, traffic))
  const violations = await ledgerViolations(servers.primary.port)
  const broadcastMs = await Promise.all(nodeUrls.map((url, at) => timeBroadcast(url, world.creators[at] ?? staff)))
  const checkMs: number[] = []
  for (const url of nodeUrls) checkMs.push(await timeLedgerCheck(url, staff))
  const areCaughtUp = await untilTrue(haveAllUntil(traffic.acknowledged.length))
  const rebuilt = await servers.rebuildStandby()
  calmSince = Date.now()
  report(
    isBack && backMs <= 30_000 && droppedMs <= 5_000 && lost === 0 && violations.length === 0 && areCaughtUp,
    [
      `${String(round).padStart(2)} ${isCut ? 'cut off' : 'kill -9'}`,
      `${rate.toFixed(0)} writes/s before`,
      `back ${backMs} ms`,
      `connections dropped ${droppedMs} ms`,
      `${before} acknowledged, ${lost} lost`,
      `ledger ${violations.length === 0 ? 'clean' : violations.join('; ')}`,
      `tasks ${Math.max(...broadcastMs)} ms`,
      `ledger checks ${Math.max(...checkMs)} ms`,
      areCaughtUp ? 'sockets have all' : 'SOCKETS LACK MESSAGES',
      `standby ${rebuilt}`,
    ].join(' · '),
  )
}

/** After how many ms the nodes hold no connection to a server that is gone; half a minute at most. */
async function timeDropping(port: number): Promise<number> {
  const since = Date.now()
  await untilTrue(() => address.connectionsTo(port) === 0)
  return Date.now() - since
}

/** Whether the receivers have what was acknowledged first, by their sockets. */
function haveAllUntil(count: number): () => boolean {
  return () => {
    const received = replicas.map(idsOf)
    return traffic.acknowledged
      .slice(0, count)
      .every((it) => it.kind !== 'message' || received[world.pairs.indexOf(it.pair)]?.has(it.clientId))
  }
}

function idsOf(replica: ChatReplica): Set<string> {
  return new Set(replica.messages.values())
}

/** The address leads to a standby: no connection to it stays open, nothing is acknowledged, and it is over by itself. */
async function checkAddressOfStandby(): Promise<void> {
  const standby = servers.standby.network.port
  const primary = servers.primary.network.port
  address.force(standby)
  servers.primary.network.cut()
  await untilTrue(() => address.connectionsTo(primary) === 0)
  let most = 0
  const since = Date.now()
  for (const last = since + 3_000; Date.now() < last; await wait(20))
    if (Date.now() > since + 1_000) most = Math.max(most, address.connectionsTo(standby))
  const wrongly = traffic.acknowledged.filter(({ sentAt }) => sentAt > since).length
  servers.primary.network.mend()
  address.force(null)
  const mendedAt = Date.now()
  const isBack = await untilTrue(() => traffic.backSince(mendedAt) !== null)
  const left = address.connectionsTo(standby)
  report(
    isBack && left === 0 && wrongly === 0,
    `the address leads to a standby for 3 s: ${wrongly} writes acknowledged, at most ${most} connections at once, ${left} left; back ${(traffic.backSince(mendedAt) ?? Number.NaN) - mendedAt} ms`,
  )
}

async function compareAtTheEnd(): Promise<void> {
  await traffic.stop()
  await untilTrue(haveAllUntil(traffic.acknowledged.length))
  const all = traffic.acknowledged
  const doubled = replicas.reduce((sum, it) => sum + it.messages.size - idsOf(it).size + it.conflicts.length, 0)
  const lost = await countLost(servers.primary.port, all)
  report(lost === 0, `${lost} of ${all.length} acknowledged writes lost or doubled after ${rounds} failovers`)
  report(
    haveAllUntil(all.length)() && doubled === 0,
    `the sockets of ${replicas.length} receivers have every message, ${doubled} doubled`,
  )
  const differences = await findDifferences(nodeUrls[0] ?? '', traffic.fans, traffic.shared)
  for (const line of differences.slice(0, 20)) console.log(`       ${line}`)
  report(differences.length === 0, 'every balance, library, gift and request equals what was acknowledged, to the cent')
  const violations = await ledgerViolations(servers.primary.port)
  report(violations.length === 0, `the ledger balances ${violations.join('; ')}`)
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  report(
    mean >= 200,
    `${mean.toFixed(0)} acknowledged writes/s while the primary was there (200), ${Math.min(...rates).toFixed(0)} at least`,
  )
  report(Math.max(...backTimes) <= 30_000, `service back after ${Math.max(...backTimes)} ms at most (30000)`)
  const { unavailable, broken } = traffic.refused
  if (traffic.brokenAtBalancer.length > 0)
    console.log(`       between load balancer and nodes: ${traffic.brokenAtBalancer.join(', ')}`)
  for (const line of new Set(traffic.unexpected.slice(0, 20))) console.log(`       ${line}`)
  report(
    traffic.unexpected.length === 0,
    `${unavailable} answers 503 with Retry-After, ${broken} broken connections, ${traffic.unexpected.length} other failures`,
  )
}

/** Fans, creators, their posts and followers, pairs who write to each other, and a staff member. */
async function fillWorld(): Promise<{ world: World; staff: Awaited<ReturnType<typeof signIn>> }> {
  const secret = readEnv({ DATA_DIR: dataDir }).SECRET
  const { market, creators } = await fillDatabase(await openPostgres(address.url, 4, 60_000), secret, 24)
  const pairs = await createPairs(address.url, dataDir, 16)
  const client = new pg.Client({ connectionString: urlOf(servers.primary.port) })
  await client.connect()
  const users = (count: number, isCreator: boolean, role: string) => {
    const ids = Array.from({ length: count }, () => newId())
    const names = ids.map((id) => `drill_${id.slice(-12)}`)
    return client
      .query(
        `insert into users (id, email, email_verified, username, birthdate, referral_code, is_creator, role)
         select id, name || '@example.test', true, name, '1990-01-01', name, $3, $4
         from unnest($1::uuid[], $2::text[]) as it (id, name)`,
        [ids, names, isCreator, role],
      )
      .then(() => ids)
  }
  // Four a second by each fan, for longer than a round takes.
  const followed = await users(400 * rounds, true, 'user')
  const [staffId = ''] = await users(1, false, 'staff')
  const staff = await signIn((text, values) => client.query(text, values), secret, staffId)
  await client.end()
  return { world: { market, creators, followed, pairs }, staff }
}

async function startApi(port: number): Promise<Running> {
  const env = {
    ...process.env,
    API_PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: address.url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    RATE_LIMITS: 'off',
    HUMAN_CHECK: 'off',
    DEMO: '0',
  }
  const api = startNode([join(root, 'api', 'main.ts')], env, process.env.SHOW === '1')
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(api, isReady, 'The API', 120_000)
  return api
}

function report(isRight: boolean, what: string): void {
  if (!isRight) process.exitCode = 1
  log(`${isRight ? 'holds' : 'FAILS'}  ${what}`)
}
