import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'

const config = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) }

/**
 * Brings a database to the newest schema. Throws before anything is changed where other migrations made it: Drizzle
 * compares times only, and would run ours on top of theirs. A database that is ahead of this version is left as it is,
 * so that an older process may restart while a newer one is being rolled out.
 */
export async function migrateDatabase(db: NodePgDatabase): Promise<void> {
  const applied = await appliedHashes(db)
  const ours = readMigrationFiles(config).map(({ hash }) => hash)
  const common = Math.min(applied.length, ours.length)
  if (applied.slice(0, common).some((hash, index) => hash !== ours[index])) throw new Error(otherMigrations)
  await migrate(db, config)
}

async function appliedHashes(db: NodePgDatabase): Promise<string[]> {
  const journal = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') as name`,
  )
  if (journal.rows[0]?.name == null) return []
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map(({ hash }) => hash)
}

const otherMigrations =
  'This database was made by migrations that this version does not know: use an empty one (delete the old data, or set another DATA_DIR or DATABASE_URL), or run the version that made it.'
