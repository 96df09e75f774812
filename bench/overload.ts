import { connect } from 'node:net'
import pg from 'pg'
import { startApiAlone } from './api-alone.ts'
import { load } from './load.ts'
import { holds, print, type Row } from './row.ts'
import { createPairs } from './users.ts'

/**
 * `npm run bench:overload`: three times as many calls as the API can serve, arriving whether it answers or not, for the
 * feed of a fan and for the cheapest call (docs/safety.md, "failure is honest"). At least 80 % of what it serves at its
 * best must be served then too, within five seconds each, and all others refused with 503 and `Retry-After`. The
 * baseline is what it serves 50 callers that wait for their answers in the same run.
 */
const timeoutMs = 5_000
const api = await startApiAlone()
let isWithinBounds = false
try {
  const cookie = await createFan()
  const rows = [
    ...(await overloadRows('the feed', { url: `${api.url}/api/feed`, headers: { cookie } })),
    ...(await overloadRows('a profile', { url: `${api.url}/api/users/alice`, headers: {} })),
  ]
  print(rows)
  isWithinBounds = rows.every(holds)
} finally {
  await api.close()
}
process.exit(isWithinBounds ? 0 : 1)

async function overloadRows(name: string, target: Target): Promise<Row[]> {
  const { url, headers } = target
  await load(url, { seconds: 3, headers })
  const best = (await load(url, { seconds: 5, headers })).perSecond
  const counts = await overload(target, best * 3, 8)
  const after = (await load(url, { seconds: 3, headers })).perSecond
  console.log(`${name}: ${JSON.stringify(counts)}`)
  return [
    row(`o  ${name}, served at 3× overload`, counts.served / 8, best, '/s', { min: 0.8 }),
    row(`o  ${name}, served right after it`, after, best, '/s', { min: 0.8 }),
    row(`o  ${name}, neither served nor refused`, counts.lost + 1, 1, '', { max: 1 }),
  ]
}

/** A fan with a session who follows every creator; answers the cookie. */
async function createFan(): Promise<string> {
  const [pair] = await createPairs(api.databaseUrl, api.dataDir, 1)
  if (pair === undefined) throw new Error('no fan was created')
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  await client.query('insert into follows (follower_id, user_id) select $1, id from users where is_creator', [
    pair.from.id,
  ])
  await client.end()
  return pair.from.cookie
}

function row(name: string, product: number, baseline: number, unit: string, bound: Row['bound']): Row {
  return { name, product, baseline, unit, bound }
}

/** Sends calls at a fixed rate, each on a free connection or a new one; on bare sockets, to take little of the machine. */
async function overload(target: Target, perSecond: number, seconds: number) {
  const counts: Record<Outcome | 'offered', number> = { offered: 0, served: 0, refused: 0, lost: 0 }
  const free: Connection[] = []
  const connections = new Set<Connection>()
  const pending = new Set<PendingCall>()
  const startCall = (): void => {
    let connection = free.pop()
    while (connection?.isClosed()) connection = free.pop()
    const used = connection ?? openConnection(target, connections)
    const call: PendingCall = {
      since: performance.now(),
      end: (outcome) => {
        if (!pending.delete(call)) return
        counts[outcome] += 1
        if (outcome === 'lost') used.close()
        else free.push(used)
      },
    }
    pending.add(call)
    used.send(call.end)
  }
  const began = performance.now()
  for (let now = began; now - began < seconds * 1000 || pending.size > 0; now = performance.now()) {
    const due = Math.min((now - began) / 1000, seconds) * perSecond
    for (; counts.offered < due; counts.offered++) startCall()
    for (const call of pending) if (now - call.since > timeoutMs) call.end('lost')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (const connection of connections) connection.close()
  return counts
}

type Target = { url: string; headers: Record<string, string> }
type Outcome = 'served' | 'refused' | 'lost'
type PendingCall = { since: number; end: (outcome: Outcome) => void }
type Connection = { send: (onEnd: (outcome: Outcome) => void) => void; isClosed: () => boolean; close: () => void }

function openConnection({ url, headers }: Target, connections: Set<Connection>): Connection {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let onEnd: (outcome: Outcome) => void = () => undefined
  let received = ''
  const connection: Connection = {
    send: (then) => {
      onEnd = then
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`)
    },
    isClosed: () => socket.destroyed || socket.readableEnded,
    close: () => {
      connections.delete(connection)
      socket.destroy()
    },
  }
  connections.add(connection)
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    received += String(chunk)
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = received.slice(0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined || received.length < headEnd + 4 + Number(length)) return
    received = ''
    if (head.startsWith('HTTP/1.1 200')) onEnd('served')
    else onEnd(/^HTTP\/1.1 503[\s\S]*\r\nretry-after: \d/i.test(head) ? 'refused' : 'lost')
  })
  // Ends the call under way; on a free connection there is none, and the next call opens another.
  socket.on('close', () => onEnd('lost'))
  socket.on('error', () => undefined)
  return connection
}
