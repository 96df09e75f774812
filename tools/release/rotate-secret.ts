import { openPglite, openPostgres } from '../../api/platform/db/db.ts'
import { lockDirectory } from '../../api/platform/db/lock.ts'
import { readEnv } from '../../api/platform/env.ts'
import { readEnvFile } from '../dev/env-file.ts'
import { rotate } from './rotate.ts'

/**
 * `npm run rotate-secret`: encrypts under `SECRET` what `SECRET_PREVIOUS` has encrypted (docs/operations.md, "Changing
 * SECRET"). With `DATABASE_URL` beside the running nodes; the embedded engine has to be stopped first.
 */
async function main(): Promise<void> {
  readEnvFile()
  const env = readEnv()
  const unlock = env.DATABASE_URL === undefined ? await lockDirectory(env.DATA_DIR) : async () => undefined
  const database =
    env.DATABASE_URL === undefined
      ? await openPglite(`${env.DATA_DIR}/postgres`)
      : await openPostgres(env.DATABASE_URL, 2)
  try {
    const counts = await rotate(database.db, env)
    for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count} encrypted anew`)
    console.log('Nothing that is stored needs SECRET_PREVIOUS any more. Sessions and links do, for 30 days.')
  } finally {
    await database.close()
    await unlock()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
