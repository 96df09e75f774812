import type pg from 'pg'
import type { Statement, Types } from '../../api/platform/db/statement.ts'

/** What the database reports about a prepared statement. */
type Description = { parameters: number[]; columns: pg.FieldDef[] }

/** Names of types by their ids, and columns of tables by theirs, to compare with the declarations. */
export type Catalog = {
  oidOf: Map<string, number>
  columnOf: Map<string, { table: string; name: string; notNull: boolean }>
  /** Partial indexes. */
  partial: Set<string>
}

export async function readCatalog(client: pg.ClientBase, all: readonly Statement[]): Promise<Catalog> {
  const typesOf = (types: Types) => Object.values(types).map((type) => type.sql)
  const types = new Set(all.flatMap((statement) => [...typesOf(statement.parameters), ...typesOf(statement.columns)]))
  const oids = await client.query<{ name: string; oid: number }>(
    'select name, to_regtype(name)::oid::int as oid from unnest($1::text[]) as t(name)',
    [[...types]],
  )
  const columns = await client.query<{ key: string; table: string; name: string; notNull: boolean }>(
    `select a.attrelid::int || '.' || a.attnum as key, c.relname as "table", a.attname as name, a.attnotnull as "notNull"
     from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum > 0`,
  )
  const partial = await client.query<{ name: string }>(
    'select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indpred is not null',
  )
  return {
    oidOf: new Map(oids.rows.map((row) => [row.name, row.oid])),
    columnOf: new Map(columns.rows.map((row) => [row.key, row])),
    partial: new Set(partial.rows.map((row) => row.name)),
  }
}

/** How the declaration of a statement differs from what the database reports, one sentence each. */
export async function declarationProblems(
  client: pg.ClientBase,
  catalog: Catalog,
  statement: Statement,
): Promise<string[]> {
  let described: Description
  try {
    described = await describeStatement(client, statement.sql)
  } catch (error) {
    return [`${statement.name}: ${error instanceof Error ? error.message : error}`]
  }
  const nameOf = (oid: number) => [...catalog.oidOf].find(([, known]) => known === oid)?.[0] ?? `type ${oid}`
  const problems: string[] = []
  const parameters = Object.entries(statement.parameters)
  if (parameters.length !== described.parameters.length)
    problems.push(`takes ${described.parameters.length} parameters, ${parameters.length} are declared`)
  for (const [at, [name, type]] of parameters.entries()) {
    const oid = described.parameters[at]
    if (oid !== undefined && oid !== catalog.oidOf.get(type.sql))
      problems.push(`parameter ${name} is ${nameOf(oid)}, not ${type.sql}`)
  }
  const answered = new Map(described.columns.map((column) => [column.name, column]))
  if (answered.size < described.columns.length) problems.push('answers two columns of one name')
  for (const name of Object.keys(statement.columns)) if (!answered.has(name)) problems.push(`answers no column ${name}`)
  const joinsOutside = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i.test(statement.sql)
  for (const [name, column] of answered) {
    const type = statement.columns[name]
    if (type === undefined) {
      problems.push(`answers ${name}, which is not declared`)
      continue
    }
    if (column.dataTypeID !== catalog.oidOf.get(type.sql))
      problems.push(`column ${name} is ${nameOf(column.dataTypeID)}, not ${type.sql}`)
    const source = catalog.columnOf.get(`${column.tableID}.${column.columnID}`)
    if (source === undefined) continue
    if (!source.notNull && !type.nullable && type.neverNull === undefined)
      problems.push(`column ${name} may be null, as ${source.table}.${source.name} may be`)
    if (source.notNull && type.nullable && !joinsOutside)
      problems.push(`column ${name} is never null, as ${source.table}.${source.name} is not`)
  }
  return problems.map((problem) => `${statement.name}: ${problem}`)
}

/** Parses a statement without running it: its parameters and its columns. */
function describeStatement(client: pg.ClientBase, sql: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const described: Description = { parameters: [], columns: [] }
    const noteParameters = (message: { dataTypeIDs: number[] }) => {
      described.parameters = message.dataTypeIDs
    }
    client.query({
      submit: (connection: pg.Connection) => {
        connection.once('parameterDescription', noteParameters)
        connection.stream.cork()
        connection.parse({ name: '', text: sql, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
        connection.stream.uncork()
      },
      handleParseComplete: () => undefined,
      handleRowDescription: (message: { fields: pg.FieldDef[] }) => {
        described.columns = message.fields
      },
      handleError: (error: Error, connection: pg.Connection) => {
        connection.removeListener('parameterDescription', noteParameters)
        reject(error)
      },
      handleReadyForQuery: () => resolve(described),
    } as pg.Submittable)
  })
}

