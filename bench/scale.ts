import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sessionCookie } from '../api/identity/session-cookie.ts'
import { hashToken } from '../api/identity/viewer.ts'
import { newId } from '../api/platform/db/ids.ts'
import { startApiAlone } from './api-alone.ts'
import { median } from './row.ts'
import { calls } from './scale/calls.ts'
import { openWorld, type Size } from './scale/world.ts'

/**
 * `npm run bench:scale [-- S M]`: the same calls in worlds of several sizes. A call may take 1.5 times as long as in the
 * smallest of them, or 30 ms. A world is made at first (S in seconds, M in a minute, L in half an hour) and kept.
 */
const sizes = process.argv.slice(2).filter((it): it is Size => ['S', 'M', 'L'].includes(it))
if (sizes.length === 0) sizes.push('S', 'M')
const [allowedRatio, allowedMs] = [1.5, 30]

const table = new Map<string, string[]>()
const smallest = new Map<string, number>()
let isWithinBounds = true
for (const size of sizes) {
  const api = await startApiAlone({ DEMO: '0' }, await openWorld(size))
  try {
    const cookies = await openSessions(api.databaseUrl, api.dataDir)
    for (const [who, path] of calls) {
      const name = `${who} ${path}`
      const { ms, failure } = await measure(`${api.url}${path}`, cookies.get(who) ?? '')
      const least = smallest.get(name) ?? ms
      smallest.set(name, least)
      const holds = failure === null && (ms <= allowedMs || ms <= allowedRatio * least)
      isWithinBounds &&= holds
      const cell = `${ms.toFixed(1)} ×${(ms / least).toFixed(1)}${failure === null ? '' : ` ${failure}`}${holds ? '' : ' FAILS'}`
      table.set(name, [...(table.get(name) ?? []), cell])
    }
  } finally {
    await api.close()
  }
}
const width = Math.max(...[...table.keys()].map((name) => name.length))
console.log(`\n${'p50 in ms'.padEnd(width)}${sizes.map((size) => size.padStart(22)).join('')}`)
for (const [name, cells] of table)
  console.log(`${name.padEnd(width)}${cells.map((cell) => cell.padStart(22)).join('')}`)
process.exit(isWithinBounds ? 0 : 1)

/** The median of ten calls after a first one, of one where they take seconds. */
async function measure(url: string, cookie: string): Promise<{ ms: number; failure: number | null }> {
  const call = async () => {
    const began = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.arrayBuffer()
    return { ms: performance.now() - began, failure: answer.ok ? null : answer.status }
  }
  const first = await call()
  if (first.failure !== null || first.ms > 2_000) return first
  const times: number[] = []
  while (times.length < 10) times.push((await call()).ms)
  return { ms: median(times), failure: null }
}

/** A session for everyone of whom there are calls. */
async function openSessions(databaseUrl: string, dataDir: string): Promise<Map<string, string>> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const cookies = new Map<string, string>()
  for (const who of new Set(calls.map(([username]) => username))) {
    const token = randomBytes(24).toString('base64url')
    await client.query(
      `insert into sessions (id, token, user_id, expires_at)
       select $1, $2, id, now() + interval '1 day' from users where username = $3`,
      [newId(), hashToken(token), who],
    )
    cookies.set(who, sessionCookie(token, secret))
  }
  await client.end()
  return cookies
}
