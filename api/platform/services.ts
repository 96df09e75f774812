import type { Db } from './db/db.ts'
import type { Env } from './env.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live/live.ts'
import type { Storage } from './media/storage.ts'

/** What the program has opened and every feature may use. */
export type Services = {
  env: Env
  db: Db
  storage: Storage
  live: Live
  jobs: Jobs
  /** Milliseconds since 1970; tests turn it. Only for rules that a test clock must reach. */
  now: () => number
}
