import type { QueueOptions, QueuePolicy } from 'pg-boss'
import type { Purge } from '../../contract/edge.ts'
import type { Db } from './db/db.ts'
import type { Env } from './env.ts'
import type { Rates } from './http/rates.ts'
import type { Live } from './live/live.ts'
import type { Storage } from './media/storage.ts'
import type { Metrics } from './metrics/metrics.ts'

/** What the program has opened and every feature may use. */
export type Services = {
  env: Env
  db: Db
  storage: Storage
  live: Live
  jobs: Jobs
  rates: Rates
  purger: Purger
  metrics: Metrics
  /** Functions made by `batch` of `api/platform/db/batch.ts`, by what they were made from. */
  batches: Map<unknown, unknown>
  /** Milliseconds since 1970; tests turn it. Only for rules that a test clock must reach. */
  now: () => number
}

/** How features tell the edge that public pages changed; `openPurger` of `api/platform/http/purge.ts` makes it. */
export type Purger = {
  /** Call it after the commit. Never throws and never waits. */
  purge(change: Purge): void
  /** Sends what waits. */
  close(): Promise<void>
}

/** How features enqueue work; `openJobs` of `api/platform/jobs/jobs.ts` makes it. */
export type Jobs = {
  /** Makes a queue known, once, before its first task and outside of any transaction. */
  declare(queue: Queue<never>): Promise<void>
  /** Enqueues in the caller's transaction; this node's workers look for the tasks right after its commit. */
  enqueue<Data extends object>(
    tx: Db,
    queue: Queue<Data>,
    tasks: readonly Data[],
    /** They wait for so long. */
    options?: { afterSeconds: number },
  ): Promise<void>
}

/** Work that is enqueued: a task for each piece of data, which the first free worker of any node takes. */
export type Queue<Data extends object> = {
  name: string
  /** How many tasks a node runs at once. */
  concurrency: number
  /** How often and when a failed task is tried again, and how long one may take before it counts as failed. */
  options: QueueOptions & { policy?: QueuePolicy }
  /** What the queue's policy counts by: with `short` one task of a key waits, with `exclusive` one waits or runs. */
  key?: (data: Data) => string
  run: (ctx: Services, data: Data) => Promise<unknown>
}
