import { readEnv } from '../../api/platform/env.ts'
import { readEnvFile } from '../dev/env-file.ts'
import { withDatabase } from '../dev/with-database.ts'
import { rotate } from './rotate.ts'

/**
 * `npm run rotate-secret`: encrypts under `SECRET` what `SECRET_PREVIOUS` has encrypted (docs/operations.md, "Changing
 * SECRET"). With `DATABASE_URL` beside the running nodes; the embedded engine has to be stopped first.
 */
async function main(): Promise<void> {
  readEnvFile()
  const env = readEnv()
  await withDatabase(env, async ({ db }) => {
    for (const [name, count] of Object.entries(await rotate(db, env))) console.log(`${name}: ${count} encrypted again`)
  })
  console.log('Nothing that is stored needs SECRET_PREVIOUS any more. Sessions and links do, for 30 days.')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
