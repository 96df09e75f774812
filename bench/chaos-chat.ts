import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../tools/release/build.ts'
import { end, type Running, startNode, until } from '../tools/dev/processes.ts'
import { freePort } from '../tests/support/ports.ts'
import { call, openMirror, sendUntilAcknowledged } from './chat-client.ts'
import { makeDatabase } from './database.ts'
import { makePeople } from './people.ts'

/**
 * `npm run chaos:chat [messages]`: two API nodes on one PostgreSQL and one Redis. Twenty conversations, each receiver's
 * socket cut every 1 to 3 s, both nodes killed with -9 and started again, Redis gone for 30 s. It ends by holding what
 * every sender had acknowledged against what every receiver shows and what the database holds. Exit 1 when a message
 * is lost, doubled or out of order, or when somebody took longer than 3 s to catch up.
 */
const total = Number(process.argv[2] ?? 50_000)
const pairsCount = 20
const redisAwayMs = Number(process.env.REDIS_AWAY_MS ?? 30_000)
const say = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const began = Date.now()

const database = await makeDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-chaos-'))
const redisPort = await freePort()
let redis = startRedis()
const ports = [await freePort(), await freePort()]
const nodes = ports.map((port) => `http://127.0.0.1:${port}`)
const running: Running[] = []
for (const port of ports) running.push(await startApi(port))
const pairs = await makePeople(database.url, dataDir, pairsCount)
let failures = 0

try {
  say(`${total} messages in ${pairsCount} conversations over two nodes`)
  const lanes = pairs.map(({ from, to }) => ({
    from,
    to,
    mirror: openMirror(nodes, to, from),
    acknowledged: [] as { clientId: string; seq: number }[],
    isDone: false,
  }))
  const latest = (lane: (typeof lanes)[number]) => lane.acknowledged.at(-1)?.seq ?? 0
  const sent = () => lanes.reduce((sum, lane) => sum + lane.acknowledged.length, 0)
  const cutters = lanes.map(async (lane) => {
    while (!lane.isDone) {
      await wait(1_000 + Math.random() * 2_000)
      lane.mirror.cut(latest(lane))
    }
  })
  const troubles = makeTrouble(sent)
  await Promise.all(
    lanes.map(async (lane, at) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let n = 0; n < total / pairsCount; n++) {
        const clientId = `lane${at}-${n}`
        const seq = await sendUntilAcknowledged(agent, nodes, lane.from, lane.to, clientId, `message ${n}`)
        lane.acknowledged.push({ clientId, seq })
      }
      agent.destroy()
    }),
  )
  const took = (Date.now() - began) / 1000
  say(`all ${sent()} acknowledged`)
  await troubles
  const asked = Date.now()
  while (lanes.some((lane) => lane.mirror.contiguous() < latest(lane)) && Date.now() - asked < 15_000) await wait(20)
  say(`everybody has everything ${Date.now() - asked} ms after the last one`)
  for (const lane of lanes) lane.isDone = true
  await Promise.all(cutters)

  const stored = await readStored(pairs.map(({ from }) => from.id))
  const problems = { lost: 0, doubled: 0, 'out of order': 0, 'lost in the database': 0 }
  for (const lane of lanes) {
    const shown = [...lane.mirror.messages].sort(([a], [b]) => a - b).map(([, clientId]) => clientId)
    const written = lane.acknowledged.map((it) => it.clientId)
    problems.lost += written.filter((it) => !shown.includes(it)).length
    problems.doubled += shown.length - new Set(shown).size + lane.mirror.doubled.length
    problems['out of order'] +=
      lane.acknowledged.filter((it, at) => at > 0 && it.seq <= (lane.acknowledged[at - 1]?.seq ?? 0)).length +
      (shown.join() === written.join() ? 0 : 1)
    const kept = stored.get(lane.from.id) ?? []
    problems['lost in the database'] +=
      written.filter((it) => !kept.includes(it)).length + Math.abs(kept.length - new Set(kept).size)
    lane.mirror.close()
  }
  const caughtUp = lanes.flatMap((lane) => lane.mirror.caughtUp).sort((a, b) => a - b)
  const cuts = lanes.reduce((sum, lane) => sum + lane.mirror.cuts(), 0)
  const worst = caughtUp.at(-1) ?? 0
  for (const [what, count] of Object.entries(problems)) report(count === 0, `${count} ${what}`)
  report(
    worst <= 3_000,
    `caught up after ${cuts} cuts: p50 ${caughtUp[Math.floor(caughtUp.length / 2)] ?? 0} ms, worst ${worst} ms (at most 3000)`,
  )
  say(`${Math.round(total / took)} messages a second through it all`)
} finally {
  await Promise.all(running.map((it) => end(it)))
  redis.kill('SIGKILL')
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)

function report(isRight: boolean, what: string): void {
  if (!isRight) failures += 1
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${what}`)
}

/** Each trouble begins when so much is done, so that it falls into the traffic however fast the machine is. */
async function makeTrouble(sent: () => number): Promise<void> {
  const at = async (share: number) => {
    while (sent() < total * share) await wait(20)
  }
  await at(0.1)
  say('redis is killed')
  redis.kill('SIGKILL')
  const back = wait(redisAwayMs).then(() => {
    redis = startRedis()
    say('redis is back')
  })
  await at(0.25)
  await kill(0)
  await at(0.55)
  await back
  await kill(1)
  await at(0.8)
  await kill(0)
}

async function kill(at: 0 | 1): Promise<void> {
  say(`node ${at + 1} is killed`)
  running[at]?.child.kill('SIGKILL')
  await running[at]?.ended
  await wait(1_000)
  running[at] = await startApi(ports[at] ?? 0)
  say(`node ${at + 1} is back`)
}

async function startApi(port: number): Promise<Running> {
  const env = {
    ...process.env,
    API_PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    RATE_LIMITS: 'off',
    HUMAN_CHECK: 'off',
    DEMO: '0',
  }
  const api = startNode([join(root, 'api', 'main.ts')], env, false)
  await until(
    api,
    () =>
      call(new Agent(), 'GET', `http://127.0.0.1:${port}/readyz`, '').then(
        ({ status }) => status === 200,
        () => false,
      ),
    'The API',
    60_000,
  )
  return api
}

function startRedis(): ChildProcess {
  const it = spawn('redis-server', ['--port', String(redisPort), '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
  it.on('error', () => {
    console.error('The chaos test needs the program redis-server (or valkey under that name).')
    process.exit(1)
  })
  return it
}

async function readStored(senders: readonly string[]): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ sender_id: string; client_id: string }>(
    'select sender_id, client_id from messages where sender_id = any($1) order by seq',
    [senders],
  )
  await client.end()
  return new Map(
    [...Map.groupBy(rows, (row) => row.sender_id)].map(([id, them]) => [id, them.map((row) => row.client_id)]),
  )
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
