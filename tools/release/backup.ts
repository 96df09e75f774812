import { resolve } from 'node:path'
import { makeQueue, refuseBrokenLedger, verifyBackup } from '../../api/features/backups/verify.ts'
import { backUp } from '../../api/platform/backup/back-up.ts'
import { restore } from '../../api/platform/backup/restore.ts'
import { migratePostgres } from '../../api/platform/db/migrate.ts'
import { readEnv } from '../../api/platform/env.ts'
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
    const manifest = await backUp(database.connect, openStorage(env), folder, console.log)
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

async function verify(folder: string): Promise<void> {
  const { at, objects, opened } = await verifyBackup(folder, console.log)
  console.log(
    `The backup of ${at} can be restored: every row is there, the ledger holds, and ${opened} of ${objects} media opened.`,
  )
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
