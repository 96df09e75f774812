import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Redis } from 'ioredis'
import { openRates } from '../../api/platform/http/rates.ts'
import { end, type Running, startNode, until } from '../../tools/dev/processes.ts'
import { root } from '../../tools/release/build.ts'
import { openTestDatabase } from './api.ts'
import { identityApp, openIdentityApi } from './identity.ts'
import { freePort } from './ports.ts'

const redisUrl = process.env.REDIS_URL_TEST ?? 'redis://127.0.0.1:6379'

/** The Redis of this machine, or null without one. */
export async function findRedis(): Promise<string | null> {
  const redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => undefined)
  const found = await redis.connect().then(
    () => redisUrl,
    () => null,
  )
  redis.disconnect()
  return found
}

export type Nodes = { urls: string[]; stop: () => Promise<void> }

/**
 * Two nodes of the API over one database, on ports of their own, which trust the address that a request names. On
 * PostgreSQL they are processes; the embedded engine belongs to one process, so there they share this one.
 */
export async function startTwoNodes(env: Record<string, string>): Promise<Nodes> {
  const { url, drop } = await openTestDatabase()
  if (url === null) {
    await drop()
    return twoApps(env)
  }
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-nodes-'))
  const shared = { DATABASE_URL: url, SECRET: 'a secret that both nodes have alike', DEMO: '0', HUMAN_CHECK: 'off' }
  const nodes = [
    await startApiNode(folder, { ...shared, ...env }),
    await startApiNode(folder, { ...shared, ...env }),
  ] as const
  return {
    urls: nodes.map((node) => node.url),
    stop: async () => {
      await Promise.all(nodes.map(({ running }) => end(running)))
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The API as a process of its own, on a free port and, where `env` names none, with a data directory in `folder`. */
export async function startApiNode(folder: string, env: Record<string, string>): Promise<ApiNode> {
  const port = await freePort()
  const own = { API_PORT: String(port), DATA_DIR: join(folder, String(port)) }
  const running = startNode([join(root, 'api', 'main.ts')], { PATH: process.env.PATH, ...own, ...env }, false)
  await until(running, () => running.lines.some((line) => line.includes('api ready on')), 'A node', 60_000)
  return { url: `http://127.0.0.1:${port}`, running }
}
export type ApiNode = { url: string; running: Running }

async function twoApps(env: Record<string, string>): Promise<Nodes> {
  const api = await openIdentityApi({ RATE_LIMITS: 'default', ...env })
  const ports = [await freePort(), await freePort()]
  const servers = ports.map((port) => {
    const app = identityApp({ ...api.ctx, rates: openRates(api.ctx.env) })
    return serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  })
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    stop: async () => {
      for (const server of servers) server.close()
      await api.close()
    },
  }
}
