import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { edgeHeaders } from '../../../contract/edge.ts'
import { allowedOrigin, hostsConfig } from '../../../contract/hosts.ts'
import { closeCodes, frameBytes, pingMs } from '../../../contract/live.ts'
import { isSame } from '../http/from-edge.ts'
import type { Viewer } from '../http/viewer.ts'
import { log, reasonOf } from '../log.ts'
import type { Services } from '../services.ts'
import { openSocket, type Socket, type SocketParts } from './socket.ts'

/**
 * Puts `/ws` on the API's server (safety §17): Origin from the hosts table, a session before anything is opened,
 * 64 KB a frame, pings, and slow readers dropped. Answers how to stop taking sockets and to close them, spread over
 * so many milliseconds.
 */
export function attachSockets(
  server: Server,
  ctx: Services,
  parts: SocketParts,
): { close(windowMs: number): Promise<void> } {
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const open = new Set<Socket>()
  const bySession = new Map<string, Set<Socket>>()
  const hosts = hostsConfig(ctx.env)
  let closing = false

  server.on('upgrade', onUpgrade)
  const pulse = setInterval(() => {
    for (const socket of open) socket.pulse()
  }, pingMs)
  pulse.unref()

  function onUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // A stream that breaks before it is a socket must not end the process.
    stream.on('error', () => stream.destroy())
    void admit(request)
      .then((admitted) => {
        if ('status' in admitted) return refuse(stream, admitted.status)
        webSockets.handleUpgrade(request, stream, head, (ws) =>
          welcome(ws, admitted.viewer, request.headers.cookie ?? ''),
        )
      })
      .catch((error: unknown) => {
        log.warn('socket', { error: reasonOf(error) })
        refuse(stream, 503)
      })
  }

  async function admit(request: IncomingMessage): Promise<{ viewer: Viewer } | { status: number }> {
    if (closing) return { status: 503 }
    if (request.url?.split('?', 1)[0] !== '/ws') return { status: 404 }
    if (ctx.env.production && !isSame(String(request.headers[edgeHeaders.proof]), ctx.env.EDGE_SECRET ?? ''))
      return { status: 404 }
    if (!fromOurPages(request)) return { status: 403 }
    const { viewer } = await parts.readViewer(ctx, request.headers.cookie)
    if (viewer === null) return { status: 401 }
    return viewer.onboarded ? { viewer } : { status: 403 }
  }

  /** A browser always names its origin here; what names none is no browser and carries no ambient cookies. */
  function fromOurPages(request: IncomingMessage): boolean {
    const { origin } = request.headers
    if (origin === undefined) return request.headers['sec-fetch-site'] === undefined
    const to = request.headers['x-fanfare-origin']
    return (
      (typeof to === 'string' && allowedOrigin(origin, hosts, to)) ||
      allowedOrigin(origin, hosts, ctx.env.PUBLIC_ORIGIN)
    )
  }

  function welcome(ws: WebSocket, viewer: Viewer, cookie: string): void {
    const mine = bySession.get(viewer.sessionId) ?? new Set<Socket>()
    // One browser session needs a few at most; the oldest makes room.
    if (mine.size >= perSession) [...mine][0]?.close(closeCodes.misuse, 'too many sockets')
    const socket = openSocket(ws, viewer, cookie, ctx, parts)
    open.add(socket)
    ctx.metrics.socketsOpened.inc()
    ctx.metrics.socketsOpen.set(open.size)
    bySession.set(viewer.sessionId, mine.add(socket))
    ws.on('close', (code) => {
      open.delete(socket)
      ctx.metrics.socketsOpen.set(open.size)
      ctx.metrics.socketsClosed.inc({ reason: reasonsOfClosing[code] ?? 'other' })
      mine.delete(socket)
      if (mine.size === 0) bySession.delete(viewer.sessionId)
    })
  }

  return {
    close: async (windowMs) => {
      closing = true
      const pauses = Math.ceil(windowMs / batchMs)
      const batch = Math.ceil(open.size / (pauses + 1))
      const waiting = [...open]
      for (let pause = 0; pause <= pauses; pause++) {
        for (const socket of waiting.splice(0, batch)) socket.close(closeCodes.restart, 'restart')
        if (pause < pauses) await new Promise((resolve) => setTimeout(resolve, batchMs))
      }
      clearInterval(pulse)
      server.off('upgrade', onUpgrade)
    },
  }
}

function refuse(stream: Duplex, status: number): void {
  if (stream.destroyed) return
  stream.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n${status === 503 ? 'retry-after: 2\r\n' : ''}\r\n`,
  )
}
const reasons: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}
/** Why a socket closed, by the code of the close. */
const reasonsOfClosing: Readonly<Record<number, string>> = {
  1000: 'client',
  1001: 'client',
  1005: 'client',
  1006: 'lost',
  [closeCodes.misuse]: 'misuse',
  [closeCodes.tooLarge]: 'too_large',
  [closeCodes.restart]: 'restart',
  [closeCodes.forbidden]: 'forbidden',
  [closeCodes.revoked]: 'revoked',
}
const perSession = 20
const batchMs = 250
