import pg from 'pg'
import { openTcpProxy } from '../tests/support/tcp-proxy.ts'
import type { PostgresPair } from './postgres-pair.ts'
import { urlOf } from './postgres-pair.ts'

export type PrimaryAddress = {
  url: string
  /** How many connections the callers of the address hold to a server, by its network's port. */
  connectionsTo: (port: number) => number
  /** Leads to this port whatever is there, or with null to the primary again. */
  force: (port: number | null) => void
  close: () => void
}

/**
 * One address that follows the primary, as a load balancer does that asks both servers four times a second whether they
 * are in recovery. A connection that was made stays where it is: moving an address ends none.
 */
export async function openPrimaryAddress(pair: PostgresPair): Promise<PrimaryAddress> {
  const ports = [pair.primary.network.port, pair.standby.network.port]
  let found: number | null = null
  let forced: number | null = null
  const look = async () => {
    const primaries = await Promise.all(ports.map(isPrimary))
    found = ports.find((_, index) => primaries[index]) ?? null
  }
  await look()
  const watch = setInterval(() => void look(), 250)
  const proxy = await openTcpProxy(() => forced ?? found)
  return {
    url: urlOf(proxy.port),
    connectionsTo: proxy.connectionsTo,
    force: (port) => {
      forced = port
    },
    close: () => {
      clearInterval(watch)
      proxy.close()
    },
  }
}

async function isPrimary(port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port), connectionTimeoutMillis: 700, query_timeout: 700 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    return rows[0].is_standby === false
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined)
  }
}
