import { checkLedger } from '../../api/features/wallet/ledger-check.ts'
import { readEnv } from '../../api/platform/env.ts'
import { readEnvFile } from './env-file.ts'
import { withDatabase } from './with-database.ts'

/**
 * `npm run ledger:check`: exit 1 and a sentence for every violation (safety §22). With `DATABASE_URL` it runs beside
 * the server; the embedded store has to be stopped first, as it allows one process.
 */
async function main(): Promise<void> {
  readEnvFile()
  await withDatabase(readEnv(), async ({ db }) => {
    const found = await checkLedger(db)
    for (const sentence of found) console.error(sentence)
    if (found.length === 0) {
      console.log(
        'The ledger holds: postings sum to zero, balances equal their postings, none is below zero, and every purchase was paid once.',
      )
    }
    process.exitCode = found.length === 0 ? 0 : 1
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
})
