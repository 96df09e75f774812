import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Connection } from '../db/db.ts'
import { ourMigrations } from '../db/migrate.ts'
import { isCopy } from '../marks/copies.ts'
import type { Storage } from '../media/storage.ts'
import { fourAtOnce } from './at-once.ts'
import {
  hashOf,
  type Manifest,
  manifestFile,
  objectFile,
  objectsFile,
  type Progress,
  type StoredObject,
  tableFile,
} from './format.ts'
import { listTables, type Table } from './tables.ts'

/**
 * Writes database and media of one moment into an empty directory, while the nodes serve. Objects never change, so those
 * that exist are copied first; then all rows are read in one snapshot; then the objects that came meanwhile are copied.
 * What was removed in between is in the backup as well, because the rows may still name it. `connect` is called for the
 * rows alone: on the embedded engine the requests wait for that connection meanwhile.
 */
export async function backUp(
  connect: () => Promise<Connection>,
  storage: Storage,
  folder: string,
  progress: Progress,
  signal: AbortSignal = new AbortController().signal,
): Promise<Manifest> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 1 || (await readdir(join(folder, 'tables'))).length > 0)
    throw new Error(`${folder} is not empty.`)
  const objects = new Map<string, StoredObject>()
  await copyObjects(storage, folder, objects, progress, signal)
  const client = await connect()
  const { at, tables } = await copyRows(client, folder, progress, signal).finally(() => client.release())
  await copyObjects(storage, folder, objects, progress, signal)
  await writeLines(
    objectsFile(folder),
    [...objects.values()].map((it) => JSON.stringify(it)),
  )
  const manifest: Manifest = {
    format: 1,
    at,
    migrations: ourMigrations().map(({ hash }) => hash),
    tables,
    objects: {
      count: objects.size,
      bytes: [...objects.values()].reduce((sum, { size }) => sum + size, 0),
      sha256: await hashOf(objectsFile(folder)),
    },
  }
  await writeFile(manifestFile(folder), JSON.stringify(manifest, null, 2), { mode: 0o600 })
  return manifest
}

async function copyRows(client: pg.ClientBase, folder: string, progress: Progress, signal: AbortSignal) {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) {
      signal.throwIfAborted()
      const file = tableFile(folder, table.name)
      let count = 0
      await writeLines(
        file,
        rowsOf(client, table, () => {
          if (++count % 1_000 === 0) signal.throwIfAborted()
          if (count % 100_000 === 0) progress(`${table.name}: ${count} rows`)
        }),
      )
      tables.push({ name: table.name, rows: count, sha256: await hashOf(file) })
    }
    progress(`${tables.reduce((sum, it) => sum + it.rows, 0)} rows of ${tables.length} tables`)
    return { at: rows[0]?.at.toISOString() ?? '', tables }
  } finally {
    await client.query('commit')
  }
}

async function* rowsOf(
  client: pg.ClientBase,
  { name, columns, key }: Table,
  onRow: () => void,
): AsyncGenerator<string> {
  // Other tables are read as they lie: by key, a large one is read in random order, each page many times.
  const order = key.length > 0 ? `order by ${key.join(', ')}` : ''
  await client.query(
    `declare backup no scroll cursor for select row_to_json(t)::text as row from (select ${columns.join(', ')} from ${name} ${order}) t`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>('fetch 1000 from backup')
    for (const { row } of rows) {
      onRow()
      yield row
    }
    if (rows.length === 0) break
  }
  await client.query('close backup')
}

async function copyObjects(
  storage: Storage,
  folder: string,
  known: Map<string, StoredObject>,
  progress: Progress,
  signal: AbortSignal,
) {
  let copied = 0
  await fourAtOnce(storage.list(), async (key) => {
    signal.throwIfAborted()
    // A marked copy is made again from the clean picture.
    if (known.has(key) || isCopy(key)) return
    const object = await copyObject(storage, folder, key)
    if (object === null) return
    known.set(key, object)
    if (++copied % 1_000 === 0) progress(`${known.size} media files`)
  })
  progress(`${known.size} media files`)
}

/** Null for an object that was removed after it was listed. */
async function copyObject(storage: Storage, folder: string, key: string): Promise<StoredObject | null> {
  const found = await storage.read(key)
  if (found === null) return null
  const file = objectFile(folder, key)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  try {
    await pipeline(
      Readable.fromWeb(found.stream as never),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    )
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  const { size } = await stat(file)
  if (size !== found.size) throw new Error(`${key} has ${found.size} bytes, and ${size} were read.`)
  return { key, type: found.contentType, size, sha256: hash.digest('hex') }
}

async function writeLines(file: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  async function* withBreaks() {
    for await (const line of lines) yield `${line}\n`
  }
  await pipeline(Readable.from(withBreaks()), createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600 }))
}
