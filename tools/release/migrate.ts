import { migratePostgres } from '../../api/platform/db/migrate.ts'
import { readEnv } from '../../api/platform/env.ts'
import { readEnvFile } from '../dev/env-file.ts'
import { withDatabase } from '../dev/with-database.ts'

/**
 * `npm run migrate`: brings the database to the newest schema, while older nodes serve. The embedded engine does so when
 * it starts, and has to be stopped for this command.
 */
async function main(): Promise<void> {
  readEnvFile()
  const env = readEnv()
  if (env.DATABASE_URL !== undefined) await migratePostgres(env.DATABASE_URL, console.log)
  // Opening the embedded engine migrates it.
  else await withDatabase(env, async () => undefined)
  console.log('The database has the schema of this version.')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
