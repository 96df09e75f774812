import { createReadStream } from 'node:fs'
import type pg from 'pg'
import { ourMigrations } from '../db/migrate.ts'
import type { Storage } from '../media/storage.ts'
import { fourAtOnce } from './at-once.ts'
import {
  hashOf,
  type Manifest,
  objectFile,
  objectsFile,
  type Progress,
  readLines,
  readManifest,
  type StoredObject,
  tableFile,
} from './format.ts'
import { listTables, type Table } from './tables.ts'

/**
 * Restores a backup into a migrated and empty database and an empty store: all rows in one transaction, which commits
 * when every object is there. A restore that was broken off is begun again. Throws a sentence where the place is not
 * empty, the backup is damaged, or another version made it.
 */
export async function restore(
  client: pg.ClientBase,
  storage: Storage,
  folder: string,
  progress: Progress,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (
    manifest.migrations.join() !==
    ourMigrations()
      .map(({ hash }) => hash)
      .join()
  )
    throw new Error('Another version made this backup: restore it with that version, and migrate then.')
  await refuseFilledStore(storage, folder, manifest)
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await restoreRows(client, folder, manifest, progress)
    await restoreObjects(storage, folder, manifest, progress)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return manifest
}

/** Inserts every row, in the caller's transaction. Throws where the database has users already. */
export async function restoreRows(client: pg.ClientBase, folder: string, manifest: Manifest, progress: Progress) {
  const { rows: someone } = await client.query('select from users limit 1')
  if (someone.length > 0) throw new Error('The database is not empty: a backup is only restored into an empty one.')
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  // What opening the queue has written is in the backup as well.
  for (const name of [...tables.keys()].filter((it) => it.startsWith('jobs.')).reverse())
    await client.query(`delete from ${name}`)
  const indexes = await dropIndexes(client)
  const enableTriggers = await disableTriggers(client)
  for (const { name, rows, sha256 } of manifest.tables) {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`The backup has a table ${name}, which this database lacks.`)
    const inserted = await insertRows(client, table, readLines(tableFile(folder, name), sha256), progress)
    if (inserted !== rows) throw new Error(`${name} has ${rows} rows, and ${inserted} were restored.`)
  }
  await enableTriggers()
  for (const { definition } of indexes) await client.query(definition)
  await client.query(advanceSequences)
  progress(`${manifest.tables.reduce((sum, it) => sum + it.rows, 0)} rows of ${manifest.tables.length} tables`)
}

/**
 * Drops the indexes that no constraint needs and answers how to make them again: sorting all rows once is faster than
 * finding the place of each, and by far once they are larger than the memory.
 */
async function dropIndexes(client: pg.ClientBase): Promise<{ definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'i' and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

/** What a trigger has written is in the backup too: it must not write it again. Answers how to enable them. */
async function disableTriggers(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string }>(
    'select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal',
  )
  const alter = async (how: 'disable' | 'enable') => {
    for (const { name } of rows) await client.query(`alter table ${name} ${how} trigger user`)
  }
  await alter('disable')
  return () => alter('enable')
}

async function insertRows(client: pg.ClientBase, table: Table, lines: AsyncIterable<string>, progress: Progress) {
  const columns = table.columns.join(', ')
  const insert = `insert into ${table.name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${table.name}, $1::jsonb)`
  let inserted = 0
  let batch: string[] = []
  const flush = async () => {
    if (batch.length === 0) return
    inserted += (await client.query(insert, [`[${batch.join(',')}]`])).rowCount ?? 0
    if (inserted % 100_000 === 0) progress(`${table.name}: ${inserted} rows`)
    batch = []
  }
  for await (const line of lines) {
    batch.push(line)
    if (batch.length === 1_000) await flush()
  }
  await flush()
  return inserted
}

async function restoreObjects(storage: Storage, folder: string, manifest: Manifest, progress: Progress) {
  let restored = 0
  await fourAtOnce(readLines(objectsFile(folder), manifest.objects.sha256), async (line) => {
    const { key, type, sha256 } = JSON.parse(line) as StoredObject
    const file = objectFile(folder, key)
    if ((await hashOf(file)) !== sha256) throw new Error(`The media file ${key} is damaged or missing.`)
    await storage.put(key, createReadStream(file), type)
    if (++restored % 1_000 === 0) progress(`${restored} of ${manifest.objects.count} media files`)
  })
  if (restored !== manifest.objects.count)
    throw new Error(`${manifest.objects.count - restored} media files are missing.`)
  progress(`${restored} media files`)
}

/** Objects of a restore that was broken off may be there. */
async function refuseFilledStore(storage: Storage, folder: string, manifest: Manifest) {
  const expected = new Set<string>()
  for await (const line of readLines(objectsFile(folder), manifest.objects.sha256))
    expected.add((JSON.parse(line) as StoredObject).key)
  for await (const key of storage.list())
    if (!expected.has(key))
      throw new Error('The media store is not empty: a backup is only restored into an empty one.')
}

const advanceSequences = `
  do $$ declare it record; begin
    for it in
      select c.oid::regclass as name, a.attname, s.oid::regclass as sequence
      from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_class c on c.oid = d.refobjid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and d.deptype in ('a', 'i')
    loop
      execute format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %s', it.sequence, it.attname, it.attname, it.name);
    end loop;
  end $$`
