import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { conversationFilters, conversationSorts } from '../../../contract/inbox-views.ts'
import { testApi } from '../../../tests/support/test-api.ts'

/** A server keeps every prepared statement of a connection in memory, so their number must not grow with what is asked. */
const api = testApi()
const orders = Number(process.env.FILTER_ORDERS ?? 400)

test(`leaves at most 200 prepared statements after ${orders} orders of filters`, async () => {
  // A database of before may be used again, with what was prepared on it.
  const before = await countPrepared()
  const creator = await api.makeUser({ isCreator: true })
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const asked = new Set<string>()
  while (asked.size < orders) {
    const left = [...conversationFilters]
    const filter = Array.from({ length: 2 + random(9) }, () => left.splice(random(left.length), 1)[0] ?? 'unread')
    const sort = conversationSorts[random(conversationSorts.length)] ?? 'recent'
    if (asked.has(`${filter} ${sort}`)) continue
    asked.add(`${filter} ${sort}`)
    expect((await api.call(creator, chat.conversations, { filter, sort })).status).toBe(200)
  }
  expect((await countPrepared()) - before).toBeLessThanOrEqual(200)
})

async function countPrepared(): Promise<number> {
  const { rows } = await api.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_prepared_statements`,
  )
  return rows[0]?.count ?? 0
}
