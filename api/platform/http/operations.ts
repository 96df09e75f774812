import type { Hono } from 'hono'
import type { Env } from '../env.ts'
import { createScrape } from '../metrics/scrape.ts'
import type { Services } from '../services.ts'
import { isSame } from './from-edge.ts'
import type { Vars } from './implement.ts'
import type { Readiness } from './readiness.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve (`Readiness`). `/metrics`: for Prometheus, with `METRICS_TOKEN`. */
export function operations(app: Hono<Vars>, ctx: Services, readiness: Readiness): void {
  const scrape = createScrape(ctx, readiness)
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const report = await readiness.report()
    return c.json(report, report.ok ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    if (!mayMeasure(ctx.env, c.req.header('authorization'))) return c.json({ error: 'not_found' }, 404)
    return new Response(await scrape(), { headers: { 'content-type': ctx.metrics.registry.contentType } })
  })
}

/** Without a token only development shows its measurements. */
const mayMeasure = ({ METRICS_TOKEN, production }: Env, authorization: string | undefined): boolean =>
  METRICS_TOKEN === undefined ? !production : isSame(authorization ?? null, `Bearer ${METRICS_TOKEN}`)