/** How the database would run a statement without knowing its values; nothing for what has no plan. */
export async function plansOf(client: pg.ClientBase, { sql, parameters }: Statement): Promise<PlanNode[]> {
  if (!/^\s*(?:with|select|insert|update|delete|merge|values)\b/i.test(sql)) return []
  const nulls = Object.keys(parameters).map(() => 'null')
  await client.query(`prepare checked as ${sql}`)
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (format json) execute checked${nulls.length > 0 ? `(${nulls.join(', ')})` : ''}`,
  )
  await client.query('deallocate checked')
  return rows.map((row) => row['QUERY PLAN'][0].Plan)
}

/**
 * The large tables that a statement scans whole without a stated reason, planned as if tables were large, so that every
 * useful index is used. Needs a client of `planningAsIfLarge`.
 */
export async function scanProblems(
  client: pg.ClientBase,
  catalog: Catalog,
  statement: Statement,
  large: ReadonlySet<string>,
): Promise<string[]> {
  const plans = await plansOf(client, statement)
  const read = new Set(plans.flatMap((plan) => wholeReads(plan, catalog.partial, false)))
  const walked = new Set(plans.flatMap(bitmapWalks))
  return [
    ...[...read]
      .filter((table) => large.has(table) && !(table in statement.scans))
      .map((table) => `reads the whole of ${table}`),
    ...Object.keys(statement.scans)
      // Planners of other versions choose other indexes; the embedded engine decides whether a reason is stale.
      .filter((table) => process.env.TEST_ENGINE !== 'postgres' && !read.has(table) && !walked.has(table))
      .map((table) => `declares that it reads the whole of ${table}, and does not`),
  ].map((problem) => `${statement.name}: ${problem}`)
}

/**
 * A page whose cursor is compared as `cursor is null or column < cursor`: planned without its values it reads every page
 * before, where the conditions of `keyset.ts` begin at the cursor.
 */
export function cursorProblems({ name, sql, isPlannedForValues }: Statement): string[] {
  if (isPlannedForValues) return []
  const pages = sql.matchAll(/\$(\d+)::(?:uuid|int|timestamptz) is null or \(?[\w.]+(?:, [\w.]+)*\)? [<>] \(?\$\1\b/g)
  return [...pages].map((it) => `${name}: reads the pages before its own, ${it[0]}`)
}

export const planningAsIfLarge = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off; set jit = off`

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Parent Relationship'?: string
  Plans?: PlanNode[]
}

/** Tables read from end to end: sequentially, or along an index without a condition, unless a limit stops it. */
function wholeReads(node: PlanNode, partial: ReadonlySet<string>, isLimited: boolean): string[] {
  const type = node['Node Type']
  const isIndexWalk = /^Index (?:Only )?Scan/.test(type) && node['Index Cond'] === undefined
  const isWhole = type === 'Seq Scan' || (isIndexWalk && !isLimited && !partial.has(node['Index Name'] ?? ''))
  const own = isWhole && node['Relation Name'] !== undefined ? [node['Relation Name']] : []
  const passesLimit = !/^(?:Sort|Aggregate|WindowAgg|Hash|ModifyTable|Materialize)$/.test(type)
  const below = (node.Plans ?? []).flatMap((child) => {
    const isInner = /^(?:InitPlan|SubPlan)$/.test(child['Parent Relationship'] ?? '')
    return wholeReads(child, partial, !isInner && (type === 'Limit' || (isLimited && passesLimit)))
  })
  return [...own, ...below]
}

/** Tables read from end to end through a bitmap of a whole index, as a table with several indexes may be. */
function bitmapWalks(node: PlanNode): string[] {
  const below = node.Plans ?? []
  const isWalk = node['Node Type'] === 'Bitmap Heap Scan' && below.some((it) => it['Index Cond'] === undefined)
  const own = isWalk && node['Relation Name'] !== undefined ? [node['Relation Name']] : []
  return [...own, ...below.flatMap(bitmapWalks)]
}

/** Compares every row that a test reads with what its statement declares. */
export function checkRows(): { onRows: (statement: Statement, rows: readonly unknown[]) => void; problems: string[] } {
  const problems: string[] = []
  const onRows = (statement: Statement, rows: readonly unknown[]) => {
    const wrong = rows
      .map((row) => rowProblem(statement, row as Record<string, unknown>))
      .find((found) => found !== null)
    if (wrong === undefined || wrong === null) return
    problems.push(wrong)
    throw new Error(wrong)
  }
  return { onRows, problems }
}

function rowProblem(statement: Statement, row: Record<string, unknown>): string | null {
  for (const [name, type] of Object.entries(statement.columns)) {
    const value = row[name]
    if (!type.accepts(value))
      return `${statement.name}: column ${name} is declared ${type.sql}${type.nullable ? ' or null' : ''} and was ${JSON.stringify(value)}`
  }
  return null
}
