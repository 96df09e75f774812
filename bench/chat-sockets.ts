import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import WebSocket from 'ws'
import { newId } from '../api/platform/db/ids.ts'
import { sessionCookie } from '../api/identity/session-cookie.ts'
import { hashToken } from '../api/identity/viewer.ts'
import { call } from './chat-client.ts'
import type { Person } from './live.ts'
import { makePeople } from './people.ts'
import { median, type Row } from './row.ts'

export type Bench = {
  api: string
  floor: string
  databaseUrl: string
  dataDir: string
  apiPid: number
  floorPid: number
}

/** Sending into a conversation of 10,000 messages against sending into an empty one, in turns. */
export async function longConversationRow(on: Bench): Promise<Row[]> {
  const [empty, long] = await makePeople(on.databaseUrl, on.dataDir, 2)
  if (empty === undefined || long === undefined) return []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ from, to }: { from: Person; to: Person }) =>
    call(
      agent,
      'POST',
      `${on.api}/api/chat/messages`,
      from.cookie,
      JSON.stringify({ receiver_id: to.id, content: 'Good evening.', client_id: randomUUID() }),
    )
  await Promise.all([send(empty), send(long)])
  await onDatabase(on, async (client) => {
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
      floor: median(times.empty),
      unit: 'ms',
      bound: { max: 1.2 },
    },
  ]
}

/** One stored message to the many sockets of its receiver, until the last one has it. */
export async function fanOutRows(on: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [count, max] of [
    [1_000, 1.5],
    [5_000, 1.3],
  ] as const) {
    const [pair] = await makePeople(on.databaseUrl, on.dataDir, 1)
    if (pair === undefined) return rows
    const cookies = await moreSessions(on, pair.to, Math.ceil(count / 20))
    const ours = await openMany(`${on.api.replace('http', 'ws')}/ws`, count, (at) => cookies[at % cookies.length] ?? '')
    const bare = await openMany(on.floor.replace('http', 'ws'), count, () => '')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const body = () => JSON.stringify({ receiver_id: pair.to.id, content: 'Good evening.', client_id: randomUUID() })
    const results = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < 9; round++) {
      results.bare.push(
        await timed(
          async () => void (await Promise.all([bare.all(), call(agent, 'POST', `${on.floor}/tell`, '', '{}')])),
        ),
      )
      results.ours.push(
        await timed(
          async () =>
            void (await Promise.all([
              ours.all(),
              call(agent, 'POST', `${on.api}/api/chat/messages`, pair.from.cookie, body()),
            ])),
        ),
      )
    }
    for (const them of [ours, bare]) them.close()
    agent.destroy()
    rows.push({
      name: `last delivery to ${count} sockets`,
      product: median(results.ours),
      floor: median(results.bare),
      unit: 'ms',
      bound: { max },
    })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  return rows
}

/** What an idle socket keeps in memory: by how much a process grows from the 2,000th to the 8,000th, so that its start does not count. */
export async function idleRows(on: Bench): Promise<Row[]> {
  const [few, many] = [2_000, 8_000]
  const [pair] = await makePeople(on.databaseUrl, on.dataDir, 1)
  if (pair === undefined) return []
  const cookies = await moreSessions(on, pair.to, many / 20)
  const growth = async (pid: number, url: string, cookie: (at: number) => string) => {
    const first = await openMany(url, few, cookie)
    await settle()
    const before = rss(pid)
    const rest = await openMany(url, many - few, (at) => cookie(few + at))
    await settle()
    const each = (rss(pid) - before) / (many - few) / 1024
    first.close()
    rest.close()
    return each
  }
  const product = await growth(
    on.apiPid,
    `${on.api.replace('http', 'ws')}/ws`,
    (at) => cookies[at % cookies.length] ?? '',
  )
  const floor = await growth(on.floorPid, on.floor.replace('http', 'ws'), () => '')
  return [{ name: 'memory of an idle socket', product, floor, unit: 'KB', bound: { max: 2 } }]
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4_000))

const rss = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

async function openMany(url: string, count: number, cookie: (at: number) => string) {
  const sockets: WebSocket[] = []
  let left = 0
  let done: () => void = () => undefined
  for (let at = 0; at < count; at += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, count - at) }, (_, i) => {
        const socket = new WebSocket(url, { headers: { cookie: cookie(at + i) }, perMessageDeflate: false })
        sockets.push(socket)
        socket.on('message', (data: Buffer) => {
          if (left > 0 && data.includes('"new_message"') && --left === 0) done()
        })
        return new Promise<void>((resolve, reject) => {
          socket.once('open', () => resolve())
          socket.once('error', reject)
        })
      }),
    )
  }
  return {
    /** Resolves when every socket has heard the next message. */
    all: () =>
      new Promise<void>((resolve) => {
        left = count
        done = resolve
      }),
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function moreSessions(on: Bench, person: Person, count: number): Promise<string[]> {
  const secret = readFileSync(join(on.dataDir, 'secret'), 'utf8').trim()
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'))
  await onDatabase(on, (client) =>
    client.query(
      `insert into sessions (id, token, user_id, expires_at) select i, t, $3, now() + interval '1 day' from unnest($1::uuid[], $2::text[]) as s (i, t)`,
      [tokens.map(() => newId()), tokens.map(hashToken), person.id],
    ),
  )
  return tokens.map((token) => sessionCookie(token, secret))
}

export async function onDatabase<T>(on: Bench, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: on.databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
