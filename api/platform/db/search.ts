import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { log, reasonOf } from '../log.ts'

/** The extensions of PostgreSQL's own contrib that forgiving search needs, for the embedded engine. */
export const embeddedExtensions = { pg_trgm, fuzzystrmatch }

/**
 * Adds the extensions and the index of forgiving search. They stand outside the migrations because a managed server
 * may not have them: there search still finds by the beginning of a name (`api/features/search/`).
 */
export async function prepareSearch(run: (sql: string) => Promise<unknown>): Promise<void> {
  try {
    await run('create extension if not exists pg_trgm')
    await run('create extension if not exists fuzzystrmatch')
    await run(
      `create index if not exists users_search on users using gin ((${searchable('users')}) gin_trgm_ops) where is_creator`,
    )
  } catch (error) {
    log.warn('search will not forgive typing errors', { error: reasonOf(error) })
  }
}

/** Whether the extensions of forgiving search are there. */
export async function hasSearchExtensions(run: (sql: string) => Promise<{ rows: unknown[] }>): Promise<boolean> {
  const { rows } = await run(`select from pg_extension where extname in ('pg_trgm', 'fuzzystrmatch')`)
  return rows.length === 2
}

/** SQL for what is searched of a person: both names, in small letters without accents. Immutable, so that it can be indexed. */
export const searchable = (table: string): string =>
  `translate(lower(coalesce(${table}.username, '') || ' ' || coalesce(${table}.display_name, '')), '${accented}', '${plain}')`
const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ'
const plain = 'aaaaaaceeeeiiiinooooouuuuyy'
