import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migratePostgres, ourMigrations } from '../../api/platform/db/migrate.ts'
import { findPostgres } from '../../tests/support/postgres.ts'
import { ask, type BenchDatabase } from '../database.ts'
import { postgresProgram } from '../postgres-programs.ts'
import { findProblems } from './sound.ts'

export type Size = 'S' | 'M' | 'X' | 'L'
const file = fileURLToPath(new URL('./world.sql', import.meta.url))

/**
 * The world of a size on the PostgreSQL server that the tests use: made at first, kept after it and brought to the newest
 * schema by the migrations. `drop` leaves it.
 */
export async function openWorld(size: Size): Promise<BenchDatabase> {
  const found = await findPostgres()
  if ('missing' in found) throw new Error(`The bench needs a PostgreSQL: ${found.missing}`)
  const version = createHash('sha256').update(readFileSync(file)).update(variables(size).join()).digest('hex')
  const name = `fanfare_scale_${size.toLowerCase()}_${version.slice(0, 8)}`
  const url = found.url.replace(/\/[^/]*$/, `/${name}`)
  const [known] = await ask(found.url, `select from pg_database where datname = '${name}'`)
  if (known === undefined) {
    // Only a whole world gets the name by which it is found again.
    const draft = `${name}_draft`
    await ask(found.url, `drop database if exists ${draft} with (force)`)
    await ask(found.url, `create database ${draft}`)
    const draftUrl = found.url.replace(/\/[^/]*$/, `/${draft}`)
    await migratePostgres(draftUrl)
    await runScript(draftUrl, size)
    await fillSums(draftUrl)
    await ask(draftUrl, 'vacuum analyze')
    const problems = await findProblems(draftUrl)
    if (problems.length > 0) throw new Error(`The world is not sound:\n${problems.join('\n')}`)
    await ask(found.url, `alter database ${draft} rename to ${name}`)
  }
  await migratePostgres(url, console.log)
  return { url, drop: found.stop }
}

/** Writes the world and prints each of its parts when it begins. */
async function runScript(url: string, size: Size): Promise<void> {
  const began = Date.now()
  const child = spawn(
    postgresProgram('psql'),
    [url, '-q', ...variables(size).flatMap((it) => ['-v', it]), '-f', file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  child.stdout.on('data', (lines: Buffer) => {
    for (const line of lines.toString().trim().split('\n'))
      console.log(`  ${size}: ${line} (after ${Math.round((Date.now() - began) / 1000)} s)`)
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`world.sql ended with ${code}`)
}

/**
 * Sums that triggers keep are written by the migrations that filled them from the rows of before, because no trigger
 * fires while a world is written.
 */
async function fillSums(url: string): Promise<void> {
  for (const statement of ourMigrations().flatMap((it) => it.sql))
    if (statement.includes('DO $$') && statement.includes('INSERT INTO')) await ask(url, statement)
}

/** The variables of `world.sql`: users, creators, posts, what the star, the whale and the agency have, and the rest. X is M with the star of L. */
const columns = 'U C P SP SV TOPL TOPC SL SCM WBM SS WS SB SC WC DEEP SESS SSALE WB OP OR OT NN VD AO AC AA'
const sizes: Record<Size, string> = {
  S: '1000 60 2000 100 200 200 100 20 5 100 500 20 5 300 20 500 1000 1500 50 1000 1000 1000 30000 30 10 5 1000',
  M: '40000 1500 150000 2000 5000 5000 2000 50 10 2000 20000 500 100 10000 1000 5000 40000 60000 5000 30000 30000 30000 600000 60 200 50 10000',
  X: '150000 1500 150000 5000 20000 50000 20000 100 20 5000 100000 500 500 50000 2000 20000 100000 300000 20000 30000 30000 30000 600000 60 200 50 10000',
  L: '500000 20000 2000000 5000 20000 50000 20000 100 20 5000 100000 500 500 50000 2000 20000 375000 300000 20000 300000 300000 300000 8000000 60 200 50 100000',
}
function variables(size: Size): string[] {
  const values = sizes[size].split(' ')
  return [`size=${size}`, ...columns.split(' ').map((name, at) => `${name}=${values[at]}`)]
}
