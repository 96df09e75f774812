import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'

/**
 * A backup is a directory: `manifest.json`, `tables/<name>.jsonl.gz` with a row as JSON on each line, `objects.jsonl.gz`
 * with a stored object on each line, and `objects/<key>` with their bytes. The manifest is written last: a directory
 * without one is a backup that was not finished.
 */
const manifestShape = v.object({
  format: v.literal(1),
  /** When the rows were read, as ISO 8601. */
  at: v.string(),
  /** The hashes of the migrations that made the database. */
  migrations: v.array(v.string()),
  /** Rows and SHA-256 of each table's file, in the order in which they are restored. */
  tables: v.array(v.object({ name: v.string(), rows: v.number(), sha256: v.string() })),
  objects: v.object({ count: v.number(), bytes: v.number(), sha256: v.string() }),
})
export type Manifest = v.InferOutput<typeof manifestShape>

/** A stored object of a backup; `sha256` is of its bytes. */
export type StoredObject = { key: string; type: string; size: number; sha256: string }

export const manifestFile = (folder: string) => join(folder, 'manifest.json')
export const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.jsonl.gz`)
export const objectsFile = (folder: string) => join(folder, 'objects.jsonl.gz')
export const objectFile = (folder: string, key: string) => join(folder, 'objects', key)

/** Throws a sentence where the directory holds no backup that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => null)
  if (text === null) throw new Error(`${folder} holds no finished backup: it has no manifest.json.`)
  const read = v.safeParse(manifestShape, JSON.parse(text))
  if (!read.success) throw new Error(`${folder} holds a backup of another format.`)
  return read.output
}

/** The lines of a file, whose bytes have to have this SHA-256. */
export async function* readLines(file: string, sha256: string): AsyncGenerator<string> {
  if ((await hashOf(file)) !== sha256) throw new Error(`${file} is damaged: its checksum is not that of the manifest.`)
  yield* createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** How far a backup or a restore is. */
export type Progress = (line: string) => void
