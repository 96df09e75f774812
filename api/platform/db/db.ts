import { createHash } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { log, reasonOf } from '../log.ts'
import { traceStatement } from '../tracing.ts'
import { onConnection } from './caller.ts'
import { poolOver } from './embedded.ts'
import { migrate, ourMigrations, pendingMigrations } from './migrate.ts'
import { ask, type OnClient } from './plan-for-values.ts'
import { openPool } from './pool.ts'
import { embeddedExtensions, hasSearchExtensions, prepareSearch } from './search.ts'
import { readOnlyState, sqlState } from './sql-state.ts'
import type { RowOf, Statement, Types, ValuesOf } from './statement.ts'

/**
 * The database: Drizzle for ordinary queries, `run` for hot ones (a named statement, planned once per connection)
 * and `transact` for writes. Inside a transaction use only the `tx` it hands out: the embedded engine has one
 * connection, and a query on the outer `db` would wait for itself.
 */
export type Db = NodePgDatabase & {
  engine: 'pglite' | 'postgres'
  /** Whether the extensions of forgiving search are there (`prepareSearch`). */
  hasTrigrams: boolean
  run<P extends Types, C extends Types>(statement: Statement<P, C>, values: NoInfer<ValuesOf<P>>): Promise<RowOf<C>[]>
  /** For SQL that a library writes, which has no declaration: `platform/jobs/jobs.ts` alone uses it. */
  runLibrarySql(sql: string, values: readonly unknown[]): Promise<unknown[]>
  /** All or nothing; tried again when the database asks for it (serialisation failure, deadlock). */
  transact<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** A transaction that only reads; where the call may be late, perhaps on a replica (`replica.ts`). */
  reading<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Runs a callback after this transaction has committed, not after a rollback; outside of a transaction at once. */
  afterCommit(effect: () => void): void
}

/** Called with every row that a statement reads; tests compare it with the declared columns. */
export type OnRows = (statement: Statement, rows: readonly unknown[]) => void

export type Connection = pg.ClientBase & { release(): void }

export type Database = {
  db: Db
  /** Whether the database takes writes; throws where it does not answer. */
  isWritable(): Promise<boolean>
  /** A connection of one's own without a time limit, to be released: for tools that read or write whole tables. */
  connect(): Promise<Connection>
  close(): Promise<void>
}

/**
 * The embedded PostgreSQL in a directory, or in memory without one. Migrated and ready. The caller holds the lock.
 * An image (`imageOfPglite`) is where a new one begins.
 */
export async function openPglite(dataDir?: string, image?: Blob, onRows?: OnRows): Promise<Database> {
  const { engine, pool } = await migratedPglite(dataDir, image)
  const close = async () => {
    await pool.end()
    await engine.close()
  }
  return {
    db: overPool(pool, embedded, onRows),
    isWritable: () => isWritable(pool),
    connect: () => pool.connect(),
    close,
  }
}

/** A migrated and empty embedded database, to open many from: a fifth of the work of making each. */
export async function imageOfPglite(prepare: (db: Db) => Promise<void>): Promise<Blob> {
  const { engine, pool } = await migratedPglite()
  await prepare(overPool(pool, embedded))
  await pool.end()
  const image = await engine.dumpDataDir('none')
  await engine.close()
  return image
}

async function migratedPglite(dataDir?: string, image?: Blob) {
  const engine = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(image === undefined ? {} : { loadDataDir: image }),
    extensions: embeddedExtensions,
  })
  pg.types.setTypeParser(int8, Number)
  const pool = poolOver(engine)
  const client = await pool.connect()
  await migrate(client, ourMigrations())
  await prepareSearch((sql) => client.query(sql))
  client.release()
  return { engine, pool }
}

/**
 * A PostgreSQL server, which many processes may share. Throws where it lacks a migration (`migratePostgres`). A
 * statement may take ten seconds, which no request should need; `statementMs` is for tools that read whole tables.
 */
export async function openPostgres(
  url: string,
  poolSize: number,
  statementMs = 10_000,
  onRows?: OnRows,
): Promise<Database> {
  pg.types.setTypeParser(int8, Number)
  const { pool, close } = openPool(forRequests(url, poolSize, statementMs))
  // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn('database connection lost', { error: reasonOf(error) }))
  const client = await pool.connect()
  const hasTrigrams = await ready(client).finally(() => client.release())
  return {
    db: overPool(pool, { engine: 'postgres', hasTrigrams }, onRows),
    isWritable: () => isWritable(pool),
    connect: () => connectAlone(url),
    close,
  }
}

const forRequests = (connectionString: string, max: number, statementMs: number) => ({
  connectionString,
  max,
  quietMs: statementMs + 5_000,
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: statementMs,
  keepAlive: true,
  // The statements are named and short: planning every run would cost as much as running them.
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
})

/** Opens connections to a standby for requests that may be late. It need not be there: what runs on it fails then. */
export function openReplicaPool(
  url: string,
  poolSize: number,
  { engine, hasTrigrams }: Facts,
): Pick<Database, 'db' | 'close'> {
  const { pool, close } = openPool({ ...forRequests(url, poolSize, 10_000), isStandby: true })
  pool.on('error', (error) => log.warn('replica connection lost', { error: reasonOf(error) }))
  return { db: overPool(pool, { engine, hasTrigrams }), close }
}

