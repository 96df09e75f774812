import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/support/ports.ts'
import { openS3 } from '../tests/support/s3.ts'
import { end, type Running, startNative, startNode, until } from '../tools/dev/processes.ts'
import { removeWorkerdConfig, workerdProgram, writeWorkerdConfig } from '../tools/dev/workerd.ts'
import { build, root } from '../tools/release/build.ts'
import { countWrong, noisyPicture, uploadUntil } from './chaos-uploads.ts'
import { callApi } from './chat-client.ts'
import { ChatReplica } from './chat-replica.ts'
import { makeDatabase } from './database.ts'
import { openLoadBalancer } from './load-balancer.ts'
import { startRedis } from './redis.ts'
import { createPairs, makeCreators, type Pair } from './users.ts'

/**
 * `npm run drill:deploy [seconds]`: the edge, a load balancer and two API nodes on one PostgreSQL and one Redis. Under
 * reads, messages, uploads into a bucket and open sockets each node is restarted twice, one after the other, as a
 * deployment does. Exit 1 when a request fails, a message is lost or doubled, an upload is not the picture that was
 * sent, or a socket is not back within 30 s.
 */
const seconds = Number(process.argv[2] ?? 60)
const drainSeconds = 3
const began = Date.now()
const log = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

await build({ log: console.log })
const database = await makeDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-drill-'))
const redisPort = await freePort()
const redis = startRedis(redisPort)
const s3 = await openS3()
const edgeSecret = randomUUID()
const ports = [await freePort(), await freePort()] as const
const nodes: Running[] = [await startApi(ports[0]), await startApi(ports[1])]
const balancerPort = await freePort()
const balancer = await openLoadBalancer(
  balancerPort,
  ports.map((port) => `http://127.0.0.1:${port}`),
)
const edgePort = await freePort()
const edgeConfig = writeWorkerdConfig(`chaos-${edgePort}`, [`127.0.0.1:${edgePort}`, `[::1]:${edgePort}`], {
  API_BASE_URL: `http://127.0.0.1:${balancerPort}`,
  EDGE_SECRET: edgeSecret,
  EDGE_CACHE: 'off',
})
const edge = startNative(workerdProgram(), ['serve', edgeConfig], false)
const url = `http://localhost:${edgePort}`
await until(
  edge,
  () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  'The edge',
  30_000,
)

const failures: string[] = []
let served = 0
const pairs = await createPairs(database.url, dataDir, 20)
const replicas = pairs.map(({ from, to }) => new ChatReplica([url], to, from))
const sent = new Map<Pair, string[]>()
const uploaders = pairs.slice(12, 14).map(({ from }) => from)
await makeCreators(database.url, uploaders)
const picture = await noisyPicture()
let isOver = false
try {
  log(`${seconds} s of pages, reads, uploads, and messages in ${pairs.length} conversations`)
  const uploading = uploaders.map((user) => uploadUntil(() => isOver, user, picture, upload))
  const working = [...pairs.slice(0, 8).map(sendMessages), ...pairs.slice(8, 12).map(readFeed), readPages()]
  const deadline = began + (Date.now() - began) + seconds * 1_000
  for (const turn of [0, 1, 0, 1]) {
    await wait(seconds * 80)
    await restart(turn)
  }
  await wait(Math.max(0, deadline - Date.now()))
  isOver = true
  await Promise.all(working)
  const uploaded = (await Promise.all(uploading)).flat()
  const wrong = await countWrong(database.url, { DATA_DIR: dataDir, ...s3.env }, uploaded, picture)
  const { lost, doubled } = await compare()
  report(failures.length === 0, `${failures.length} of ${served + failures.length} requests failed`)
  for (const line of new Set(failures.slice(0, 20))) console.log(`       ${line}`)
  report(
    lost === 0 && doubled === 0,
    `${lost} messages lost, ${doubled} doubled of ${[...sent.values()].flat().length}`,
  )
  report(
    uploaded.length > 0 && wrong.refused + wrong.different + wrong.unmade === 0,
    `of ${uploaded.length} uploads of ${Math.round(picture.length / 1e6)} MB ${wrong.refused} refused, ${wrong.different} not what was sent, ${wrong.unmade} not made`,
  )
  const slowest = Math.max(...replicas.map((replica) => replica.longestAwayMs))
  const drops = replicas.reduce((sum, replica) => sum + replica.drops, 0)
  report(
    drops > 0 && slowest <= 30_000,
    `${drops} sockets closed, the slowest back after ${slowest} ms (at most 30000)`,
  )
} finally {
  isOver = true
  for (const replica of replicas) replica.close()
  await end(edge)
  removeWorkerdConfig(edgeConfig)
  balancer.close()
  await Promise.all(nodes.map((node) => end(node, 60_000)))
  redis.kill('SIGKILL')
  await s3.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Messages are sent once: what the load balancer could not deliver is a failed request. */
async function sendMessages(pair: Pair): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const mine: string[] = []
  sent.set(pair, mine)
  while (!isOver) {
    const clientId = randomUUID()
    const body = JSON.stringify({ receiver_id: pair.to.id, content: 'hello', client_id: clientId })
    if (await call(agent, 'POST', '/api/chat/messages', pair.from.cookie, body)) mine.push(clientId)
    await wait(40)
  }
  agent.destroy()
}

