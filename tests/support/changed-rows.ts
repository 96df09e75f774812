import { sql } from 'drizzle-orm'
import type { TestApi } from './api.ts'

/**
 * The rows of these tables that `act` adds, changes or removes, as `<table> <id>` and in no order: what it leaves alone
 * is not among them, whoever owns it.
 */
export async function rowsChangedBy(
  api: TestApi,
  tables: readonly string[],
  act: () => Promise<void>,
): Promise<string[]> {
  const before = await read(api, tables)
  await act()
  const after = await read(api, tables)
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
}

async function read(api: TestApi, tables: readonly string[]): Promise<Map<string, string>> {
  const one = (table: string) => `select '${table} ' || t.id as id, to_jsonb(t)::text as row from ${table} t`
  const { rows } = await api.db.execute<{ id: string; row: string }>(sql.raw(tables.map(one).join(' union all ')))
  return new Map(rows.map(({ id, row }) => [id, row]))
}
