import type { Database, OnRows } from '../../api/platform/db/db.ts'
import { bystanderMark } from './bystander-marks.ts'

/**
 * Databases of this worker that no test uses now. Opening one costs more than most tests, emptying one a tenth of it:
 * without them the API's tests take a third longer.
 */
const free: Reusable[] = []

type Reusable = Opened & { schema: string; rows: readonly Rows[]; listener: { onRows: OnRows } }
type Opened = { database: Database; url: string | null }
type Rows = { table: string; rows: string }

/** A migrated database with bystanders alone; `drop` leaves it to the next test of this worker. */
export async function takeDatabase(open: (onRows: OnRows) => Promise<Opened>, onRows: OnRows, empty: boolean) {
  const taken = free.pop() ?? (await openReusable(open))
  taken.listener.onRows = onRows
  const drop = async () => {
    taken.listener.onRows = () => undefined
    if (await isEmptied(taken)) free.push(taken)
    else await taken.database.close()
  }
  const theirs = taken.rows.filter((it) => it.rows.includes(bystanderMark))
  if (empty)
    await query(
      taken.database,
      `set session_replication_role = replica;
       truncate ${theirs.map((it) => it.table).join(', ')} cascade;
       set session_replication_role = origin`,
    )
  const changed = empty ? () => Promise.resolve([]) : () => changedTables(taken.database, theirs)
  return { database: taken.database, url: taken.url, changed, drop }
}

/** The tables in which rows of bystanders are no longer as they were. */
async function changedTables(database: Database, theirs: readonly Rows[]): Promise<string[]> {
  const changed = await query<{ name: string }>(
    database,
    theirs
      .map(
        ({ table, rows }) => `select '${table}' as name where exists (
           select it from (select to_jsonb(it) as it from json_populate_recordset(null::${table}, $rows$${rows}$rows$) it) it
           where it::text like '%${bystanderMark}%'
           except select to_jsonb(it) from ${table} it)`,
      )
      .join(' union all '),
  )
  return changed.map((it) => it.name)
}

async function openReusable(open: (onRows: OnRows) => Promise<Opened>): Promise<Reusable> {
  const listener: Reusable['listener'] = { onRows: () => undefined }
  const { database, url } = await open((...answer) => listener.onRows(...answer))
  const rows = await Promise.all(
    (await filledTables(database)).map(async (table) => ({ table, rows: await rowsOf(database, table) })),
  )
  return { database, url, schema: await schemaOf(database), rows, listener }
}

/** Whether the database is again as it began; one whose schema a test has changed is given up. */
async function isEmptied({ database, schema, rows }: Reusable): Promise<boolean> {
  if ((await schemaOf(database)) !== schema) return false
  const filled = await filledTables(database)
  await query(
    database,
    `set session_replication_role = replica;
     ${filled.length > 0 ? `truncate ${filled.join(', ')} restart identity cascade;` : ''}
     ${rows.map((it) => `insert into ${it.table} select * from json_populate_recordset(null::${it.table}, $rows$${it.rows}$rows$);`).join('\n')}
     set session_replication_role = origin`,
  )
  return true
}

const schemas = `'public', 'jobs'`

/** Everything a test may have altered: columns, triggers, constraints, indexes, functions and the record of migrations. */
async function schemaOf(database: Database): Promise<string> {
  const ours = `select oid from pg_namespace where nspname in (${schemas})`
  const [row] = await query<{ hash: string }>(
    database,
    `select md5(string_agg(fact, e'\\n' order by fact)) as hash from (
       select concat(c.relname, a.attname, a.atttypid, a.attnotnull) from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace in (${ours}) and a.attnum > 0
       union all select concat(relname, relkind) from pg_class where relnamespace in (${ours})
       union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
       union all select concat(conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace in (${ours})
       union all select concat(proname, prosrc) from pg_proc where pronamespace in (${ours})
       union all select concat(hash, created_at) from drizzle.__drizzle_migrations
     ) as it(fact)`,
  )
  return row?.hash ?? ''
}

async function filledTables(database: Database): Promise<string[]> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in (${schemas})`,
  )
  const rows = await query<{ name: string }>(
    database,
    tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
  )
  return rows.map((it) => it.name)
}

async function rowsOf(database: Database, table: string): Promise<string> {
  const [row] = await query<{ rows: string }>(database, `select json_agg(it)::text as rows from ${table} it`)
  return row?.rows ?? '[]'
}

async function query<T>({ db }: Database, sql: string): Promise<T[]> {
  const { rows } = await db.execute(sql)
  return rows as T[]
}
