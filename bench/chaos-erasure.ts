import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeApp, identityHooks } from '../api/app.ts'
import { purgeDeleted } from '../api/features/account/erasure.ts'
import { personalData } from '../api/features/account/personal-data.ts'
import { readAcquaintances } from '../api/features/chat/live.ts'
import { sweepUploads } from '../api/features/uploads/jobs.ts'
import { openUploads } from '../api/features/uploads/server.ts'
import { createAuth } from '../api/identity/auth.ts'
import { queues } from '../api/jobs.ts'
import { type Database, openPglite, openPostgres } from '../api/platform/db/db.ts'
import { migratePostgres } from '../api/platform/db/migrate.ts'
import { readEnv } from '../api/platform/env.ts'
import { Readiness } from '../api/platform/http/readiness.ts'
import { openJobs } from '../api/platform/jobs/jobs.ts'
import { openLive } from '../api/platform/live/hub.ts'
import { openServices } from '../api/platform/open-services.ts'
import { deletionGraceDays } from '../contract/limits.ts'
import { runBackup } from './backup-command.ts'
import { makeDatabase } from './database.ts'
import type { Query } from './market.ts'
import { createPerson, type PersonSize } from './person.ts'

/**
 * `npm run drill:erasure [share]`: a person with 100,000 messages, 5,000 posts and 20,000 purchases (or that share of
 * them) takes their export, closes the account and is erased, on each engine. Exit 1 when a text of theirs is left in a
 * column that `personal-data.ts` does not keep or in a file, now or in a restored backup.
 */
const share = Number(process.argv[2] ?? 1)
const size: PersonSize = { messages: 100_000 * share, posts: 5_000 * share, purchases: 20_000 * share, files: 200 }
const marker = 'm4rkedperson'
const dayMs = 86_400_000

