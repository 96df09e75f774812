import { expect, it, test } from 'vitest'
import { openTestApi } from '../../../tests/support/api.ts'
import type { Db } from './db.ts'
import { mayReadLate } from './late.ts'
import { besideReplica } from './replica.ts'
import { statement, text } from './statement.ts'

const who = statement(
  'test_replica_who',
  {},
  { name: text },
  () => `select current_setting('application_name') as name`,
)

/** A database beside a standby that answers `standby`, or fails as it is told. */
async function pair() {
  const api = await openTestApi()
  const state = { isFresh: true, fails: null as Error | null, asked: 0 }
  const answer = async () => {
    state.asked++
    if (state.fails) throw state.fails
    return [{ name: 'standby' }] as never
  }
  // Other tests of this process share the database, and go on without a standby.
  const own: Db = Object.create(api.db)
  const db = besideReplica(own, { run: answer, reading: answer }, () => state.isFresh)
  const read = async () => (await db.run(who, {}))[0]?.name === 'standby'
  return { ...api, db, state, isLate: () => mayReadLate(read), isLateOtherwise: read }
}

test('only a call that may be late reads from the standby, and only while it is fresh', async () => {
  const { state, isLate, isLateOtherwise, close } = await pair()
  expect([await isLate(), await isLateOtherwise()]).toEqual([true, false])
  state.isFresh = false
  expect(await isLate()).toBe(false)
  await close()
})

it.each([
  ['is away', { code: 'ECONNREFUSED' }],
  ['gives up a read for what it replays', { code: '40001' }],
  ['is asked to write', { code: '25006' }],
])('asks the primary where the standby %s', async (_, facts) => {
  const { state, isLate, close } = await pair()
  state.fails = Object.assign(new Error('standby'), facts)
  expect(await isLate()).toBe(false)
  expect(state.asked).toBe(1)
  await close()
})

it('hides no other error of the standby', async () => {
  const { state, isLate, close } = await pair()
  state.fails = Object.assign(new Error('statement timeout'), { code: '57014' })
  await expect(isLate()).rejects.toThrow('statement timeout')
  await close()
})

it('writes to the primary, also in a call that may be late', async () => {
  const { db, state, close } = await pair()
  await mayReadLate(() => db.transact((tx) => tx.run(who, {})))
  expect(state.asked).toBe(0)
  await mayReadLate(() => db.reading((tx) => tx.run(who, {})))
  expect(state.asked).toBe(1)
  await close()
})
