import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { spanOfBeginning } from './begins-with.ts'
import { areFewUsers, findUsers, searchUsers } from './statements.ts'

/** The search of staff: by indexes where few users are found, by a walk through the newest where many are. */
const api = testApi()
beforeAll(async () => {
  await api.makeUser({ username: 'zora', displayName: 'Quinn Marsh' })
  await api.makeUser({ username: 'quinn', displayName: 'Zelda' })
  await api.makeUser({ username: 'yves', displayName: 'Yves' })
})

it.each(['zo', 'quinn', 'QUINN ma', 'z', 'unknown', '100%', ''])('finds the same for %j either way', async (words) => {
  const search = { ...spanOfBeginning(words), after: null, limit: 50 }
  const found = await api.db.run(findUsers, search)
  expect(found).toEqual(await api.db.run(searchUsers, search))
  const [third] = found.slice(2)
  if (third === undefined) return
  const later = { ...search, after: third.id }
  expect(await api.db.run(findUsers, later)).toEqual(found.slice(3))
  expect(await api.db.run(searchUsers, later)).toEqual(found.slice(3))
})

it('finds by username, address and name', async () => {
  const search = { ...spanOfBeginning('quinn'), after: null, limit: 50 }
  expect((await api.db.run(findUsers, search)).map((row) => row.username)).toEqual(['quinn', 'zora'])
})

it('knows when too many are found', async () => {
  const areFew = async (words: string) => (await api.db.run(areFewUsers, spanOfBeginning(words)))[0]?.are_few
  const make = (from: number, to: number) =>
    api.db.execute(sql`insert into users (id, email, referral_code)
      select gen_random_uuid(), 'group' || n || '@example.test', 'group' || n from generate_series(${from}::int, ${to}::int) n`)
  await make(2, 5_000)
  expect(await areFew('group')).toBe(true)
  await make(1, 1)
  expect([await areFew('group'), await areFew('group1')]).toEqual([false, true])
})
