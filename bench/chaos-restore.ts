import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openPglite, openPostgres } from '../api/platform/db/db.ts'
import { migratePostgres } from '../api/platform/db/migrate.ts'
import { readEnv } from '../api/platform/env.ts'
import { diskStorage } from '../api/platform/media/storage.ts'
import { runBackup } from './backup-command.ts'
import { makeDatabase } from './database.ts'
import { createMarket, type Query } from './market.ts'

/**
 * `npm run drill:restore [gigabytes] [postgres|embedded]`: makes a world of so many gigabytes, a fifth of them rows, on
 * each engine; backs it up, wipes it and restores it by the commands of docs/operations.md. Exit 1 when something is not
 * there again, or backup and restore take longer than a quarter of an hour together.
 */
const gigabytes = Number(process.argv[2] ?? 5)
const engines = process.argv[3] === undefined ? ['postgres', 'embedded'] : [process.argv[3]]
const limitMs = 15 * 60_000
// Of a row as JSON in a backup, and of a media file.
const [messageBytes, fileBytes] = [500, 4_000_000]

for (const engine of engines) {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-restore-'))
  const server = engine === 'postgres' ? await makeDatabase() : null
  const again = engine === 'postgres' ? await makeDatabase() : null
  try {
    await restoreWorld(engine, folder, server?.url, again?.url)
  } finally {
    await server?.drop()
    await again?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `wiped` is the empty server database into which is restored; the embedded engine gets an empty directory. */
async function restoreWorld(engine: string, folder: string, url: string | undefined, wiped: string | undefined) {
  const [lost, found, backup] = [join(folder, 'lost'), join(folder, 'found'), join(folder, 'backup')]
  const filled = await timed(() => fill(lost, url))
  console.log(`${engine}: made in ${seconds(filled)}`)
  const before = await countRows(lost, url)
  const backedUp = await timed(() => runBackup('backup', backup, lost, url))
  // SECRET is not part of a backup.
  cpSync(join(lost, 'secret'), join(folder, 'secret'))
  rmSync(lost, { recursive: true })
  const restored = await timed(() => runBackup('restore', backup, found, wiped))
  const after = await countRows(found, wiped)
  report(
    JSON.stringify(after) === JSON.stringify(before),
    `${engine}: ${JSON.stringify(after)} of ${JSON.stringify(before)}`,
  )
  report(
    backedUp + restored <= limitMs,
    `${engine}: backed up in ${seconds(backedUp)}, restored in ${seconds(restored)} (at most ${seconds(limitMs)} together)`,
  )
}

async function fill(dataDir: string, url: string | undefined): Promise<void> {
  const env = readEnv({ DATA_DIR: dataDir, ...(url !== undefined && { DATABASE_URL: url }) })
  if (url !== undefined) await migratePostgres(url)
  const database = await open(dataDir, url)
  const client = await database.connect()
  await client.query('set statement_timeout = 0')
  const query: Query = (text, values) => client.query(text, values)
  const files = Math.ceil((gigabytes * 0.8e9) / fileBytes)
  const market = await createMarket(query, env.SECRET, {
    fans: 20,
    creators: 20,
    posts: files,
    cents: 1_000_000,
    priceCents: 500,
  })
  const [fan, creator] = [market.fans[0]?.id, market.creators[0]]
  const session = await client.query(
    `insert into chat_sessions (id, user_a, user_b) values (gen_random_uuid(), least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid)) returning id`,
    [fan, creator],
  )
  const count = Math.ceil((gigabytes * 0.2e9) / messageBytes)
  for (let from = 1; from <= count; from += 100_000)
    await client.query(
      `insert into messages (id, session_id, seq, sender_id, receiver_id, content, type)
       select gen_random_uuid(), $1, n, $2, $3, repeat(md5(n::text), 6), 'text' from generate_series($4::int, $5::int) n`,
      [session.rows[0].id, fan, creator, from, Math.min(from + 99_999, count)],
    )
  client.release()
  await database.close()
  const storage = diskStorage(join(dataDir, 'media'))
  const bytes = randomBytes(fileBytes)
  for (const id of market.media) await storage.put(`${id}/full`, bytes, 'application/octet-stream')
  console.log(`${url === undefined ? 'embedded' : 'postgres'}: ${count} messages and ${files} files`)
}

async function countRows(dataDir: string, url: string | undefined): Promise<unknown> {
  const database = await open(dataDir, url)
  const client = await database.connect()
  await client.query('set statement_timeout = 0')
  const { rows } = await client.query(
    `select (select count(*) from messages)::int as messages, (select count(*) from ledger_postings)::int as postings, (select count(*) from media)::int as media`,
  )
  client.release()
  await database.close()
  let files = 0
  for await (const _ of diskStorage(join(dataDir, 'media')).list()) files++
  return { ...rows[0], files }
}

function open(dataDir: string, url: string | undefined): Promise<Database> {
  return url === undefined ? openPglite(join(dataDir, 'postgres')) : openPostgres(url, 2)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = Date.now()
  await work()
  return Date.now() - began
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

function report(isRight: boolean, what: string): void {
  if (!isRight) process.exitCode = 1
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${what}`)
}
