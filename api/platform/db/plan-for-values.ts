import type pg from 'pg'
import type { Statement } from './statement.ts'

/** Asks on a connection of a pool, or on that of a transaction. */
export type OnClient = (work: (client: pg.ClientBase) => Promise<pg.QueryResult>) => Promise<pg.QueryResult>

/** Runs a named statement, planned once per connection or for its values (docs/decisions/plans-for-values.md). */
export function ask(client: pg.ClientBase, statement: Statement, values: unknown[]): Promise<pg.QueryResult> {
  const query = { name: statement.name, text: statement.sql, values }
  return statement.isPlannedForValues ? askPlannedForValues(client, query) : client.query(query)
}

/**
 * Plans the statement for its values, which folds away the conditions that they leave out, at the price of two round
 * trips. What fails here leaves nothing behind: an aborted transaction is rolled back, which takes the setting back too,
 * and a connection that was cancelled or lost is closed.
 */
async function askPlannedForValues(client: pg.ClientBase, query: pg.QueryConfig): Promise<pg.QueryResult> {
  await client.query('set plan_cache_mode = force_custom_plan')
  try {
    return await client.query(query)
  } finally {
    await client.query('set plan_cache_mode = force_generic_plan').catch(() => undefined)
  }
}
