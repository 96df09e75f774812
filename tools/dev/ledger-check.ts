import { checkLedger } from '../../api/features/wallet/ledger-check.ts'
import { openPglite, openPostgres } from '../../api/platform/db/db.ts'
import { lockDirectory } from '../../api/platform/db/lock.ts'
import { readEnv } from '../../api/platform/env.ts'
import { readEnvFile } from './env-file.ts'

/**
 * `npm run ledger:check`: exit 1 and a sentence for every violation (safety §22). With `DATABASE_URL` it runs beside
 * the server; the embedded store has to be stopped first, as it allows one process.
 */
async function main(): Promise<void> {
  readEnvFile()
  const env = readEnv()
  const unlock = env.DATABASE_URL === undefined ? await lockDirectory(env.DATA_DIR) : async () => undefined
  const database =
    env.DATABASE_URL === undefined
      ? await openPglite(`${env.DATA_DIR}/postgres`)
      : await openPostgres(env.DATABASE_URL, 2, 1_800_000)
  try {
    const found = await checkLedger(database.db)
    for (const sentence of found) console.error(sentence)
    if (found.length === 0) {
      console.log(
        'The ledger holds: postings sum to zero, balances equal their postings, none is below zero, and every purchase was paid once.',
      )
    }
    process.exitCode = found.length === 0 ? 0 : 1
  } finally {
    await database.close()
    await unlock()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
})
