import type { Hono } from 'hono'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Vars } from './implement.ts'
import type { Readiness } from './readiness.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve (`Readiness`). `/metrics`: for Prometheus. */
export function operations(app: Hono<Vars>, readiness: Readiness): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const report = await readiness.report()
    return c.json(report, report.ok ? 200 : 503)
  })
  app.get(
    '/metrics',
    async () => new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } }),
  )
}
