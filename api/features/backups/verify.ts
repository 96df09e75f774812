import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
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
} from '../../platform/backup/format.ts'
import { restoreRows } from '../../platform/backup/restore.ts'
import { type Database, openPglite } from '../../platform/db/db.ts'
import { openJobs } from '../../platform/jobs/jobs.ts'
import { checkLedger } from '../wallet/ledger-check.ts'

/** What was found whole: all rows, and as many media as were opened. */
export type Verified = { at: string; rows: number; objects: number; opened: number }

/** The start of the name of a scratch directory. */
export const scratchPrefix = 'fanfare-verify-'

/**
 * Restores the rows of a backup into an embedded database of its own that is thrown away, checks the ledger, and opens a
 * hundred media. Throws a sentence where the backup could not be restored.
 */
export async function verifyBackup(folder: string, progress: Progress): Promise<Verified> {
  const manifest = await readManifest(folder)
  await checkFiles(folder, manifest)
  const scratch = await mkdtemp(join(tmpdir(), scratchPrefix))
  const database = await openPglite(join(scratch, 'postgres'))
  try {
    await makeQueue(database)
    const client = await database.connect()
    await restoreRows(client, folder, manifest, progress).finally(() => client.release())
    await refuseBrokenLedger(database)
  } finally {
    await database.close()
    await rm(scratch, { recursive: true, force: true })
  }
  const opened = await openSome(folder, manifest.objects.sha256)
  const rows = manifest.tables.reduce((sum, it) => sum + it.rows, 0)
  return { at: manifest.at, rows, objects: manifest.objects.count, opened }
}

/** Before anything is restored, as it takes a fraction of the time. */
async function checkFiles(folder: string, { tables, objects }: Manifest): Promise<void> {
  const files = tables.map(({ name, sha256 }) => ({ file: tableFile(folder, name), sha256 }))
  for (const { file, sha256 } of [...files, { file: objectsFile(folder), sha256: objects.sha256 }])
    if ((await hashOf(file)) !== sha256)
      throw new Error(`${file} is damaged: its checksum is not that of the manifest.`)
}

export async function refuseBrokenLedger({ db }: Database): Promise<void> {
  const violations = await checkLedger(db)
  if (violations.length > 0) throw new Error(`The ledger does not hold:\n${violations.join('\n')}`)
}

async function openSome(folder: string, sha256: string): Promise<number> {
  const chosen: StoredObject[] = []
  let seen = 0
  for await (const line of readLines(objectsFile(folder), sha256)) {
    // A hundred of however many, each with the same chance.
    const place = seen++ < 100 ? chosen.length : Math.floor(Math.random() * seen)
    if (place < 100) chosen[place] = JSON.parse(line)
  }
  for (const { key, type, sha256: expected } of chosen) {
    const file = objectFile(folder, key)
    if ((await hashOf(file)) !== expected) throw new Error(`The media file ${key} is damaged or missing.`)
    if (type.startsWith('image/')) await sharp(file).stats()
  }
  return chosen.length
}

/** The tables of the queue are its own, and made when it is opened. */
export async function makeQueue({ db }: Database): Promise<void> {
  await (await openJobs(db, { isWorker: false })).stop()
}
