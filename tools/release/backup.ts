import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { checkLedger } from '../../api/features/wallet/ledger-check.ts'
import { backUp } from '../../api/platform/backup/back-up.ts'
import {
  hashOf,
  objectFile,
  objectsFile,
  readLines,
  readManifest,
  type StoredObject,
} from '../../api/platform/backup/format.ts'
import { restore, restoreRows } from '../../api/platform/backup/restore.ts'
import { type Database, openPglite } from '../../api/platform/db/db.ts'
import { migratePostgres } from '../../api/platform/db/migrate.ts'
import { readEnv } from '../../api/platform/env.ts'
import { openJobs } from '../../api/platform/jobs/jobs.ts'
import { openStorage } from '../../api/platform/media/storage.ts'
import { readEnvFile } from '../dev/env-file.ts'
import { withDatabase } from '../dev/with-database.ts'

/**
 * `npm run backup -- <directory>`, `npm run restore -- <directory>` and `npm run backup:verify -- <directory>`. With
 * `DATABASE_URL` a backup is made beside the running nodes; the embedded engine allows one process, so the API has to be
 * stopped first. Exit 1 and a sentence when something is not right.
 */
const commands: Record<string, (folder: string) => Promise<void>> = { backup, restore: restoreInto, verify }

async function main([command = '', directory]: string[]): Promise<void> {
  const run = commands[command]
  if (run === undefined || directory === undefined)
    throw new Error('Name a directory: npm run backup -- ./backups/monday')
  readEnvFile()
  const began = Date.now()
  await run(resolve(directory))
  console.log(`It took ${Math.round((Date.now() - began) / 1000)} s.`)
}

async function backup(folder: string): Promise<void> {
  const env = readEnv()
  await withDatabase(env, async (database) => {
    const client = await database.connect()
    const manifest = await backUp(client, openStorage(env), folder, console.log).finally(() => client.release())
    console.log(`The backup of ${manifest.at} is in ${folder}. SECRET is not in it: keep it elsewhere.`)
  })
}

async function restoreInto(folder: string): Promise<void> {
  const env = readEnv()
  if (env.DATABASE_URL !== undefined) await migratePostgres(env.DATABASE_URL, console.log)
  await withDatabase(env, async (database) => {
    await makeQueue(database)
    const client = await database.connect()
    const manifest = await restore(client, openStorage(env), folder, console.log).finally(() => client.release())
    await refuseBrokenLedger(database)
    console.log(`Everything is as it was at ${manifest.at}, and the ledger holds.`)
  })
}

/** Restores the rows into a database that is thrown away, checks the ledger, and opens a hundred media. */
async function verify(folder: string): Promise<void> {
  const manifest = await readManifest(folder)
  const scratch = await mkdtemp(join(tmpdir(), 'fanfare-verify-'))
  const database = await openPglite(join(scratch, 'postgres'))
  try {
    await makeQueue(database)
    const client = await database.connect()
    await restoreRows(client, folder, manifest, console.log).finally(() => client.release())
    await refuseBrokenLedger(database)
  } finally {
    await database.close()
    await rm(scratch, { recursive: true, force: true })
  }
  const opened = await openSome(folder, manifest.objects.sha256)
  console.log(
    `The backup of ${manifest.at} can be restored: every row is there, the ledger holds, and ${opened} of ${manifest.objects.count} media opened.`,
  )
}

async function refuseBrokenLedger({ db }: Database): Promise<void> {
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
async function makeQueue({ db }: Database): Promise<void> {
  await (await openJobs(db, { isWorker: false })).stop()
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
