import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/support/ports.ts'
import { end, startNode, until } from '../tools/dev/processes.ts'
import { root } from '../tools/release/build.ts'
import { type BenchDatabase, makeDatabase } from './database.ts'

/** Starts the API on a database of its own, without edge; `close` stops it and removes database and files. */
export async function startApiAlone(more: Record<string, string> = {}, given?: BenchDatabase) {
  const database = given ?? (await makeDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    API_PORT: String(port),
    RATE_LIMITS: 'off',
    HUMAN_CHECK: 'off',
    ...more,
  }
  const api = startNode(['--expose-gc', join(root, 'api', 'main.ts')], env, false)
  const close = async () => {
    await end(api)
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const isUp = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true
  await until(api, isUp, 'The API', 120_000).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url, databaseUrl: database.url, dataDir, env, pid: api.child.pid ?? 0, close }
}
