import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { prepareSearch } from './search.ts'
import { sqlState } from './sql-state.ts'

/** The first line of a migration that runs without a transaction. */
export const outsideOfTransaction = '-- outside of a transaction'

/** A file of `migrations/`: its statements in order. `hash` is how the database remembers it. */
export type Migration = { sql: string[]; hash: string; folderMillis: number }
type Client = Pick<pg.ClientBase, 'query'>
type Log = (line: string) => void

export const ourMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })

/**
 * Brings a PostgreSQL server to the newest schema, beside nodes that serve. Of several that are called at once one
 * migrates and the others wait.
 */
export async function migratePostgres(url: string, log: Log = () => undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0, keepAlive: true })
  await client.connect()
  try {
    await lock(client, log)
    await migrate(client, ourMigrations(), log)
    await prepareSearch((sql) => client.query(sql))
  } finally {
    await client.end()
  }
}

/**
 * Applies the migrations that a database lacks, each file in a transaction of its own. A statement waits a second for a
 * lock, so that the requests behind it wait no longer either, and the file is tried again. One that begins with
 * `-- outside of a transaction` (for `create index concurrently`) runs statement by statement, waits without holding up
 * others, and has to bear being repeated; an index that a broken run left half made is dropped first.
 */
export async function migrate(client: Client, migrations: readonly Migration[], log: Log = () => undefined) {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const migration of await pendingMigrations(client, migrations)) {
    log(`Migrating: ${titleOf(migration)}`)
    for (let attempt = 1; !(await isApplied(client, migration)); attempt++) {
      if (attempt === attempts) throw new Error(`A lock was not given in ${attempts} attempts. Run it again later.`)
      if (attempt % 5 === 0) log(`Other work holds a lock that this migration needs; attempt ${attempt} has failed.`)
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** attempt, 5_000)))
    }
  }
}

/**
 * The migrations that a database lacks, oldest first. Throws where other migrations made it. One that is ahead of this
 * version lacks none, so that an older process may restart while a newer one is being rolled out.
 */
export async function pendingMigrations(
  client: Client,
  ours: readonly Migration[] = ourMigrations(),
): Promise<Migration[]> {
  const { rows: found } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (found[0].name === null) return [...ours]
  const { rows } = await client.query('select hash from drizzle.__drizzle_migrations order by created_at')
  const common = Math.min(rows.length, ours.length)
  if (rows.slice(0, common).some(({ hash }, index) => hash !== ours[index]?.hash)) throw new Error(otherMigrations)
  return ours.slice(rows.length)
}

/** Whether the migration was applied; false where a lock was not given in time. */
async function isApplied(client: Client, migration: Migration): Promise<boolean> {
  const isOneTransaction = !migration.sql[0]?.startsWith(outsideOfTransaction)
  try {
    if (isOneTransaction) await client.query(`begin; set local lock_timeout = '1s'`)
    else await dropHalfMadeIndexes(client)
    for (const statement of migration.sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ])
    if (isOneTransaction) await client.query('commit')
    return true
  } catch (error) {
    if (isOneTransaction) await client.query('rollback')
    if (sqlState(error) === lockNotAvailable) return false
    throw error
  }
}

async function dropHalfMadeIndexes(client: Client): Promise<void> {
  const { rows } = await client.query(`
    select i.indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace where not i.indisvalid and n.nspname = 'public'`)
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`)
}

async function lock(client: Client, log: Log): Promise<void> {
  const isLocked = async () => (await client.query('select pg_try_advisory_lock(727001) as is_mine')).rows[0].is_mine
  for (let attempt = 0; !(await isLocked()); attempt++) {
    if (attempt === 10) log('Another process migrates this database; waiting for it.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const titleOf = ({ sql: [first = ''] }: Migration): string =>
  (first.split('\n').find((line) => line.trim() !== '' && !line.startsWith('--')) ?? '').slice(0, 80)

const lockNotAvailable = '55P03'
const attempts = 60
const otherMigrations =
  'This database was made by migrations that this version does not know: use an empty one (delete the old data, or set another DATA_DIR or DATABASE_URL), or run the version that made it.'
