import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { log, reasonOf } from '../log.ts'

/**
 * The embedded engine behind the client for a server, so that both behave alike: named statements that are planned once,
 * the same values, the same errors. It has one connection, which callers use one after the other.
 */
export function poolOver(engine: PGlite): pg.Pool {
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new Wire(engine),
  })
  pool.on('error', (error) => log.warn('embedded database', { error: reasonOf(error) }))
  return pool
}

/** What a client writes goes into the engine, all that was written at once in one call; what comes out is read. */
class Wire extends Duplex {
  readonly #engine: PGlite

  constructor(engine: PGlite) {
    super()
    this.#engine = engine
  }

  /** The engine has one session: what a client before left of it is cleared away. */
  connect(): void {
    this.#engine.exec(resetSession).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
  }

  override _write(bytes: Buffer, _encoding: string, done: Done): void {
    this.#ask(bytes).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#ask(Buffer.concat(chunks.map((it) => it.chunk))).then(() => done(), done)
  }

  override _read(): void {}

  async #ask(bytes: Buffer): Promise<void> {
    // A client that says goodbye would end the engine.
    if (bytes[0] === goodbye) return void this.push(null)
    const answer = await this.#engine.runExclusive(() => this.#engine.execProtocolRaw(bytes))
    if (answer.length > 0) this.push(Buffer.from(answer))
  }

  /** The socket methods that the client calls and that have no effect here. */
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}

type Done = (error?: Error | null) => void
const goodbye = 0x58
const resetSession = 'rollback; deallocate all; set plan_cache_mode = force_generic_plan; set jit = off'
