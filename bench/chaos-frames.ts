import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoPassword } from '../seed/demo-users.ts'
import { abuse } from '../tests/support/frames.ts'
import { freePort } from '../tests/support/ports.ts'
import { connect } from '../tests/support/sockets.ts'
import { end, startNode, until } from '../tools/dev/processes.ts'
import { root } from '../tools/release/build.ts'
import { killOnExit } from './kill-on-exit.ts'

/**
 * `npm run chaos:frames [frames]`: an API of its own receives a million raw WebSocket frames: bad UTF-8, giant and
 * impossible lengths, unmasked ones, fragments that never end, noise, connections that end in the middle. Exit 1 unless
 * the same process is alive, no connection hangs, an ordinary socket still works, and memory after the first fifth is flat.
 */
const total = Number(process.argv[2] ?? 1_000_000)
const maxGrowthMb = 64
const began = Date.now()
const log = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)

const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-frames-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = { ...process.env, API_PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', HUMAN_CHECK: 'off' }
// Garbage is collected every second, so that only what the process keeps is measured.
const collectGarbage = `data:text/javascript,${encodeURIComponent('setInterval(() => gc(), 1000).unref()')}`
const api = startNode(['--expose-gc', '--import', collectGarbage, join(root, 'api', 'main.ts')], env, false)
killOnExit(api.child)
let problems: string[] = []
try {
  await until(api, () => isUp('readyz'), 'The API', 120_000)
  const origin = 'http://localhost:8787'
  const [attacker, fiona] = [await signIn('frank@demo.test'), await signIn('fiona@demo.test')]
  const ordinary = await connect(`ws://127.0.0.1:${port}/ws`, { origin, cookie: fiona })
  const readings: { frames: number; mb: number }[] = []
  let nextReading = 0
  const result = await abuse(
    { port, headers: `Origin: ${origin}\r\nCookie: ${attacker}` },
    total,
    20_261_121,
    (progress) => {
      if (progress.frames < nextReading) return
      nextReading += total / 50
      readings.push({ frames: progress.frames, mb: memoryMb() })
      if (readings.length % 5 === 0)
        log(`${progress.frames} frames in ${progress.connections} connections, ${readings.at(-1)?.mb} MB`)
    },
  )
  const between = (from: number, to: number) =>
    median(readings.slice(Math.floor(from * readings.length), Math.ceil(to * readings.length)).map((it) => it.mb))
  const [early, late] = [between(0.2, 0.4), between(0.8, 1)]
  const growth = late - early
  log(`ended with ${JSON.stringify(result.endings)}`)
  log(`memory: ${early} MB after the first fifth, ${late} MB at the end, ${growth} MB more (at most ${maxGrowthMb})`)
  ordinary.send({ type: 'resume', after: null })
  const answered = await ordinary.next('resumed').then(
    () => true,
    () => false,
  )
  problems = [
    ...(api.child.exitCode === null && api.child.signalCode === null ? [] : ['the process is gone']),
    ...(result.hung === 0 ? [] : [`${result.hung} connections hung`]),
    ...(growth <= maxGrowthMb ? [] : [`memory grew by ${growth} MB`]),
    ...(answered ? [] : ['an ordinary socket got no answer']),
    ...((await isUp('healthz')) ? [] : ['the API is not healthy']),
  ]
  ordinary.close()
} finally {
  await end(api)
  rmSync(dataDir, { recursive: true, force: true })
}
for (const problem of problems) log(problem)
log(problems.length === 0 ? 'holds' : 'does not hold')
process.exit(problems.length === 0 ? 0 : 1)

function isUp(path: string): Promise<boolean> {
  return fetch(`${url}/${path}`).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** Resident megabytes of the API. */
function memoryMb(): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(api.child.pid)]).toString()) / 1024)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:8787' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
