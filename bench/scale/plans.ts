import pg from 'pg'
import { allStatements } from '../../tests/support/all-statements.ts'
import { type PlanNode, plansOf } from '../../tests/support/statement-checks.ts'

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
      const whole = (await plansOf(client, statement))
        .flatMap(sequentialScans)
        .filter((table) => large.has(table) && !(table in statement.scans))
      if (whole.length > 0) found.push(`${statement.name} reads the whole of ${[...new Set(whole)].join(', ')}`)
    }
    return found
  } finally {
    await client.end()
  }
}

function sequentialScans(plan: PlanNode): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []
  return [...own, ...(plan.Plans ?? []).flatMap(sequentialScans)]
}
