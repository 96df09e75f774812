import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type Fetch = Parameters<typeof serve>[0]['fetch']

/**
 * Listens on a port (0: a free one). A connection that is kept open outlasts those of load balancers, which keep theirs for
 * a minute: one that the server closes first fails the request that is just being sent on it.
 */
export function listen(
  fetch: Fetch,
  address: { port: number; hostname: string },
  ready: (port: number) => void,
): Server {
  const server = serve({ fetch, ...address }, ({ port }) => ready(port)) as Server
  server.keepAliveTimeout = keepAliveMs
  return server
}

const keepAliveMs = 75_000
