import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { search } from '../../../contract/search.ts'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'

/** Posts are looked through in windows, the 2,000 newest first, then 20,000, then all: no page may show where one ends. */
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ empty: true })
  const { id } = await api.makeUser({ username: 'diarist', isCreator: true })
  // One post a second before noon; `walrus` stands in 3 of the 2,000 newest, in 4 of the next and in 30 beyond them.
  await api.db.execute(sql`
    insert into posts (id, author_id, text, visibility, comments_for, published_at, created_at)
    select gen_random_uuid(), ${id}::uuid,
      case when n in (5, 6, 1999, 2100, 2101, 10000, 19999) or n > 20500 then 'walrus ' || n else 'nothing' end,
      'public', 'everyone', at, at
    from generate_series(1, 20530) n
      cross join lateral (select timestamptz '2026-03-01 12:00Z' - make_interval(secs => n)) t (at)`)
  return () => api.close()
})

async function pages(limit: number): Promise<number[][]> {
  const all: number[][] = []
  for (let cursor: string | undefined; ; ) {
    const call = { q: 'walr', type: 'posts' as const, limit, ...(cursor !== undefined && { cursor }) }
    const { data, next } = (await api.call(null, search.results, call)).data
    all.push(data.map((it) => Number('text' in it && it.text?.split(' ')[1])))
    if (next === null) return all
    cursor = next
  }
}
const inOrder = [5, 6, 1_999, 2_100, 2_101, 10_000, 19_999, ...Array.from({ length: 30 }, (_, at) => 20_501 + at)]

it.each([1, 2, 3, 6, 7, 20, 36, 37, 100])('answers pages of %i in order, across the windows', async (limit) => {
  const answered = await pages(limit)
  expect(answered.flat()).toEqual(inOrder)
  expect(answered.slice(0, -1).map((it) => it.length)).toEqual(answered.slice(1).map(() => limit))
})

it('finds nothing where no window has the word', async () => {
  expect((await api.call(null, search.results, { q: 'narwhal', type: 'posts' })).data).toEqual({ data: [], next: null })
})
