import type { Hono } from 'hono'
import { mediaServer } from '../../api/features/media/bytes-route.ts'
import { shareCards } from '../../api/features/share-cards/routes.ts'
import { features } from '../../api/features.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { createApp } from '../../api/platform/http/create-app.ts'
import type { Vars } from '../../api/platform/http/implement.ts'
import { mountRaw } from '../../api/platform/http/raw.ts'
import type { Services } from '../../api/platform/services.ts'
import { rawRoutes } from '../../api/raw-routes.ts'

/** The API with the routes that carry bytes. */
export const bytesApp = (ctx: Services): Hono<Vars> =>
  createApp(ctx, readViewer, features(ctx), (router) => {
    mountRaw(router, ctx, readViewer, rawRoutes(ctx))
    mediaServer(router, ctx)
    shareCards(router, ctx)
  })
