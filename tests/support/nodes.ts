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
  const ports = [await freePort(), await freePort()]
  const nodes: Running[] = []
  for (const port of ports) {
    const own = { API_PORT: String(port), DATA_DIR: join(folder, String(port)) }
    const node = startNode([join(root, 'api', 'main.ts')], { PATH: process.env.PATH, ...shared, ...own, ...env }, false)
    nodes.push(node)
    await until(node, () => node.lines.some((line) => line.includes('api ready on')), 'A node', 60_000)
  }
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    stop: async () => {
      await Promise.all(nodes.map((node) => end(node)))
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

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
