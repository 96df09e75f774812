import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/build.ts'
import { end, type Running, startNode, until } from '../scripts/processes.ts'
import { freePort } from '../tests/support/ports.ts'
import { broadcastRows } from './chat-broadcast.ts'
import { call } from './chat-client.ts'
import { fanOutRows, idleRows, longConversationRow } from './chat-sockets.ts'
import { makeDatabase } from './database.ts'
import { holds, print, type Row } from './row.ts'

/** `npm run bench:chat [broadcast long fan idle …]`: what conversations cost at size, beside floors from the same run. */
const wanted = new Set(process.argv.slice(2))
const database = await makeDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'))
const [apiPort, floorPort] = [await freePort(), await freePort()]
const [api, floor] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${floorPort}`]
const env = {
  ...process.env,
  API_PORT: String(apiPort),
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  RATE_LIMITS: 'off',
  HUMAN_CHECK: 'off',
  DEMO: '0',
}
const running: Running[] = [startNode(['--expose-gc', join(root, 'api', 'main.ts')], env, false)]
const rows: Row[] = []
const measure = async (name: string, run: () => Promise<Row[]>) => {
  if (wanted.size > 0 && !wanted.has(name)) return
  console.log(`${name} …`)
  rows.push(...(await run()))
}
const isUp = (url: string) =>
  call(new Agent(), 'GET', url, '').then(
    ({ status }) => status === 200,
    () => false,
  )

try {
  const [it] = running
  if (it !== undefined) await until(it, () => isUp(`${api}/readyz`), 'The API', 60_000)
  const bare = startNode(
    ['--expose-gc', join(root, 'bench', 'floors', 'sockets.ts'), String(floorPort), database.url],
    env,
    false,
  )
  running.push(bare)
  await until(bare, () => isUp(`${floor}/memory`), 'The floor', 20_000)
  const on = {
    api,
    floor,
    databaseUrl: database.url,
    dataDir,
    apiPid: it?.child.pid ?? 0,
    floorPid: bare.child.pid ?? 0,
  }
  await measure('idle', () => idleRows(on))
  await measure('long', () => longConversationRow(on))
  await measure('fan', () => fanOutRows(on))
  await measure('broadcast', () => broadcastRows(on))
} finally {
  await Promise.all(running.map((one) => end(one)))
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}
print(rows)
process.exit(rows.every(holds) ? 0 : 1)
