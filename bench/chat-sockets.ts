import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import WebSocket from 'ws'
import { sessionCookie } from '../api/identity/session-cookie.ts'
import { hashToken } from '../api/identity/viewer.ts'
import { newId } from '../api/platform/db/ids.ts'
import { callApi } from './chat-client.ts'
import { median, type Row } from './row.ts'
import { type BenchUser, createPairs } from './users.ts'

export type ChatBench = {
  api: string
  baseline: string
  databaseUrl: string
  dataDir: string
  apiPid: number
  baselinePid: number
}

/** Sending into a conversation of 10,000 messages against sending into an empty one, in turns. */
export async function longConversationRow(bench: ChatBench): Promise<Row[]> {
  const [empty, long] = await createPairs(bench.databaseUrl, bench.dataDir, 2)
  if (empty === undefined || long === undefined) return []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ from, to }: { from: BenchUser; to: BenchUser }) =>
    callApi(
      agent,
      'POST',
      `${bench.api}/api/chat/messages`,
      from.cookie,
      JSON.stringify({ receiver_id: to.id, content: 'Good evening.', client_id: randomUUID() }),
    )
  await Promise.all([send(empty), send(long)])
  await withClient(bench, async (client) => {
    await client.query(
      `insert into messages (id, session_id, seq, sender_id, receiver_id, content, type)
       select gen_random_uuid(), session_id, 1 + n, sender_id, receiver_id, 'Good evening.', 'text'
       from messages, generate_series(1, 10000) n where sender_id = $1 and seq = 1`,
      [long.from.id],
    )
    await client.query(
      'update chat_sessions set last_seq = 10001 where user_a = least($1::uuid, $2::uuid) and user_b = greatest($1::uuid, $2::uuid)',
      [long.from.id, long.to.id],
    )
    await client.query('analyze messages')
  })
  const times = { empty: [] as number[], long: [] as number[] }
  for (let round = 0; round < 400; round++) {
    times.empty.push(await timed(() => send(empty)))
    times.long.push(await timed(() => send(long)))
  }
  agent.destroy()
  return [
    {
      name: 'p50 of a send with 10,000 messages before it',
      product: median(times.long),
      baseline: median(times.empty),
      unit: 'ms',
      bound: { max: 1.2 },
    },
  ]
}

/** The time from storing a message until the last of its receiver's many sockets has it. */
export async function fanOutRows(bench: ChatBench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [count, max] of [
    [1_000, 1.5],
    [5_000, 1.3],
  ] as const) {
    const [pair] = await createPairs(bench.databaseUrl, bench.dataDir, 1)
    if (pair === undefined) return rows
    const cookies = await createSessions(bench, pair.to, Math.ceil(count / 20))
    const ours = await openMany(
      `${bench.api.replace('http', 'ws')}/ws`,
      count,
      (index) => cookies[index % cookies.length] ?? '',
    )
    const bare = await openMany(bench.baseline.replace('http', 'ws'), count, () => '')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const body = () => JSON.stringify({ receiver_id: pair.to.id, content: 'Good evening.', client_id: randomUUID() })
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < 9; round++) {
      times.bare.push(
        await timed(
          async () =>
            void (await Promise.all([
              bare.allReceive(),
              callApi(agent, 'POST', `${bench.baseline}/publish`, '', '{}'),
            ])),
        ),
      )
      times.ours.push(
        await timed(
          async () =>
            void (await Promise.all([
              ours.allReceive(),
              callApi(agent, 'POST', `${bench.api}/api/chat/messages`, pair.from.cookie, body()),
            ])),
        ),
      )
    }
    for (const sockets of [ours, bare]) sockets.close()
    agent.destroy()
    rows.push({
      name: `last delivery to ${count} sockets`,
      product: median(times.ours),
      baseline: median(times.bare),
      unit: 'ms',
      bound: { max },
    })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  return rows
}

/** The memory of an idle socket: the growth of the process from the 2,000th to the 8,000th, so that its start does not count. */
export async function idleRows(bench: ChatBench): Promise<Row[]> {
  const [few, many] = [2_000, 8_000]
  const [pair] = await createPairs(bench.databaseUrl, bench.dataDir, 1)
  if (pair === undefined) return []
  const cookies = await createSessions(bench, pair.to, many / 20)
  const growth = async (pid: number, url: string, cookie: (index: number) => string) => {
    const first = await openMany(url, few, cookie)
    await waitForMemory()
    const before = residentBytes(pid)
    const rest = await openMany(url, many - few, (index) => cookie(few + index))
    await waitForMemory()
    const each = (residentBytes(pid) - before) / (many - few) / 1024
    first.close()
    rest.close()
    return each
  }
  const product = await growth(
    bench.apiPid,
    `${bench.api.replace('http', 'ws')}/ws`,
    (index) => cookies[index % cookies.length] ?? '',
  )
  const baseline = await growth(bench.baselinePid, bench.baseline.replace('http', 'ws'), () => '')
  return [{ name: 'memory of an idle socket', product, baseline, unit: 'KB', bound: { max: 2 } }]
}

const waitForMemory = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4_000))

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

async function openMany(url: string, count: number, cookie: (index: number) => string) {
  const sockets: WebSocket[] = []
  let waiting = 0
  let onAllReceived: () => void = () => undefined
  for (let from = 0; from < count; from += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, count - from) }, (_, i) => {
        const socket = new WebSocket(url, { headers: { cookie: cookie(from + i) }, perMessageDeflate: false })
        sockets.push(socket)
        socket.on('message', (data: Buffer) => {
          if (waiting > 0 && data.includes('"new_message"') && --waiting === 0) onAllReceived()
        })
        return new Promise<void>((resolve, reject) => {
          socket.once('open', () => resolve())
          socket.once('error', reject)
        })
      }),
    )
  }
  return {
    /** Resolves when every socket has received the next message. */
    allReceive: () =>
      new Promise<void>((resolve) => {
        waiting = count
        onAllReceived = resolve
      }),
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function createSessions(bench: ChatBench, user: BenchUser, count: number): Promise<string[]> {
  const secret = readFileSync(join(bench.dataDir, 'secret'), 'utf8').trim()
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'))
  await withClient(bench, (client) =>
    client.query(
      `insert into sessions (id, token, user_id, expires_at) select i, t, $3, now() + interval '1 day' from unnest($1::uuid[], $2::text[]) as s (i, t)`,
      [tokens.map(() => newId()), tokens.map(hashToken), user.id],
    ),
  )
  return tokens.map((token) => sessionCookie(token, secret))
}

export async function withClient<T>(bench: ChatBench, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: bench.databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
