import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import pg from 'pg'
import { log } from '../log.ts'
import { HealthProbe } from './health-probe.ts'
import { readOnlyState, sqlState } from './sql-state.ts'
import { onStandby } from './standby.ts'

/**
 * The stock pool of `pg` with a circuit breaker under its connections. While the database answers, callers wait in turn
 * for a connection, five seconds at most, so that a rush is served late rather than refused. When nothing has come back
 * for a moment and the health probe gets no answer either, every connection is closed and none is opened until it does:
 * all callers get `DatabaseUnavailable` within a second (safety §P9). The same happens when a new connection leads to a
 * standby: the primary has failed, and an old connection may lead to what was the primary.
 *
 * `quietMs`: a connection on which nothing moves for so long is closed; more than a statement may take. `isStandby`: the
 * server is meant to be one.
 */
export function openPool({ quietMs = 0, isStandby = false, ...config }: PoolOptions): {
  pool: pg.Pool
  close(): Promise<void>
} {
  const breaker = new Breaker(quietMs)
  const probe = new HealthProbe(config, isStandby)
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: waitMs,
    stream: () => breaker.openSocket(),
    Client: class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super(options)
        if (!isStandby) onStandby(this, () => breaker.trip('the database is a standby'))
      }
    },
  })
  let answeredAt = Date.now()
  pool.on('release', (error) => {
    if (!error) answeredAt = Date.now()
    // The address leads to another server by now: the next connections find it.
    else if (sqlState(error) === readOnlyState) breaker.closeAll('the server takes no writes any more')
  })
  // A connection that dies in use says so through its query; without a listener it would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  pool.once('connect', () => probe.open())

  let isProbing = false
  const check = async () => {
    const askedAt = Date.now()
    const isSilent = pool.totalCount > pool.idleCount && askedAt - answeredAt > silentMs
    if (isProbing || (!breaker.isTripped && !isSilent)) return
    isProbing = true
    const isAnswered = await probe.answers()
    isProbing = false
    if (isAnswered || answeredAt > askedAt) {
      answeredAt = Date.now()
      breaker.reset()
    } else breaker.trip('the database does not answer')
  }
  const watch = setInterval(() => void check(), 50).unref()
  return {
    pool,
    close: async () => {
      // Watched until the end, which would otherwise wait for a database that does not answer.
      await pool.end()
      clearInterval(watch)
      probe.close()
    },
  }
}

type PoolOptions = pg.PoolConfig & { quietMs?: number; isStandby?: boolean }

/** The database cannot be had now; the caller may try again later. `isUnreachable` knows it by its code. */
class DatabaseUnavailable extends Error {
  readonly code = 'ECONNAWAY'
}

/** Opens the sockets of a pool; tripped, it has closed them all and opens none. */
class Breaker {
  readonly #quietMs: number
  readonly #sockets = new Set<Socket>()
  isTripped = false

  constructor(quietMs: number) {
    this.#quietMs = quietMs
  }

  openSocket(): Duplex {
    if (this.isTripped) return new RefusedConnection()
    // One timer for each socket and not, as the driver's `query_timeout`, for each query (docs/decisions/gc-pauses.md).
    const socket = new Socket().setTimeout(this.#quietMs)
    socket.once('timeout', () => socket.destroy(new DatabaseUnavailable('a statement was not answered in time')))
    socket.once('close', () => this.#sockets.delete(socket))
    this.#sockets.add(socket)
    return socket
  }

  trip(reason: string): void {
    if (!this.isTripped) log.warn(reason)
    this.isTripped = true
    this.closeAll(reason)
  }

  closeAll(reason: string): void {
    for (const socket of this.#sockets) socket.destroy(new DatabaseUnavailable(reason))
  }

  reset(): void {
    this.isTripped = false
  }
}

/** What the pool gets in place of a socket of a tripped breaker: connecting fails. */
class RefusedConnection extends Duplex {
  connect(): void {
    // Not at once: a caller that tries again and again would keep the process from reading the probe's answer.
    setImmediate(() => this.destroy(new DatabaseUnavailable('the database does not answer')))
  }

  override _read(): void {}

  /** The driver calls it before it connects. */
  setNoDelay(): void {}
}

/** So long without an answer before the database is probed: with the time for the probe's answer less than a second. */
const silentMs = 200
/** The longest wait for a connection while the database answers. */
const waitMs = 5_000
