import type { Server } from 'node:http'
import type { Readiness } from './readiness.ts'

/**
 * Lets a server end without failing a request. For `windowMs` it still serves, so that a load balancer sees `/readyz`, and asks
 * every client for a new connection next time; meanwhile `sockets` close one after the
 * other, so that their owners do not rush to the other nodes at once. Then it takes no more requests and waits for those
 * that run, 20 s at most.
 */
export async function drain(
  server: Server,
  { readiness, sockets, windowMs }: { readiness: Readiness; sockets: Closing; windowMs: number },
): Promise<void> {
  readiness.drain()
  server.prependListener('request', (_, answer) => {
    answer.shouldKeepAlive = false
  })
  await sockets.close(windowMs)
  await closeWhenIdle(server)
}

/** Closes sockets spread over so many milliseconds. */
type Closing = { close(windowMs: number): Promise<void> }

async function closeWhenIdle(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that is kept alive counts as open until it is idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), runningMs)
  await closed
  clearInterval(sweep)
  clearTimeout(late)
}

/** The longest that a request may go on after the window. */
const runningMs = 20_000
