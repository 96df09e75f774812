import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Db, imageOfPglite, openPostgres } from '../../api/platform/db/db.ts'
import { migratePostgres } from '../../api/platform/db/migrate.ts'
import { openJobs } from '../../api/platform/jobs/jobs.ts'
import { addBystanders } from './bystanders.ts'

/** The start of every test database: an image for PGlite, or a template on a server. Migrated, with bystanders alone. */
export type Begin = { engine: 'pglite'; image: string } | { engine: 'postgres'; server: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    begin: Begin
  }
}

/** Vitest's global setup: migrates one database, so that no test needs to. */
export default async function begin(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_ENGINE === 'postgres') {
    const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
    const template = `fanfare_test_begin_${randomBytes(6).toString('hex')}`
    await onServer(server, `create database ${template}`)
    await migratePostgres(databaseOf(server, template))
    const database = await openPostgres(databaseOf(server, template), 1)
    await prepare(database.db)
    await database.close()
    // A server copies no database with an open connection.
    await onServer(server, `alter database ${template} with allow_connections false`)
    await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
    project.provide('begin', { engine: 'postgres', server, template })
    return () => dropWithCopies(server, template)
  }
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-begin-'))
  const image = join(folder, 'image.tar')
  await writeFile(image, (await imageOfPglite(prepare)).stream())
  project.provide('begin', { engine: 'pglite', image })
  return () => rm(folder, { recursive: true, force: true })
}

async function dropWithCopies(server: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [template])
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  await client.end()
}

async function prepare(db: Db): Promise<void> {
  const jobs = await openJobs(db, { isWorker: false })
  await jobs.stop()
  await addBystanders(db)
}

export const databaseOf = (server: string, name: string): string => server.replace(/\/[^/]*$/, `/${name}`)

export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
