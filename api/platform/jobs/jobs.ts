import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import { int, statement } from '../db/statement.ts'
import { log, loggable, reasonOf } from '../log.ts'
import type { Jobs, Queue, Services } from '../services.ts'
import { traceJob } from '../tracing.ts'

/**
 * A scheduled job: `cron` in UTC; the first free node runs it. A run that takes longer than `hours` (a quarter of an
 * hour by default) counts as failed.
 */
export type Job = { name: string; cron: string; hours?: number; run: (ctx: Services) => Promise<unknown> }

/** The jobs of a process: without `start` it only enqueues. Tests run the tasks themselves, through `boss`. */
export type OpenJobs = Jobs & {
  boss: PgBoss
  queues: ReadonlyMap<string, Queue<never>>
  /** Starts the schedule and a worker for everything declared; idle ones poll every `pollSeconds`. */
  start(ctx: Services, jobs: readonly Job[], pollSeconds?: number): Promise<void>
  /** How long the oldest task has been due that no worker has taken, in seconds. Films and transcripts take hours, so they may wait. */
  oldestSeconds(): Promise<number>
  stop(): Promise<void>
}

/**
 * Opens the jobs in the database that all nodes share: queues in PostgreSQL, so that what is enqueued in a transaction
 * commits with its cause. A failed task is tried again; the task of a dead node is taken over by another.
 */
export async function openJobs(db: Db, { isWorker = true } = {}): Promise<OpenJobs> {
  const boss = new PgBoss({
    db: adapter(db),
    schema: 'jobs',
    supervise: isWorker,
    // The task of a dead node is found by its missing heartbeat within half a minute.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    schedule: isWorker,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.warn('jobs', { error: reasonOf(error) }))
  await boss.start()
  const queues = new Map<string, Queue<never>>()
  const workers = new Map<string, string[]>()
  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  return {
    boss,
    queues,
    declare: async (queue) => {
      const { policy, ...options } = queue.options
      await boss.createQueue(queue.name, queue.options)
      await boss.updateQueue(queue.name, options)
      // Has pg-boss remember the queue: in a transaction the one connection of the embedded engine is taken.
      await boss.insert(queue.name, [])
      queues.set(queue.name, queue)
    },
    enqueue: async (tx, queue, tasks, { afterSeconds = 0 } = { afterSeconds: 0 }) => {
      if (tasks.length === 0) return
      const rows = tasks.map((data) => ({
        data,
        ...(queue.key && { singletonKey: queue.key(data) }),
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      }))
      await boss.insert(queue.name, rows, { db: inTransaction(tx) })
      tx.afterCommit(() => wake(queue.name))
    },
    start: async (ctx, jobs, pollSeconds = 5) => {
      for (const job of jobs) await startJob(boss, ctx, job, pollSeconds)
      for (const queue of queues.values()) workers.set(queue.name, await startWorkers(boss, ctx, queue, pollSeconds))
    },
    oldestSeconds: async () => (await db.run(readOldest, {}))[0]?.seconds ?? 0,
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

const readOldest = statement(
  'jobs_oldest',
  {},
  { seconds: int },
  () => `
    select coalesce(extract(epoch from now() - min(start_after)), 0)::int as seconds from jobs.job
    where state = 'created' and start_after < now() and name not in ('films', 'film-copies', 'film-backfill', 'transcripts')`,
)

async function startJob(boss: PgBoss, ctx: Services, job: Job, pollSeconds: number): Promise<void> {
  const expireInSeconds = (job.hours ?? 0.25) * 3_600
  await boss.createQueue(job.name, { retryLimit: 3, retryBackoff: true, expireInSeconds, policy: 'stately' })
  await boss.updateQueue(job.name, { expireInSeconds })
  await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, () => measured(ctx, job.name, () => job.run(ctx)))
  await boss.schedule(job.name, job.cron)
}

async function startWorkers(boss: PgBoss, ctx: Services, queue: Queue<never>, pollSeconds: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < queue.concurrency) {
    const id: string = await boss.work<never>(queue.name, { pollingIntervalSeconds: pollSeconds }, async ([task]) => {
      try {
        if (task !== undefined) await measured(ctx, queue.name, () => queue.run(ctx, task.data))
      } finally {
        // Without it a worker pauses after every task, however many wait.
        boss.notifyWorker(id)
      }
    })
    ids.push(id)
  }
  return ids
}

async function measured(ctx: Services, queue: string, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const observe = (outcome: string) => ctx.metrics.jobs.observe({ queue, outcome }, (performance.now() - began) / 1_000)
  try {
    await traceJob(queue, run)
    observe('done')
  } catch (error) {
    observe('failed')
    log.warn('task failed', { queue, error: loggable(error) })
    throw error
  }
}

type Adapter = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Texts of several statements at once have no values, and cannot be named. */
function adapter(db: Db): Adapter {
  const { $client } = db as unknown as { $client: Pool }
  return { executeSql: (text, values) => $client.query(text, values) }
}

const inTransaction = (tx: Db): Adapter => ({
  executeSql: async (text, values) => ({ rows: await tx.runLibrarySql(text, values ?? []) }),
})
