import type { Db } from './db.ts'
import { sqlState } from './sql-state.ts'
import { int, statement } from './statement.ts'

/**
 * Runs `work` in a transaction whose statements may take `ms` milliseconds each; answers null when one takes longer. The
 * embedded engine has no timer, so there nothing is cut.
 */
export async function withinTime<T>(db: Db, ms: number, work: (tx: Db) => Promise<T>): Promise<T | null> {
  try {
    return await db.reading(async (tx) => {
      await tx.run(setTimeLimit, { ms })
      return work(tx)
    })
  } catch (error) {
    if (sqlState(error) === queryCanceled) return null
    throw error
  }
}
const queryCanceled = '57014'

const setTimeLimit = statement(
  'time_limit',
  { ms: int },
  {},
  ({ ms }) => `select from set_config('statement_timeout', (${ms})::text, true)`,
)
