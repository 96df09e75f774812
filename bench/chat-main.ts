import { Agent } from 'node:http'
import { join } from 'node:path'
import { root } from '../tools/release/build.ts'
import { end, type Running, startNode, until } from '../tools/dev/processes.ts'
import { freePort } from '../tests/support/ports.ts'
import { startApiAlone } from './api-alone.ts'
import { broadcastRows } from './chat-broadcast.ts'
import { call } from './chat-client.ts'
import { fanOutRows, idleRows, longConversationRow } from './chat-sockets.ts'
import { holds, print, type Row } from './row.ts'

/** `npm run bench:chat [broadcast long fan idle …]`: what conversations cost at size, beside floors from the same run. */
const wanted = new Set(process.argv.slice(2))
const api = await startApiAlone({ DEMO: '0' })
const floorPort = await freePort()
const floor = `http://127.0.0.1:${floorPort}`
let bare: Running | undefined
const rows: Row[] = []
const measure = async (name: string, run: () => Promise<Row[]>) => {
  if (wanted.size > 0 && !wanted.has(name)) return
  console.log(`${name} …`)
  rows.push(...(await run()))
}
const isUp = () =>
  call(new Agent(), 'GET', `${floor}/memory`, '').then(
    ({ status }) => status === 200,
    () => false,
  )

try {
  const program = join(root, 'bench', 'baselines', 'sockets.ts')
  bare = startNode(['--expose-gc', program, String(floorPort), api.databaseUrl], api.env, false)
  await until(bare, isUp, 'The floor', 20_000)
  const { url, databaseUrl, dataDir, pid } = api
  const on = { api: url, floor, databaseUrl, dataDir, apiPid: pid, floorPid: bare.child.pid ?? 0 }
  await measure('idle', () => idleRows(on))
  await measure('long', () => longConversationRow(on))
  await measure('fan', () => fanOutRows(on))
  await measure('broadcast', () => broadcastRows(on))
} finally {
  await end(bare)
  await api.close()
}
print(rows)
process.exit(rows.every(holds) ? 0 : 1)