async function readFeed(pair: Pair): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (!isOver) {
    await call(agent, 'GET', '/api/chat/sessions', pair.to.cookie)
    await call(agent, 'GET', '/api/feed', pair.from.cookie)
  }
  agent.destroy()
}

async function readPages(): Promise<void> {
  while (!isOver) {
    const answer = await fetch(url).catch((error: Error) => error)
    if (answer instanceof Response && answer.ok) served++
    else failures.push(`the start page: ${answer instanceof Response ? answer.status : answer.message}`)
    if (answer instanceof Response) await answer.arrayBuffer()
    await wait(20)
  }
}

async function upload(method: string, path: string, init: RequestInit): Promise<Response | null> {
  const answer = await fetch(url + path, { ...init, method }).catch((error: Error) => error)
  if (answer instanceof Response) await answer.arrayBuffer()
  if (answer instanceof Response && answer.ok) {
    served++
    return answer
  }
  failures.push(`${method} an upload: ${answer instanceof Response ? answer.status : answer.message}`)
  return null
}

async function call(agent: Agent, method: string, path: string, cookie: string, body?: string): Promise<boolean> {
  const answer = await callApi(agent, method, url + path, cookie, body).catch((error: Error) => error)
  const isServed = !(answer instanceof Error) && answer.status < 300
  if (isServed) served++
  else failures.push(`${method} ${path}: ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`)
  return isServed
}

async function restart(index: number): Promise<void> {
  const node = nodes[index]
  const port = ports[index]
  if (node === undefined || port === undefined) throw new Error(`There is no node ${index}.`)
  log(`node ${index + 1} is asked to stop`)
  node.child.kill('SIGTERM')
  const code = await node.ended
  if (code !== 0) failures.push(`node ${index + 1} ended with ${code}`)
  log(`node ${index + 1} has stopped`)
  nodes[index] = await startApi(port)
  log(`node ${index + 1} is back`)
}

/** What was acknowledged against what the receivers have, three seconds after the last message. */
async function compare(): Promise<{ lost: number; doubled: number }> {
  await wait(3_000)
  let [lost, doubled] = [0, 0]
  for (const [index, pair] of pairs.entries()) {
    const shown = [...(replicas[index]?.messages.values() ?? [])]
    lost += (sent.get(pair) ?? []).filter((id) => !shown.includes(id)).length
    doubled += shown.length - new Set(shown).size
  }
  return { lost, doubled }
}

async function startApi(port: number): Promise<Running> {
  const env = {
    ...process.env,
    API_PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    EDGE_SECRET: edgeSecret,
    DRAIN_SECONDS: String(drainSeconds),
    RATE_LIMITS: 'off',
    HUMAN_CHECK: 'off',
    DEMO: '0',
    ...s3.env,
  }
  const api = startNode([join(root, 'api', 'main.ts')], env, false)
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(api, isReady, 'The API', 60_000)
  return api
}

function report(isRight: boolean, what: string): void {
  if (!isRight) process.exitCode = 1
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${what}`)
}