/** Beside the pool, which closes a connection that is quiet for long, as one is while media are copied. */
async function connectAlone(connectionString: string): Promise<Connection> {
  const client = new pg.Client({ connectionString, statement_timeout: 0, keepAlive: true })
  await client.connect()
  return Object.assign(client, { release: () => void client.end() })
}

async function ready(client: pg.PoolClient): Promise<boolean> {
  const missing = (await pendingMigrations(client)).length
  if (missing > 0)
    throw new Error(`The database lacks ${missing} of this version's migrations: run \`npm run migrate\` first.`)
  return hasSearchExtensions((sql) => client.query(sql))
}

/**
 * Opens a connection for long reads beside the requests: on a server one of its own, whose statements may take
 * `statementMs`; the embedded engine shares its only connection.
 */
export async function openReader(
  url: string | undefined,
  shared: Db,
  statementMs: number,
): Promise<Pick<Database, 'db' | 'close'>> {
  if (url === undefined) return { db: shared, close: async () => undefined }
  const { pool, close } = openPool({
    connectionString: url,
    max: 1,
    quietMs: statementMs + 5_000,
    statement_timeout: statementMs,
    keepAlive: true,
    application_name: 'fanfare-reader',
  })
  pool.on('error', (error) => log.warn('reading connection lost', { error: reasonOf(error) }))
  return { db: overPool(pool, { engine: shared.engine, hasTrigrams: shared.hasTrigrams }), close }
}

async function isWritable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select current_setting('transaction_read_only') = 'off' as is_writable`)
  return rows[0].is_writable
}

type Facts = Pick<Db, 'engine' | 'hasTrigrams'>
const embedded: Facts = { engine: 'pglite', hasTrigrams: true }

function overPool(pool: pg.Pool, facts: Facts, onRows?: OnRows): Db {
  return Object.assign(drizzle(pool), {
    ...facts,
    run: runOn((work) => onConnection(pool, work), onRows),
    runLibrarySql: runLibrarySqlOn(pool),
    transact: <T>(work: (tx: Db) => Promise<T>) => again(() => committed(pool, facts, work, onRows)),
    reading: <T>(work: (tx: Db) => Promise<T>) => committed(pool, facts, work, onRows),
    afterCommit: (effect: () => void) => effect(),
  })
}

function runOn(onClient: OnClient, onRows?: OnRows): Db['run'] {
  const query = async (statement: Statement, values: unknown[]) => {
    const { rows } = await onClient((client) => ask(client, statement, values))
    onRows?.(statement, rows)
    return rows
  }
  return (statement, values) =>
    traceStatement(statement.name, () => query(statement as Statement, statement.bind(values)))
}

/** Planned once per connection: a library writes few texts, so each has a name. */
function runLibrarySqlOn(on: Pick<pg.ClientBase, 'query'>): Db['runLibrarySql'] {
  return async (sql, values) => {
    const name = `library_${createHash('sha1').update(sql).digest('hex').slice(0, 16)}`
    return (await on.query({ name, text: sql, values: [...values] })).rows
  }
}

async function committed<T>(pool: pg.Pool, facts: Facts, work: (tx: Db) => Promise<T>, onRows?: OnRows): Promise<T> {
  const effects: (() => void)[] = []
  const result = await onClient(pool, (client) => work(overClient(client, facts, effects, onRows)))
  for (const effect of effects) effect()
  return result
}

const onClient = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  onConnection(pool, async (client, close) => {
    try {
      await client.query(begin)
      const result = await work(client)
      await client.query(commit)
      return result
    } catch (error) {
      // A server that takes no writes any more has been replaced: the next transaction finds the new one.
      if (sqlState(error) === readOnlyState) close(error as Error)
      await client.query('rollback').catch(close)
      throw error
    }
  })
const begin = { name: 'begin', text: 'begin' }
const commit = { name: 'commit', text: 'commit' }

function overClient(client: pg.PoolClient, facts: Facts, effects: (() => void)[], onRows?: OnRows): Db {
  const tx: Db = Object.assign(drizzle(client), {
    ...facts,
    run: runOn((work) => work(client), onRows),
    runLibrarySql: runLibrarySqlOn(client),
    transact: <T>(work: (tx: Db) => Promise<T>) => work(tx),
    reading: <T>(work: (tx: Db) => Promise<T>) => work(tx),
    afterCommit: (effect: () => void) => void effects.push(effect),
  })
  return tx
}

/** Runs a transaction up to five times while the database answers that it lost a race (40001, 40P01). */
async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      if (tried === 5 || !lostRaces.has(sqlState(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tried))
    }
  }
}
const lostRaces = new Set(['40001', '40P01'])

/** The unique constraint that an insert ran into, or undefined for any other error. */
export function violated(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && typeof cause.constraint === 'string')
      return cause.constraint
  }
  return undefined
}

/**
 * Whether an error says that the database cannot serve this now and may later: it is away, read-only after a failover,
 * full, or took longer than a statement may. The same of a disk for media that is full.
 */
export const isUnavailable = (error: unknown): boolean =>
  isUnreachable(error) || busyStates.has(sqlState(error) ?? '') || isDiskFull(error)
/** Disk full, out of memory, read-only, lock not available, statement timeout. */
const busyStates = new Set(['53100', '53200', readOnlyState, '55P03', '57014'])

function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Whether an error says that the database cannot be reached (and not that a query was wrong). */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|57P0|08(?!P01)|53300)/.test(code)) return true
    if (
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/.test(
        cause.message,
      )
    )
      return true
  }
  return false
}

const int8 = 20
