import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { composeApp, identityHooks } from '../../api/app.ts'
import { openUploads } from '../../api/features/uploads/server.ts'
import { socketFeatures } from '../../api/features.ts'
import { createAuth } from '../../api/identity/auth.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { Readiness } from '../../api/platform/http/readiness.ts'
import { attachSockets } from '../../api/platform/live/sockets.ts'
import { end, startNative, until } from '../../tools/dev/processes.ts'
import { workerdProgram, writeWorkerdConfig } from '../../tools/dev/workerd.ts'
import { build } from '../../tools/release/build.ts'
import { openTestApi, type TestApi } from './api.ts'
import { freePort } from './ports.ts'

/** A call as it arrived at the API, and how it was answered. */
type Arrival = { method: string; path: string; origin: string | null; hasCookie: boolean; status: number }
export type WholeProduct = {
  api: TestApi
  /** The address of the built Worker on workerd. */
  url: string
  apiUrl: string
  arrivals: Arrival[]
  stop: () => Promise<void>
}

/** The built edge and app in front of an API in this process, whose database a test can read. */
export async function startWholeProduct(env: Record<string, string> = {}): Promise<WholeProduct> {
  await build({ log: () => undefined })
  const [port, apiPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const secret = 'the secret of the test'
  const opened = await openTestApi({ env: { EDGE_SECRET: secret, PUBLIC_ORIGIN: url, ...env } })
  const uploads = openUploads(opened.ctx)
  await opened.jobs.start(opened.ctx, [])
  const readiness = new Readiness({ database: async () => true })
  const app = composeApp(opened.ctx, { auth: createAuth(opened.ctx, identityHooks(opened.ctx)), uploads, readiness })
  const arrivals: Arrival[] = []
  const server = serve({
    port: apiPort,
    hostname: '127.0.0.1',
    fetch: async (request: Request, bindings: object) => {
      const answer = await app.fetch(request, bindings)
      arrivals.push({
        method: request.method,
        path: new URL(request.url).pathname,
        origin: request.headers.get('origin'),
        hasCookie: request.headers.has('cookie'),
        status: answer.status,
      })
      return answer
    },
  })
  const sockets = attachSockets(server as Server, opened.ctx, { readViewer, features: socketFeatures(opened.ctx) })
  const config = writeWorkerdConfig(`test-${port}`, [`127.0.0.1:${port}`, `[::1]:${port}`], {
    API_BASE_URL: `http://127.0.0.1:${apiPort}`,
    EDGE_SECRET: secret,
    ...env,
  })
  const edge = startNative(workerdProgram(), ['serve', config], false)
  const answers = () =>
    fetch(`${url}/_i18n/en/messages.json`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(edge, answers, 'The edge', 30_000)
  return {
    api: { ...opened, app },
    url,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    arrivals,
    stop: async () => {
      await end(edge)
      rmSync(config, { force: true })
      await sockets.close(0)
      server.close()
      await opened.close()
    },
  }
}