for (const engine of ['postgres', 'embedded'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-erasure-'))
  const server = engine === 'postgres' ? await makeDatabase() : null
  const empty = engine === 'postgres' ? await makeDatabase() : null
  const [live, backup, restored] = [join(folder, 'live'), join(folder, 'backup'), join(folder, 'restored')]
  try {
    await eraseOn(engine, live, server?.url)
    await runBackup('backup', backup, live, server?.url)
    await runBackup('restore', backup, restored, empty?.url)
    const database = await open(restored, empty?.url)
    await searchAll(`${engine}, restored backup`, database, restored)
    await database.close()
    report(filesWith(backup).length === 0, `${engine}: ${filesWith(backup).length} files of the backup with the marker`)
  } finally {
    await server?.drop()
    await empty?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function eraseOn(engine: string, dataDir: string, url: string | undefined): Promise<void> {
  const env = readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', ...(url !== undefined && { DATABASE_URL: url }) })
  if (url !== undefined) await migratePostgres(url)
  const database = await open(dataDir, url)
  const live = await openLive({ db: database.db, env, readAcquaintances })
  const jobs = await openJobs(database.db, { isWorker: false })
  for (const queue of queues) await jobs.declare(queue)
  let later = 0
  const ctx = openServices({ env, db: database.db, live, jobs, now: () => Date.now() + later })
  const uploads = openUploads(ctx)
  const readiness = new Readiness({ database: database.isWritable })
  const app = composeApp(ctx, { auth: createAuth(ctx, identityHooks(ctx)), uploads, readiness })
  try {
    const query = await connected(database)
    const { person, market } = await createPerson(
      { query: query.run, secret: env.SECRET, storage: ctx.storage },
      marker,
      size,
    )
    query.release()
    const call = (path: string, method: string, body = '') => {
      // Node sets the length of a body on a connection; a request in memory has none.
      const length = String(Buffer.byteLength(body))
      const headers = { cookie: person.cookie, 'content-type': 'application/json', 'content-length': length }
      const own = { ...headers, 'idempotency-key': randomUUID() }
      return app.request(`http://localhost${path}`, { method, headers: own, ...(body !== '' && { body }) })
    }
    const buying = market.media.values()
    const buy = async () => {
      for (const id of buying) {
        const answer = await call(`/api/media/${id}/unlock`, 'POST', JSON.stringify({ expected_price: market.price }))
        if (!answer.ok) throw new Error(`A purchase: ${answer.status} ${await answer.text()}`)
      }
    }
    const bought = await timed(() => Promise.all([buy(), buy(), buy(), buy()]))
    console.log(`       ${engine}: a person with ${JSON.stringify(size)}, purchases made in ${bought} s`)
    // So many purchases take longer than a sign-in stays recent.
    const again = await connected(database)
    await again.run('update sessions set confirmed_at = now() where user_id = $1', [person.id])
    again.release()
    const taken = await timed(async () => {
      const answer = await call('/api/account/export', 'GET')
      let bytes = 0
      for await (const chunk of answer.body ?? []) bytes += chunk.length
      report(answer.ok && bytes > 0, `${engine}: an export of ${Math.round(bytes / 1000)} kB, status ${answer.status}`)
    })
    const closing = await call('/api/account/deletion', 'POST', JSON.stringify({ username: marker }))
    report(closing.ok, `${engine}: the account is closed, status ${closing.status}`)
    later = (deletionGraceDays + 0.1) * dayMs
    let erased = 0
    const took = await timed(async () => {
      erased = await purgeDeleted(ctx)
    })
    // Bytes of media are deleted an hour after their rows.
    later += dayMs
    await sweepUploads(ctx)
    report(erased === 1, `${engine}: exported in ${taken} s, ${erased} person erased in ${took} s`)
    await searchAll(engine, database, dataDir)
  } finally {
    await jobs.stop()
    await live.close()
    await ctx.close()
    await database.close()
  }
}

/** The marker may be only where `personal-data.ts` says that a column is kept. */
async function searchAll(where: string, database: Database, dataDir: string): Promise<void> {
  const query = await connected(database)
  const { rows: columns } = await query.run<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying') and udt_name <> '_uuid'`,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await query.run(`select 1 from ${table} where ${column}::text ilike '%${marker}%' limit 1`)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  query.release()
  const wrong = found.filter((name) => !isRetained(name))
  report(
    columns.length > 100 && wrong.length === 0,
    `${where}: the marker is in ${found.join(', ') || 'no column'} of ${columns.length}${wrong.length > 0 ? `, not to be in ${wrong.join(', ')}` : ''}`,
  )
  report(filesWith(dataDir).length === 0, `${where}: ${filesWith(dataDir).length} files with the marker`)
}

function isRetained(name: string): boolean {
  const [table, column = ''] = name.split('.')
  const keep = personalData.find((it) => it.table === table)?.keep
  return keep !== undefined && (keep.columns === '*' || keep.columns.split(' ').includes(column))
}

/** Files with the marker, but for those of the embedded engine, which frees the room of deleted rows later. */
function filesWith(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && !it.parentPath.startsWith(join(folder, 'postgres')))
    .map((it) => join(it.parentPath, it.name))
    .filter((file) => readFileSync(file).includes(marker))
}

function open(dataDir: string, url: string | undefined): Promise<Database> {
  return url === undefined ? openPglite(join(dataDir, 'postgres')) : openPostgres(url, 4)
}

async function connected(database: Database) {
  const client = await database.connect()
  await client.query('set statement_timeout = 0')
  const run = async <T>(text: string, values?: unknown[]) => {
    const { rows } = await client.query(text, values)
    return { rows: rows as T[] }
  }
  return { run: run satisfies Query, release: () => client.release() }
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const began = Date.now()
  await work()
  return ((Date.now() - began) / 1000).toFixed(1)
}

function report(isRight: boolean, what: string): void {
  if (!isRight) process.exitCode = 1
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${what}`)
}
