import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { migrateDatabase } from './migrate.ts'

const api = testApi()

it('leaves a migrated database as it is', async () => {
  const before = await journal()
  await migrateDatabase(api.db)
  expect(await journal()).toEqual(before)
})

it('leaves a database as it is that has our migrations and newer ones', async () => {
  await api.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${Date.now()})`)
  const before = await journal()
  await migrateDatabase(api.db)
  expect(await journal()).toEqual(before)
  await api.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
})

it('rejects a database of other migrations, in a sentence that says what to do, and changes nothing', async () => {
  await api.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('another', 0)`)
  const before = await journal()
  await expect(migrateDatabase(api.db)).rejects.toThrow(/use an empty one .* or run the version that made it/)
  expect(await journal()).toEqual(before)
  await api.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'another'`)
})

async function journal() {
  const { rows } = await api.db.execute(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows
}
