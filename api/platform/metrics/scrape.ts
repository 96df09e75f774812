import { statfs } from 'node:fs/promises'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Readiness } from '../http/readiness.ts'
import type { Services } from '../services.ts'
import { createFactsReader, setFacts } from './database-facts.ts'

/** Answers the text of `/metrics`; a part that does not answer leaves its figures out. */
export function createScrape(ctx: Services, readiness: Readiness): () => Promise<string> {
  const { metrics } = ctx
  const { scraped } = metrics
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  const readFacts = createFactsReader(ctx.db)
  const { $client: pool } = ctx.db as unknown as { $client: Pool }
  let recovered = 0

  function setNode(): void {
    scraped.poolConnections.set({ state: 'idle' }, pool.idleCount)
    scraped.poolConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    scraped.poolWaiting.set(pool.waitingCount)
    scraped.outboxAge.set(ctx.live.outboxAgeSeconds())
    const all = ctx.live.recoveredEvents()
    metrics.eventsRecovered.inc(all - recovered)
    recovered = all
  }

  async function setDisk(): Promise<void> {
    const disk = await statfs(ctx.env.DATA_DIR).catch(() => null)
    if (disk === null) return
    scraped.diskFree.set(disk.bavail * disk.bsize)
    scraped.diskSize.set(disk.blocks * disk.bsize)
  }

  async function setReadiness(): Promise<void> {
    const { ok, parts } = await readiness.report()
    scraped.ready.set(Number(ok))
    for (const [part, state] of Object.entries(parts)) scraped.parts.set({ part }, Number(state === 'ok'))
  }

  return async () => {
    const [facts] = await Promise.all([readFacts(), setReadiness(), setDisk()])
    setFacts(metrics, facts)
    setNode()
    return `${await metrics.registry.metrics()}\n${await ofProcess.metrics()}`
  }
}
