import { once } from 'node:events'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { socketFeatures } from '../../api/features.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { drain } from '../../api/platform/http/drain.ts'
import type { Vars } from '../../api/platform/http/implement.ts'
import { listen } from '../../api/platform/http/listen.ts'
import { operations } from '../../api/platform/http/operations.ts'
import { Readiness } from '../../api/platform/http/readiness.ts'
import { attachSockets } from '../../api/platform/live/sockets.ts'
import { closeCodes } from '../../contract/live.ts'
import { connect } from '../support/sockets.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi()

/** A server whose `/slow` answers when it is let go. */
async function openNode(checks: Record<string, () => Promise<boolean>> = {}) {
  const readiness = new Readiness({ database: async () => true, ...checks })
  const app = new Hono<Vars>()
  operations(app, api.ctx, readiness)
  const running = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  app.get('/slow', async (c) => {
    running.resolve()
    await letGo.promise
    return c.text('whole')
  })
  const server = await new Promise<Server>((resolve) => {
    const started = listen(app.fetch, { port: 0, hostname: '127.0.0.1' }, () => resolve(started))
  })
  const { port } = server.address() as AddressInfo
  const sockets = attachSockets(server, api.ctx, { readViewer, features: socketFeatures(api.ctx) })
  const url = `http://127.0.0.1:${port}`
  const stop = (windowMs: number) => drain(server, { readiness, sockets, windowMs })
  return { url, port, stop, running: running.promise, letGo: letGo.resolve }
}

test('a node keeps a quiet connection for longer than a load balancer does', async () => {
  const node = await openNode()
  const answer = await fetch(`${node.url}/healthz`)
  expect(Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60)
  await node.stop(0)
})

test('a node that stops finishes what runs, serves meanwhile, and asks for no more', async () => {
  const node = await openNode()
  const slow = fetch(`${node.url}/slow`)
  await node.running
  const stopped = node.stop(400)
  const seen = await fetch(`${node.url}/readyz`)
  expect([seen.status, seen.headers.get('connection'), await seen.json()]).toEqual([
    503,
    'close',
    { ok: false, draining: true, parts: { database: 'ok' } },
  ])
  expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
  await expect
    .poll(() =>
      fetch(`${node.url}/healthz`).then(
        () => 'served',
        () => 'refused',
      ),
    )
    .toBe('refused')
  node.letGo()
  expect(await (await slow).text()).toBe('whole')
  await stopped
})

test('a connection that is kept alive does not hold a node that stops', async () => {
  const node = await openNode()
  const [answer] = await once(
    request(`${node.url}/healthz`, { headers: { connection: 'keep-alive' } }).end(),
    'response',
  )
  answer.resume()
  await once(answer, 'end')
  await node.stop(0)
})

test('a node that stops closes its sockets spread over the window, and takes no new ones', async () => {
  const node = await openNode()
  const open = (cookie: string) =>
    connect(`ws://127.0.0.1:${node.port}/ws`, { origin: api.ctx.env.PUBLIC_ORIGIN, cookie })
  const fans = await Promise.all(Array.from({ length: 6 }, () => api.makeUser()))
  const sockets = await Promise.all(fans.map((fan) => open(fan.cookie)))
  let left = sockets.length
  const closed = sockets.map(async (socket) => {
    const { code } = await socket.closed
    left--
    return code
  })
  const stopped = node.stop(3_000)
  await closed[0]
  expect(left).toBeGreaterThan(0)
  await expect(open(fans[0]?.cookie ?? '')).rejects.toThrow('503')
  expect(await Promise.all(closed)).toEqual(fans.map(() => closeCodes.restart))
  await stopped
})

test('a part that is down is named, and only the database takes the node out', async () => {
  const isUp = { database: true, storage: false }
  const node = await openNode({ database: async () => isUp.database, storage: async () => isUp.storage })
  const first = await fetch(`${node.url}/readyz`)
  expect([first.status, await first.json()]).toMatchObject([200, { parts: { database: 'ok', storage: 'down' } }])
  isUp.database = false
  await expect.poll(async () => (await fetch(`${node.url}/readyz`)).status, { timeout: 3_000 }).toBe(503)
  await node.stop(0)
})

test('a part that does not answer counts as down after a second', async () => {
  const node = await openNode({ storage: () => new Promise(() => undefined) })
  expect(await (await fetch(`${node.url}/readyz`)).json()).toMatchObject({ ok: true, parts: { storage: 'down' } })
  await node.stop(0)
})
