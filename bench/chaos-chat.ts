import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../tests/support/ports.ts'
import { end, type Running, startNode, until } from '../tools/dev/processes.ts'
import { root } from '../tools/release/build.ts'
import { callApi, sendUntilAcknowledged } from './chat-client.ts'
import { ChatReplica } from './chat-replica.ts'
import { makeDatabase } from './database.ts'
import { startRedis } from './redis.ts'
import { type BenchUser, createPairs } from './users.ts'

/**
 * `npm run chaos:chat [messages]`: two API nodes on one PostgreSQL and one Redis. In twenty conversations each
 * receiver's socket is cut every 1 to 3 s, both nodes are killed with -9 and started again, and Redis is away for 30 s.
 * At the end what every sender had acknowledged is compared with what every receiver shows and what the database holds.
 * Exit 1 when a message is lost, doubled or out of order, or when a receiver took longer than 3 s to catch up.
 */
const total = Number(process.argv[2] ?? 50_000)
const conversationCount = 20
const redisAwayMs = Number(process.env.REDIS_AWAY_MS ?? 30_000)
const began = Date.now()

const database = await makeDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-chaos-'))
const redisPort = await freePort()
let redis = startRedis(redisPort)
const ports = [await freePort(), await freePort()]
const nodes = ports.map((port) => `http://127.0.0.1:${port}`)
const running: Running[] = []
for (const port of ports) running.push(await startApi(port))
let failures = 0

try {
  log(`${total} messages in ${conversationCount} conversations over two nodes`)
  const pairs = await createPairs(database.url, dataDir, conversationCount)
  const conversations = pairs.map(
    ({ from, to }): Conversation => ({ from, to, replica: new ChatReplica(nodes, to, from), acknowledged: [] }),
  )
  let isOver = false
  const cutting = conversations.map((conversation) => cutSockets(conversation, () => isOver))
  const acknowledged = () => conversations.reduce((sum, conversation) => sum + conversation.acknowledged.length, 0)
  const killing = killProcesses(acknowledged)
  await Promise.all(conversations.map(sendAll))
  const seconds = (Date.now() - began) / 1000
  log(`all ${acknowledged()} acknowledged`)
  await killing
  await waitForReceivers(conversations)
  isOver = true
  await Promise.all(cutting)
  await compare(conversations)
  log(`${Math.round(total / seconds)} messages a second through it all`)
} finally {
  await Promise.all(running.map((api) => end(api)))
  redis.kill('SIGKILL')
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)

type Conversation = {
  from: BenchUser
  to: BenchUser
  replica: ChatReplica
  acknowledged: { clientId: string; seq: number }[]
}

async function cutSockets(conversation: Conversation, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(1_000 + Math.random() * 2_000)
    conversation.replica.cut(lastSeq(conversation))
  }
}

async function sendAll({ from, to, acknowledged }: Conversation, index: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let count = 0; count < total / conversationCount; count++) {
    const clientId = `conversation${index}-${count}`
    const seq = await sendUntilAcknowledged(agent, nodes, from, to, clientId, `message ${count}`)
    acknowledged.push({ clientId, seq })
  }
  agent.destroy()
}

async function waitForReceivers(conversations: Conversation[]): Promise<void> {
  const since = Date.now()
  const isBehind = (conversation: Conversation) => conversation.replica.contiguous < lastSeq(conversation)
  while (conversations.some(isBehind) && Date.now() - since < 15_000) await wait(20)
  log(`every receiver has every message ${Date.now() - since} ms after the last one`)
}

/** Each trouble begins at a share of the messages, so that it meets traffic however fast the machine is. */
async function killProcesses(acknowledged: () => number): Promise<void> {
  const untilShare = async (share: number) => {
    while (acknowledged() < total * share) await wait(20)
  }
  await untilShare(0.1)
  log('redis is killed')
  redis.kill('SIGKILL')
  const redisReturns = wait(redisAwayMs).then(() => {
    redis = startRedis(redisPort)
    log('redis is back')
  })
  await untilShare(0.25)
  await killNode(0)
  await untilShare(0.55)
  await redisReturns
  await killNode(1)
  await untilShare(0.8)
  await killNode(0)
}

async function killNode(index: 0 | 1): Promise<void> {
  log(`node ${index + 1} is killed`)
  running[index]?.child.kill('SIGKILL')
  await running[index]?.ended
  await wait(1_000)
  running[index] = await startApi(ports[index] ?? 0)
  log(`node ${index + 1} is back`)
}

async function compare(conversations: Conversation[]): Promise<void> {
  const stored = await readStored(conversations.map(({ from }) => from.id))
  const problems = { lost: 0, doubled: 0, 'out of order': 0, 'lost in the database': 0 }
  for (const { from, replica, acknowledged } of conversations) {
    const sent = acknowledged.map(({ clientId }) => clientId)
    const shown = [...replica.messages].sort(([a], [b]) => a - b).map(([, clientId]) => clientId)
    problems.lost += sent.filter((clientId) => !shown.includes(clientId)).length
    problems.doubled += shown.length - new Set(shown).size + replica.conflicts.length
    const isAfter = ({ seq }: { seq: number }, index: number) =>
      index === 0 || seq > (acknowledged[index - 1]?.seq ?? 0)
    problems['out of order'] += acknowledged.filter((message, index) => !isAfter(message, index)).length
    problems['out of order'] += shown.join() === sent.join() ? 0 : 1
    const inDatabase = stored.get(from.id) ?? []
    problems['lost in the database'] +=
      sent.filter((clientId) => !inDatabase.includes(clientId)).length + inDatabase.length - new Set(inDatabase).size
    replica.close()
  }
  for (const [what, count] of Object.entries(problems)) report(count === 0, `${count} ${what}`)
  const times = conversations.flatMap(({ replica }) => replica.catchUpTimes).sort((a, b) => a - b)
  const cuts = conversations.reduce((sum, { replica }) => sum + replica.cuts, 0)
  const worst = times.at(-1) ?? 0
  const p50 = times[Math.floor(times.length / 2)] ?? 0
  report(worst <= 3_000, `caught up after ${cuts} cuts: p50 ${p50} ms, worst ${worst} ms (at most 3000)`)
}

async function readStored(senders: readonly string[]): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ sender_id: string; client_id: string }>(
    'select sender_id, client_id from messages where sender_id = any($1) order by seq',
    [senders],
  )
  await client.end()
  const bySender = Map.groupBy(rows, (row) => row.sender_id)
  return new Map([...bySender].map(([id, sent]) => [id, sent.map((row) => row.client_id)]))
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
  const isReady = () =>
    callApi(new Agent(), 'GET', `http://127.0.0.1:${port}/readyz`, '').then(
      ({ status }) => status === 200,
      () => false,
    )
  await until(api, isReady, 'The API', 60_000)
  return api
}

function report(isRight: boolean, what: string): void {
  if (!isRight) failures += 1
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${what}`)
}

function log(line: string): void {
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

function lastSeq({ acknowledged }: Conversation): number {
  return acknowledged.at(-1)?.seq ?? 0
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
