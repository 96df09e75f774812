import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { startApiAlone } from './api-alone.ts'
import { load } from './load.ts'
import { makePeople } from './people.ts'
import { holds, print, type Row } from './row.ts'

/**
 * `npm run bench:overload`: three times as many calls as the API can serve, arriving whether it answers or not (safety
 * §P9), for the feed of a fan and for the cheapest call there is. At least 80 % of what it serves at its
 * best is served then too, within five seconds each, and all others are told 503 with `Retry-After`. The floor is what it
 * serves 50 patient callers in the same run.
 */
const patienceMs = 5_000
const api = await startApiAlone()
let fine = false
try {
  const cookie = await makeFan()
  const rows = [
    ...(await rushed('the feed', { url: `${api.url}/api/feed`, headers: { cookie } })),
    ...(await rushed('a profile', { url: `${api.url}/api/users/alice`, headers: {} })),
  ]
  print(rows)
  fine = rows.every(holds)
} finally {
  await api.close()
}
process.exit(fine ? 0 : 1)

async function rushed(name: string, what: What): Promise<Row[]> {
  const { url, headers } = what
  await load(url, { seconds: 3, headers })
  const best = (await load(url, { seconds: 5, headers })).perSecond
  const rush = await storm(what, best * 3, 8)
  const after = (await load(url, { seconds: 3, headers })).perSecond
  console.log(`${name}: ${JSON.stringify(rush)}`)
  return [
    row(`o  ${name}, served at 3× overload`, rush.served / 8, best, '/s', { min: 0.8 }),
    row(`o  ${name}, served right after it`, after, best, '/s', { min: 0.8 }),
    row(`o  ${name}, neither served nor told`, rush.lost + 1, 1, '', { max: 1 }),
  ]
}

/** A fan who follows everybody, with a session. */
async function makeFan(): Promise<string> {
  const [pair] = await makePeople(api.databaseUrl, api.dataDir, 1)
  const { id, cookie } = (pair as NonNullable<typeof pair>).from
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  await client.query('insert into follows (follower_id, user_id) select $1, id from users where is_creator', [id])
  await client.end()
  return cookie
}

function row(name: string, product: number, floor: number, unit: string, bound: Row['bound']): Row {
  return { name, product, floor, unit, bound }
}

/** Calls at a pace that heeds no answer, each on a connection of its own when none is free; bare, to be light themselves. */
async function storm(what: What, perSecond: number, seconds: number) {
  const counts: Record<Fate | 'offered', number> = { offered: 0, served: 0, turned: 0, lost: 0 }
  const free: Line[] = []
  const lines = new Set<Line>()
  const under = new Set<Call>()
  const call = (): void => {
    const it: Call = { since: performance.now(), end: () => undefined }
    let line = free.pop()
    while (line?.isGone()) line = free.pop()
    line ??= openLine(what, lines)
    const used = line
    it.end = (fate) => {
      if (!under.delete(it)) return
      counts[fate] += 1
      if (fate === 'lost') used.close()
      else free.push(used)
    }
    under.add(it)
    used.ask(it.end)
  }
  const began = performance.now()
  for (let now = began; now - began < seconds * 1000 || under.size > 0; now = performance.now()) {
    const due = Math.min((now - began) / 1000, seconds) * perSecond
    for (; counts.offered < due; counts.offered++) call()
    for (const it of under) if (now - it.since > patienceMs) it.end('lost')
    await pause(5)
  }
  for (const line of lines) line.close()
  return counts
}

type What = { url: string; headers: Record<string, string> }
type Fate = 'served' | 'turned' | 'lost'
type Call = { since: number; end: (fate: Fate) => void }
type Line = { ask: (end: (fate: Fate) => void) => void; isGone: () => boolean; close: () => void }

function openLine({ url, headers }: What, lines: Set<Line>): Line {
  const { hostname, port, pathname, host } = new URL(url)
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let end: (fate: Fate) => void = () => undefined
  let said = ''
  const line: Line = {
    ask: (then) => {
      end = then
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${more.join('')}\r\n`)
    },
    isGone: () => socket.destroyed || socket.readableEnded,
    close: () => {
      lines.delete(line)
      socket.destroy()
    },
  }
  lines.add(line)
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    said += String(chunk)
    const head = said.indexOf('\r\n\r\n')
    if (head === -1) return
    const length = /\r\ncontent-length: (\d+)/i.exec(said.slice(0, head))?.[1]
    if (length === undefined || said.length < head + 4 + Number(length)) return
    const answer = said
    said = ''
    if (answer.startsWith('HTTP/1.1 200')) end('served')
    else end(/^HTTP\/1.1 503[\s\S]*\r\nretry-after: \d/i.test(answer.slice(0, head)) ? 'turned' : 'lost')
  })
  // A free line that the server has closed is no call that was lost; the next one opens its own.
  socket.on('close', () => end('lost'))
  socket.on('error', () => undefined)
  return line
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
