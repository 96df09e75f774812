import { openPglite } from '../../api/platform/db/db.ts'
import { lockDirectory } from '../../api/platform/db/lock.ts'
import { migratePostgres } from '../../api/platform/db/migrate.ts'
import { readEnv } from '../../api/platform/env.ts'
import { readEnvFile } from '../dev/env-file.ts'

/**
 * `npm run migrate`: brings the database to the newest schema, while older nodes serve. The embedded engine does so when
 * it starts, and has to be stopped for this command.
 */
async function main(): Promise<void> {
  readEnvFile()
  const env = readEnv()
  if (env.DATABASE_URL !== undefined) await migratePostgres(env.DATABASE_URL, console.log)
  else {
    const unlock = await lockDirectory(env.DATA_DIR)
    await (await openPglite(`${env.DATA_DIR}/postgres`)).close()
    await unlock()
  }
  console.log('The database has the schema of this version.')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
