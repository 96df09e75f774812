import pg from 'pg'
import type { Statement } from '../../api/platform/db/statement.ts'
import { allStatements } from '../../tests/support/all-statements.ts'

/** What reads everything as often as it may, beside what a statement declares itself (`scans`). */
const mayReadWhole: { name: RegExp; why: string }[] = [
  { name: /^(?:check|proof)_/, why: 'the check of the ledger proves every row, at night' },
  { name: /^people_recount_/, why: 'the counts of people are corrected at night' },
  { name: /^discovery_count_trends$/, why: 'an hour has new trends of all creators' },
  {
    name: /^earnings_due_accounts$/,
    why: 'an index with the balance would cost every sale more: 184 ms at L, every 5 minutes',
  },
]
const largeFrom = 100_000

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/**
 * The statements that would read a large table of this world from end to end, planned as the API plans them, each with its
 * tables. It is what `statements.test` cannot see: a planner with real numbers, which takes a limit that is a parameter for
 * a tenth of the table. Statements that are planned for their values are left to the calls.
 */
export async function wholeReads(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      'set jit = off; set plan_cache_mode = force_generic_plan; set max_parallel_workers_per_gather = 0',
    )
    const { rows } = await client.query<{ relname: string }>(
      `select relname from pg_class where relkind = 'r' and reltuples > ${largeFrom}`,
    )
    const large = new Set(rows.map((row) => row.relname))
    const found: string[] = []
    for (const statement of await allStatements()) {
      if (statement.isPlannedForValues || mayReadWhole.some(({ name }) => name.test(statement.name))) continue
      const whole = sequentialScans(await planOf(client, statement)).filter(
        (table) => large.has(table) && !(table in statement.scans),
      )
      if (whole.length > 0) found.push(`${statement.name} reads the whole of ${[...new Set(whole)].join(', ')}`)
    }
    return found
  } finally {
    await client.end()
  }
}

async function planOf(client: pg.Client, { sql, parameters }: Statement): Promise<Plan> {
  if (!/^\s*(?:with|select|insert|update|delete|merge|values)\b/i.test(sql)) return { 'Node Type': 'Other' }
  await client.query(`prepare planned as ${sql}`)
  const nulls = Object.keys(parameters).map(() => 'null')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) execute planned${nulls.length > 0 ? `(${nulls.join(', ')})` : ''}`,
  )
  await client.query('deallocate planned')
  return rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'Other' }
}

function sequentialScans(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []
  return [...own, ...(plan.Plans ?? []).flatMap(sequentialScans)]
}
