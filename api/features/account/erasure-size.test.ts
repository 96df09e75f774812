import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { noId } from '../../platform/db/ids.ts'
import { batchSize, erasureSteps } from './erasure-statements.ts'

/** A batch of an erasure reads about as many rows as it erases, whatever the database expects of a person. */
const api = testApi()
const rows = 3 * batchSize

/** What `explain (analyze, format json)` says about a step of a plan. */
type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

/** The rows that a plan has handed on or compared. */
const rowsRead = (plan: Plan): number =>
  plan['Actual Loops'] *
    (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)) +
  (plan.Plans ?? []).reduce((all, it) => all + rowsRead(it), 0)

/** The rows that the first batch of a step reads, planned as for any person. */
async function rowsOfFirstBatch(table: string, user: string): Promise<number> {
  const step = erasureSteps.find((it) => it.table === table)
  if (step === undefined) throw new Error(`Nothing is erased in ${table}.`)
  const [text, values] =
    'deletion' in step ? [step.deletion.sql, `'${user}'`] : [step.blanking.sql, `'${user}', '${noId}'`]
  return api.db.transact(async (tx) => {
    await tx.execute(sql.raw(`prepare first_batch as ${text}`))
    const result = await tx.execute(sql.raw(`explain (analyze, format json) execute first_batch(${values})`))
    await tx.execute(sql.raw('deallocate first_batch'))
    const [row] = result.rows as { 'QUERY PLAN': [{ Plan: Plan }] }[]
    if (row === undefined) throw new Error('There is no plan.')
    return rowsRead(row['QUERY PLAN'][0].Plan)
  })
}

test.each([
  [
    'comments',
    'author_id',
    `insert into comments (id, post_id, author_id, text) select gen_random_uuid(), gen_random_uuid(), $, '' from n`,
  ],
  [
    'notifications',
    'user_id',
    `insert into notifications (id, user_id, type) select gen_random_uuid(), $, 'new_follower' from n`,
  ],
  ['post_likes', 'user_id', 'insert into post_likes (post_id, user_id) select gen_random_uuid(), $ from n'],
  [
    'messages',
    'sender_id',
    `insert into messages (id, session_id, seq, sender_id, receiver_id, type) select gen_random_uuid(), gen_random_uuid(), 1, $, gen_random_uuid(), 'text' from n`,
  ],
])('reads few more rows of %s than a batch has', async (table, by, insert) => {
  const { id } = await api.makeUser()
  await api.db.transact(async (tx) => {
    // Rows without the rows that they name are enough here.
    await tx.execute(sql.raw('set local session_replication_role = replica'))
    const n = `with n as (select * from generate_series(1, ${rows}))`
    for (const owner of [`'${id}'::uuid`, 'gen_random_uuid()'])
      await tx.execute(sql.raw(`${n} ${insert.replace('$', owner)}`))
  })
  // Most people have one or two rows.
  await api.db.execute(sql.raw(`alter table ${table} alter column ${by} set (n_distinct = -0.6)`))
  await api.db.execute(sql.raw(`analyze ${table}`))
  expect(await rowsOfFirstBatch(table, id)).toBeLessThan(rows + 20 * batchSize)
})
