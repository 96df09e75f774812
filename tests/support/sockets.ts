import { AssertionError } from 'node:assert'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { WebSocket } from 'ws'
import { socketFeatures } from '../../api/features.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { attachSockets } from '../../api/platform/live/sockets.ts'
import type { LiveEvent, LiveType } from '../../contract/live.ts'
import type { Actor, TestApi } from './api.ts'

/** The test API on a real port, with its sockets. */
export async function listen(api: TestApi): Promise<Listening> {
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started as Server))
  })
  const { port } = server.address() as AddressInfo
  const sockets = attachSockets(server, api.ctx, { readViewer, features: socketFeatures(api.ctx) })
  const origin = api.ctx.env.PUBLIC_ORIGIN
  return {
    port,
    server,
    connect: (actor, headers = {}) =>
      connect(`ws://127.0.0.1:${port}/ws`, { origin, ...(actor === null ? {} : { cookie: actor.cookie }), ...headers }),
    close: async () => {
      await sockets.close(0)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Listening = {
  port: number
  server: Server
  connect: (actor: Actor | null, headers?: Record<string, string>) => Promise<TestSocket>
  close: () => Promise<void>
}

/** A socket that records its events; `next` takes the first event of a type, waiting for it if needed. */
export async function connect(url: string, headers: Record<string, string>): Promise<TestSocket> {
  const ws = new WebSocket(url, { headers })
  const received: LiveEvent[] = []
  const waiting: { type: string; resolve: (event: LiveEvent) => void }[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  ws.on('message', (data) => {
    const event = JSON.parse(String(data)) as LiveEvent
    const at = waiting.findIndex((it) => it.type === event.type)
    if (at === -1) received.push(event)
    else waiting.splice(at, 1)[0]?.resolve(event)
  })
  await new Promise<void>((resolve, reject) => {
    ws.once('open', () => resolve())
    ws.once('unexpected-response', (_, response) => reject(new Refusal(response.statusCode ?? 0)))
    ws.once('error', reject)
  })
  return {
    ws,
    received,
    closed,
    send: (frame) => ws.send(JSON.stringify(frame)),
    async next(type) {
      const at = received.findIndex((it) => it.type === type)
      const [event] =
        at === -1
          ? [await within(new Promise<LiveEvent>((resolve) => waiting.push({ type, resolve })), type)]
          : received.splice(at, 1)
      return event as never
    },
    /** Resolves when everything that was sent before has been received, because the socket answers in order. */
    async roundTrip() {
      ws.ping()
      await within(new Promise<void>((resolve) => ws.once('pong', () => resolve())), 'pong')
    },
    close: () => ws.close(),
  }
}

export type TestSocket = {
  ws: WebSocket
  received: LiveEvent[]
  closed: Promise<{ code: number; reason: string }>
  send: (frame: unknown) => void
  next: <T extends LiveType>(type: T) => Promise<Extract<LiveEvent, { type: T }>>
  roundTrip: () => Promise<void>
  close: () => void
}

/** The HTTP status with which an upgrade was refused. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

export function within<T>(promise: Promise<T>, what: string, ms = 5_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AssertionError({ message: `no ${what} within ${ms} ms` })), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
