import type { Hono } from 'hono'
import type { Auth } from './auth/auth.ts'
import { mountIdentity } from './auth/mount.ts'
import { identityRoutes } from './auth/routes.ts'
import type { Database } from './db/db.ts'
import { unsubscribePages } from './domains/notifications/unsubscribe.ts'
import type { Uploads } from './domains/uploads/server.ts'
import { walletPages } from './domains/wallet/pages.ts'
import { features } from './features.ts'
import { createApp } from './http/app.ts'
import type { Vars } from './http/implement.ts'
import { openapi } from './http/openapi.ts'
import { operations } from './http/operations.ts'
import { mountRaw } from './http/raw.ts'
import type { Services } from './http/services.ts'
import { devMailbox } from './mail/dev-mailbox.ts'
import { mediaServer } from './media/server.ts'
import { paymentPages } from './payments/pages.ts'
import { rawRoutes } from './raw-routes.ts'

/** Every door of the API over HTTP: the contract's endpoints and what stands beside them (`scripts/other-doors.ts`). */
export function wholeApp(on: Services, parts: { auth: Auth; uploads: Uploads; database: Database }): Hono<Vars> {
  const routes = [...identityRoutes(on), ...features(on)]
  return createApp(on, routes, (it) => {
    mountIdentity(it, on, parts.auth)
    mountRaw(it, on, rawRoutes(on))
    mediaServer(it, on)
    parts.uploads.mount(it)
    devMailbox(it, on)
    paymentPages(it, on)
    walletPages(it, on)
    unsubscribePages(it, on)
    openapi(it, routes)
    operations(it, parts.database)
  })
}
