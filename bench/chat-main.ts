import { Agent } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../tests/support/ports.ts'
import { end, type Running, startNode, until } from '../tools/dev/processes.ts'
import { root } from '../tools/release/build.ts'
import { startApiAlone } from './api-alone.ts'
import { broadcastRows } from './chat-broadcast.ts'
import { callApi } from './chat-client.ts'
import { fanOutRows, idleRows, longConversationRow } from './chat-sockets.ts'
import { holds, print, type Row } from './row.ts'

/** `npm run bench:chat [broadcast long fan idle …]`: what conversations cost at size, beside baselines from the same run. */
const wanted = new Set(process.argv.slice(2))
const api = await startApiAlone({ DEMO: '0' })
const baselinePort = await freePort()
const baseline = `http://127.0.0.1:${baselinePort}`
let baselineServer: Running | undefined
const rows: Row[] = []
const measure = async (name: string, run: () => Promise<Row[]>) => {
  if (wanted.size > 0 && !wanted.has(name)) return
  console.log(`${name} …`)
  rows.push(...(await run()))
}
const isUp = () =>
  callApi(new Agent(), 'GET', `${baseline}/memory`, '').then(
    ({ status }) => status === 200,
    () => false,
  )

try {
  const program = join(root, 'bench', 'baselines', 'sockets.ts')
  baselineServer = startNode(['--expose-gc', program, String(baselinePort), api.databaseUrl], api.env, false)
  await until(baselineServer, isUp, 'The baseline', 20_000)
  const { url, databaseUrl, dataDir, pid } = api
  const bench = { api: url, baseline, databaseUrl, dataDir, apiPid: pid, baselinePid: baselineServer.child.pid ?? 0 }
  await measure('idle', () => idleRows(bench))
  await measure('long', () => longConversationRow(bench))
  await measure('fan', () => fanOutRows(bench))
  await measure('broadcast', () => broadcastRows(bench))
} finally {
  await end(baselineServer)
  await api.close()
}
print(rows)
process.exit(rows.every(holds) ? 0 : 1)
