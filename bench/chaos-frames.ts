import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../tools/release/build.ts'
import { end, startNode, until } from '../tools/dev/processes.ts'
import { abuse } from '../tests/support/frames.ts'
import { freePort } from '../tests/support/ports.ts'
import { connect } from '../tests/support/sockets.ts'
import { leashed } from './chaos-children.ts'

/**
 * `npm run chaos:frames [frames]`: an API of its own, and a million raw WebSocket frames at it: bad UTF-8, giant and
 * impossible lengths, unmasked, fragments that never end, noise, connections that go in the middle. Exit 1 unless the
 * same process lives, nobody hangs, an honest socket still works, and its memory after the first fifth is flat.
 */
const total = Number(process.argv[2] ?? 1_000_000)
const mostGrowthMb = 64
const began = Date.now()
const say = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)

const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-frames-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = { ...process.env, API_PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', HUMAN_CHECK: 'off' }
// Rubbish is collected every second, so that what is measured is what is kept and not what has yet to be swept.
const sweeping = `data:text/javascript,${encodeURIComponent('setInterval(() => gc(), 1000).unref()')}`
const api = startNode(['--expose-gc', '--import', sweeping, join(root, 'api', 'main.ts')], env, false)
leashed(api.child)
let problems: string[] = []
try {
  await until(api, () => isUp('readyz'), 'The API', 120_000)
  const origin = 'http://localhost:8787'
  const [mallory, fiona] = [await signIn('frank@demo.test'), await signIn('fiona@demo.test')]
  const honest = await connect(`ws://127.0.0.1:${port}/ws`, { origin, cookie: fiona })
  const readings: { frames: number; mb: number }[] = []
  let next = 0
  const so = await abuse({ port, headers: `Origin: ${origin}\r\nCookie: ${mallory}` }, total, 20_261_121, (it) => {
    if (it.frames < next) return
    next += total / 50
    readings.push({ frames: it.frames, mb: memoryMb() })
    if (readings.length % 5 === 0)
      say(`${it.frames} frames in ${it.connections} connections, ${readings.at(-1)?.mb} MB`)
  })
  const between = (from: number, to: number) =>
    median(readings.slice(Math.floor(from * readings.length), Math.ceil(to * readings.length)).map((it) => it.mb))
  const [early, late] = [between(0.2, 0.4), between(0.8, 1)]
  const growth = late - early
  say(`ended with ${JSON.stringify(so.endings)}`)
  say(`memory: ${early} MB after the first fifth, ${late} MB at the end, ${growth} MB more (at most ${mostGrowthMb})`)
  honest.say({ type: 'resume', after: null })
  const answered = await honest.next('resumed').then(
    () => true,
    () => false,
  )
  problems = [
    ...(api.child.exitCode === null && api.child.signalCode === null ? [] : ['the process is gone']),
    ...(so.hung === 0 ? [] : [`${so.hung} connections hung`]),
    ...(growth <= mostGrowthMb ? [] : [`memory grew by ${growth} MB`]),
    ...(answered ? [] : ['an honest socket got no answer']),
    ...((await isUp('healthz')) ? [] : ['the API is not well']),
  ]
  honest.close()
} finally {
  await end(api)
  rmSync(dataDir, { recursive: true, force: true })
}
for (const problem of problems) say(problem)
say(problems.length === 0 ? 'holds' : 'does not hold')
process.exit(problems.length === 0 ? 0 : 1)

function isUp(path: string): Promise<boolean> {
  return fetch(`${url}/${path}`).then(
    (it) => it.ok,
    () => false,
  )
}

/** Resident megabytes of the API. */
function memoryMb(): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(api.child.pid)]).toString()) / 1024)
}

function median(of: number[]): number {
  return [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:8787' },
    body: JSON.stringify({ email, password: 'fanfare-demo' }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
}
