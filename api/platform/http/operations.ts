import type { Hono } from 'hono'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Database } from '../db/db.ts'
import type { Vars } from './implement.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, the database answers. `/metrics`: for Prometheus. */
export function operations(app: Hono<Vars>, database: Database): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const ready = await Promise.race([
      database.ping().then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000)),
    ])
    return c.json({ ok: ready }, ready ? 200 : 503)
  })
  app.get(
    '/metrics',
    async () => new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } }),
  )
}
