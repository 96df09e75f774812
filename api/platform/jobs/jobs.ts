import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { Pool } from 'pg'
import type { Db } from '../db/db.ts'
import type { Services } from '../services.ts'

/**
 * Something done again and again: `cron` in UTC; one node does it, whoever comes first. What takes longer than its
 * `hours` (a quarter of one unless said) counts as failed.
 */
export type Job = { name: string; cron: string; hours?: number; run: (on: Services) => Promise<unknown> }

/**
 * Starts the jobs in the database that all nodes share: a queue in PostgreSQL, so that what is enqueued in a
 * transaction commits with what causes it. What fails is tried again; what a dying node leaves is taken over.
 */
export async function startJobs(on: Services, jobs: readonly Job[]): Promise<Jobs> {
  const boss = new PgBoss({
    db: adapter(on.db),
    schema: 'jobs',
    superviseIntervalSeconds: 60,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => console.warn(`jobs: ${error.message}`))
  await boss.start()
  for (const job of jobs) {
    const expireInSeconds = (job.hours ?? 0.25) * 3_600
    await boss.createQueue(job.name, { retryLimit: 3, retryBackoff: true, expireInSeconds, policy: 'stately' })
    await boss.updateQueue(job.name, { expireInSeconds })
    await boss.work(job.name, { pollingIntervalSeconds: 5 }, () => job.run(on))
    await boss.schedule(job.name, job.cron)
  }
  return {
    enqueue: async (tx, name, data) => void (await boss.send(name, data, { db: inTransaction(tx) })),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

export type Jobs = {
  /** Enqueues in the caller's transaction. */
  enqueue(tx: Db, name: string, data: object): Promise<void>
  stop(): Promise<void>
}

type Adapter = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Several statements at once have no values. */
function adapter(db: Db): Adapter {
  const { $client } = db as unknown as { $client: Pool }
  return { executeSql: (text, values) => $client.query(text, values) }
}

const inTransaction = (tx: Db): Adapter => ({
  executeSql: async (text, values) => {
    const name = `jobs_${createHash('sha1').update(text).digest('hex').slice(0, 16)}`
    return { rows: await tx.run({ name, text }, values ?? []) }
  },
})
