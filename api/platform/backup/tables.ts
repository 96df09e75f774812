import type pg from 'pg'

/**
 * A table of a backup, with the columns that are written into it. One whose rows refer to others of it has a `key`, its
 * primary key, in whose order each row comes after those it refers to.
 */
export type Table = { name: string; columns: string[]; key: string[] }

/**
 * The tables of a database, each after those it refers to. Of the jobs only what waits is one of them; the tables of the
 * migrations and of the queue's own version are made by migrating.
 */
export async function listTables(client: Pick<pg.ClientBase, 'query'>): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(`
    select c.oid::regclass::text as name,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select array_agg(quote_ident(a.attname) order by k.position) from pg_index i
        cross join lateral unnest(i.indkey) with ordinality k(attnum, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary
          and exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid)),
        '{}') as key,
      coalesce((select array_agg(distinct f.confrelid::regclass::text) from pg_constraint f
        where f.contype = 'f'
          and (f.conrelid = c.oid or f.conrelid in (select inhrelid from pg_inherits where inhparent = c.oid))
          and f.confrelid <> c.oid), '{}') as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' or c.oid in (to_regclass('jobs.queue'), to_regclass('jobs.job'), to_regclass('jobs.schedule')))
    order by c.oid::regclass::text`)
  const sorted: Table[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()]}`)
    for (const { needs: _, ...table } of free) {
      sorted.push(table)
      waiting.delete(table.name)
    }
  }
  return sorted
}
