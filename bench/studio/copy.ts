import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ask, type BenchDatabase } from '../database.ts'
import { openWorld, type Size } from '../scale/world.ts'

const additions = fileURLToPath(new URL('./life.sql', import.meta.url))

/**
 * A copy of the world of a size with what a studio has besides (`life.sql`). A run writes into it; it is dropped after the
 * run, unless it `stays` for the next.
 */
export async function openCopy(size: Size, stays: boolean): Promise<BenchDatabase> {
  const world = await openWorld(size)
  const name = `fanfare_studio_${size.toLowerCase()}`
  const [url, server] = [name, 'postgres'].map((database) => world.url.replace(/[^/]*$/, database)) as [string, string]
  const isThere = (await ask(server, `select from pg_database where datname = '${name}'`)).length > 0
  if (!isThere) {
    // The copy gets its name when it is whole. Files are copied as they are: a log of all their pages takes longer.
    const draft = `${name}_draft`
    await ask(server, `drop database if exists ${draft} with (force)`)
    await ask(server, `create database ${draft} template ${world.url.replace(/^.*\//, '')} strategy file_copy`)
    await ask(world.url.replace(/[^/]*$/, draft), readFileSync(additions, 'utf8'))
    await ask(server, `alter database ${draft} rename to ${name}`)
  }
  const drop = async () => {
    if (!stays) await ask(server, `drop database if exists ${name} with (force)`)
    await world.drop()
  }
  return { url, drop }
}
