import { seedDemo } from '../seed/seed.ts'
import { composeApp, identityHooks } from './app.ts'
import { backupJobs } from './features/backups/jobs.ts'
import { readAcquaintances } from './features/chat/live.ts'
import { missingCompanySettings } from './features/company/company.ts'
import { openUploads } from './features/uploads/server.ts'
import { socketFeatures } from './features.ts'
import { createAuth } from './identity/auth.ts'
import { readViewer } from './identity/viewer.ts'
import { queues, jobs as schedule } from './jobs.ts'
import { type Database, isUnreachable, openPglite, openPostgres } from './platform/db/db.ts'
import { lockDirectory } from './platform/db/lock.ts'
import { migratePostgres } from './platform/db/migrate.ts'
import { openReplica } from './platform/db/replica.ts'
import { type Env, readEnv } from './platform/env.ts'
import { drain } from './platform/http/drain.ts'
import { listen } from './platform/http/listen.ts'
import { Readiness } from './platform/http/readiness.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { openLive } from './platform/live/hub.ts'
import { attachSockets } from './platform/live/sockets.ts'
import { log, setLogLevel, setPrettyLog } from './platform/log.ts'
import { openServices } from './platform/open-services.ts'

/** The API: opens things in order, listens, and closes them in the opposite order on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const env = readEnv()
  setLogLevel(env.LOG_LEVEL)
  setPrettyLog(!env.production)
  const missing = missingCompanySettings(env)
  if (missing.length > 0) log.warn(`The imprint is incomplete: set ${missing.join(', ')} (docs/operations.md).`)
  const unlock = env.DATABASE_URL === undefined ? await lockDirectory(env.DATA_DIR) : async () => undefined
  const database = await openDatabase(env)
  const { db } = database
  const replica = env.DATABASE_READ_URL && (await openReplica(db, env.DATABASE_READ_URL, env.DATABASE_POOL))
  const live = await openLive({ db, env, readAcquaintances })
  const jobs = await openJobs(db)
  for (const queue of queues) await jobs.declare(queue)
  const ctx = openServices({ env, db, live, jobs, now: Date.now })
  const auth = createAuth(ctx, identityHooks(ctx))
  if (env.DEMO === '1') await seedDemo(ctx, auth)

  const uploads = openUploads(ctx)
  const readiness = new Readiness({
    database: database.isWritable,
    nodes: async () => live.isLinked(),
    storage: async () => (await ctx.storage.stat('readyz/full')) === null,
    jobs: async () => (await jobs.oldestSeconds()) < 300,
  })
  // Before it listens: a node that serves must not end because the database goes away while it starts its jobs.
  await jobs.start(ctx, [...schedule, ...backupJobs(env, database)])
  const app = composeApp(ctx, { auth, uploads, readiness })
  const server = listen(app.fetch, { port: env.API_PORT, hostname: env.API_HOST }, (port) => {
    console.log(`api ready on http://localhost:${port}`)
  })
  const sockets = attachSockets(server, ctx, { readViewer, features: socketFeatures(ctx) })
  server.on('error', (error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE'
    console.error(
      taken ? `Port ${env.API_PORT} is taken. Stop what listens there, or set API_PORT to another one.` : error.message,
    )
    process.exit(1)
  })

  const stop = async () => {
    // Jobs run on until the requests have ended: what these enqueue is often due at once.
    await drain(server, { readiness, sockets, windowMs: env.DRAIN_SECONDS * 1_000 })
    await jobs.stop()
    await live.close()
    await ctx.close()
    if (replica) await replica.close()
    await database.close()
    await unlock()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** A production is migrated by a step of its own, before its nodes start (`npm run migrate`). */
async function openDatabase({ DATABASE_URL, DATABASE_POOL, DATA_DIR, production }: Env): Promise<Database> {
  if (DATABASE_URL === undefined) return openPglite(`${DATA_DIR}/postgres`)
  if (!production) await migratePostgres(DATABASE_URL, console.log)
  return openPostgres(DATABASE_URL, DATABASE_POOL)
}

main().catch((error: unknown) => {
  console.error(isUnreachable(error) ? noDatabase : error instanceof Error ? error.message : error)
  process.exit(1)
})

const noDatabase =
  'The PostgreSQL of DATABASE_URL does not answer. Start it, or leave DATABASE_URL unset to use the embedded one.'
