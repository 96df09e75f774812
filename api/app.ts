import type { Hono } from 'hono'
import { mediaServer } from './features/media/bytes-route.ts'
import { notify } from './features/notifications/notify.ts'
import { unsubscribePages } from './features/notifications/unsubscribe.ts'
import { shareCards } from './features/share-cards/routes.ts'
import type { Uploads } from './features/uploads/server.ts'
import { walletPages } from './features/wallet/pages.ts'
import { paymentPages } from './features/wallet/payments/pages.ts'
import { features } from './features.ts'
import type { Auth } from './identity/auth.ts'
import { mountIdentity } from './identity/auth-routes.ts'
import type { IdentityHooks } from './identity/hooks.ts'
import { identityRoutes } from './identity/routes.ts'
import { readViewer } from './identity/viewer.ts'
import { createApp } from './platform/http/create-app.ts'
import type { Vars } from './platform/http/implement.ts'
import { openapi } from './platform/http/openapi.ts'
import { operations } from './platform/http/operations.ts'
import { mountRaw } from './platform/http/raw.ts'
import type { Readiness } from './platform/http/readiness.ts'
import { devMailbox } from './platform/mail/dev-mailbox.ts'
import type { Services } from './platform/services.ts'
import { rawRoutes } from './raw-routes.ts'

/** What the features do when something happens to an account. */
export const identityHooks = (ctx: Services): IdentityHooks => ({
  onNewDevice: (tx, userId) => notify(tx, ctx, { userId, type: 'new_sign_in', actorId: null, object: null }),
})

/** Every route of the API over HTTP: the contract's endpoints and those beside them (`tools/dev/other-routes.ts`). */
export function composeApp(ctx: Services, parts: { auth: Auth; uploads: Uploads; readiness: Readiness }): Hono<Vars> {
  const routes = [...identityRoutes(ctx), ...features(ctx)]
  return createApp(ctx, readViewer, routes, (it) => {
    mountIdentity(it, ctx, parts.auth)
    mountRaw(it, ctx, readViewer, rawRoutes(ctx))
    mediaServer(it, ctx)
    shareCards(it, ctx)
    parts.uploads.mount(it)
    devMailbox(it, ctx)
    paymentPages(it, ctx)
    walletPages(it, ctx)
    unsubscribePages(it, ctx)
    openapi(it, routes)
    operations(it, ctx, parts.readiness)
  })
}
