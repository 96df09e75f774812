import { type Database, openPglite, openPostgres } from '../../api/platform/db/db.ts'
import { lockDirectory } from '../../api/platform/db/lock.ts'
import type { Env } from '../../api/platform/env.ts'

/**
 * Opens the database of the environment for a command: a server beside its running nodes, the embedded engine only when
 * no other process has it. A statement may take half an hour, as commands read whole tables.
 */
export async function withDatabase(env: Env, work: (database: Database) => Promise<void>): Promise<void> {
  const unlock = env.DATABASE_URL === undefined ? await lockDirectory(env.DATA_DIR) : async () => undefined
  const database =
    env.DATABASE_URL === undefined
      ? await openPglite(`${env.DATA_DIR}/postgres`)
      : await openPostgres(env.DATABASE_URL, 2, 1_800_000)
  try {
    await work(database)
  } finally {
    await database.close()
    await unlock()
  }
}
