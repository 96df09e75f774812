import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { createAuth } from './auth/auth.ts'
import { mountIdentity } from './auth/mount.ts'
import { identityRoutes } from './auth/routes.ts'
import { openPglite, openPostgres } from './db/db.ts'
import { lockDirectory } from './db/lock.ts'
import { seedDemo } from './db/seed/seed.ts'
import { openUploads } from './domains/uploads/server.ts'
import { walletPages } from './domains/wallet/pages.ts'
import { readEnv } from './env.ts'
import { features } from './features.ts'
import { createApp } from './http/app.ts'
import { openapi } from './http/openapi.ts'
import { operations } from './http/operations.ts'
import { mountRaw } from './http/raw.ts'
import type { Services } from './http/services.ts'
import { identityJobs } from './jobs/identity.ts'
import { broadcastJobs } from './domains/broadcasts/jobs.ts'
import { startJobs } from './jobs/jobs.ts'
import { moneyJobs } from './jobs/money.ts'
import { openLive } from './live/hub.ts'
import { attachSockets } from './live/sockets.ts'
import { devMailbox } from './mail/dev-mailbox.ts'
import { startOutbox } from './mail/outbox.ts'
import { mediaServer } from './media/server.ts'
import { openStorage } from './media/storage.ts'
import { paymentPages } from './payments/pages.ts'
import { rawRoutes } from './raw-routes.ts'

/** The API: opens things in order, listens, and closes them in the opposite order on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const env = readEnv()
  const unlock = env.DATABASE_URL === undefined ? await lockDirectory(env.DATA_DIR) : async () => undefined
  const database =
    env.DATABASE_URL === undefined
      ? await openPglite(`${env.DATA_DIR}/postgres`)
      : await openPostgres(env.DATABASE_URL, env.DATABASE_POOL)
  const { db } = database
  const live = await openLive({ db, env })
  const on: Services = { env, db, storage: openStorage(env), live, now: Date.now }
  const auth = createAuth(on)
  if (env.DEMO === '1') await seedDemo(on, auth)

  const uploads = openUploads(on)
  const routes = [...identityRoutes(on), ...features(on)]
  const app = createApp(on, routes, (it) => {
    mountIdentity(it, on, auth)
    mountRaw(it, on, rawRoutes(on))
    mediaServer(it, on)
    uploads.mount(it)
    devMailbox(it, on)
    paymentPages(it, on)
    walletPages(it, on)
    openapi(it, routes)
    operations(it, database)
  })
  const server = serve({ fetch: app.fetch, port: env.API_PORT, hostname: env.API_HOST }, ({ port }) => {
    console.log(`api ready on http://localhost:${port}`)
  })
  const sockets = attachSockets(server as Server, on)
  server.on('error', (error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE'
    console.error(
      taken ? `Port ${env.API_PORT} is taken. Stop what listens there, or set API_PORT to another one.` : error.message,
    )
    process.exit(1)
  })

  const stopOutbox = startOutbox(on)
  const jobs = await startJobs(on, [...moneyJobs, ...identityJobs, ...broadcastJobs])

  const stop = async () => {
    stopOutbox()
    await jobs.stop()
    server.close()
    sockets.close()
    await live.close()
    await uploads.close()
    await database.close()
    await unlock()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
