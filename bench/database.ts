import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { findPostgres } from '../tests/support/postgres.ts'

export type BenchDatabase = { url: string; drop: () => Promise<void> }

/** Creates a database for one run, on the PostgreSQL server that the tests use. */
export async function makeDatabase(): Promise<BenchDatabase> {
  const found = await findPostgres()
  if ('missing' in found) throw new Error(`The bench needs a PostgreSQL: ${found.missing}`)
  const name = `fanfare_bench_${randomBytes(4).toString('hex')}`
  await ask(found.url, `create database ${name}`)
  return {
    url: found.url.replace(/\/[^/]*$/, `/${name}`),
    drop: async () => {
      await ask(found.url, `drop database if exists ${name} with (force)`)
      await found.stop()
    },
  }
}

/** Runs one statement in a connection of its own. */
export async function ask<R extends pg.QueryResultRow>(url: string, sql: string, values?: unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<R>(sql, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
