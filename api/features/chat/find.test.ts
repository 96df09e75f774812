import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { chatSearch } from '../../../contract/chat-search.ts'
import { messagesSearched } from '../../../contract/limits.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { messages } from '../../platform/db/schema/chat.ts'

const api = testApi()

const user = () => api.makeUser()
const write = async (who: Actor, to: Actor, content: string) =>
  (await api.call(who, chat.send, { receiver_id: to.id, content })).data
const find = async (who: Actor, other: Actor, q: string, more = {}) =>
  (await api.call(who, chatSearch.find, { userId: other.id, q, ...more })).data
const excerpts = async (who: Actor, other: Actor, q: string) => (await find(who, other, q)).data.map((it) => it.excerpt)
const around = async (who: Actor, other: Actor, place: object) =>
  (await api.call(who, chat.messages, { userId: other.id, limit: 4, ...place })).data

it('finds what both sides wrote in their conversation, newest first, in any case', async () => {
  const [bob, frank, carol] = [await user(), await user(), await user()]
  await write(bob, frank, 'The Harbour at dawn')
  await write(frank, bob, 'nothing')
  await write(frank, bob, 'that harbour again')
  await write(bob, carol, 'a harbour for carol')
  for (const [who, other] of [
    [bob, frank],
    [frank, bob],
  ] as const)
    expect(await excerpts(who, other, 'HARBOUR')).toEqual(['that harbour again', 'The Harbour at dawn'])
  expect(await find(frank, bob, 'elsewhere')).toEqual({ data: [], next: null, searched_to: null })
})

it('takes a pattern as text, and finds no deleted message', async () => {
  const [bob, frank] = [await user(), await user()]
  await write(bob, frank, 'abc')
  await write(bob, frank, '50 % off')
  const { id } = await write(bob, frank, 'a slip')
  await api.call(bob, chat.remove, { id })
  expect(await excerpts(frank, bob, '%')).toEqual(['50 % off'])
  expect(await excerpts(frank, bob, 'a_c')).toEqual([])
  expect(await excerpts(frank, bob, 'slip')).toEqual([])
})

it('cuts a long message around what was found, at words and on one line', async () => {
  const [bob, frank] = [await user(), await user()]
  await write(bob, frank, `${'one two three '.repeat(30)}\nthe needle ${'and after '.repeat(40)}`)
  const [excerpt = ''] = await excerpts(frank, bob, 'needle')
  expect(excerpt).toMatch(/^…(?:one|two|three) .*the needle and after .*…$/)
  expect(excerpt.length).toBeLessThanOrEqual(162)
})

it('leads on by a cursor', async () => {
  const [bob, frank] = [await user(), await user()]
  for (let n = 1; n <= 5; n++) await write(bob, frank, `note ${n}`)
  const first = await find(frank, bob, 'note', { limit: 2 })
  expect(first.data.map((it) => it.excerpt)).toEqual(['note 5', 'note 4'])
  const rest = await find(frank, bob, 'note', { cursor: first.next })
  expect(rest.data.map((it) => it.excerpt)).toEqual(['note 3', 'note 2', 'note 1'])
  expect(rest.next).toBeNull()
})

it('looks at a bounded number of messages, says how far back, and goes on from there', async () => {
  const [bob, frank] = [await user(), await user()]
  const first = await write(bob, frank, 'the needle')
  await fill(first.session_id, bob, frank, messagesSearched + 5)
  const near = await find(frank, bob, 'needle')
  expect(near.data).toEqual([])
  expect(near.searched_to).toMatch(/^2\d{3}-/)
  const far = await find(frank, bob, 'needle', { cursor: near.next })
  expect(far.data.map((it) => it.id)).toEqual([first.id])
  expect(far).toMatchObject({ next: null, searched_to: null })
  const carol = await user()
  await write(carol, frank, 'a short conversation')
  expect(await find(frank, carol, 'needle')).toEqual({ data: [], next: null, searched_to: null })
})

it('answers as the history does to who is blocked, and 404 to who has no conversation', async () => {
  const [bob, frank, mallory] = [await user(), await user(), await user()]
  await write(bob, frank, 'before')
  await block(api, frank, bob)
  expect(await excerpts(bob, frank, 'before')).toEqual(['before'])
  await block(api, frank, mallory)
  expect((await api.call(mallory, chatSearch.find, { userId: frank.id, q: 'before' })).status).toBe(404)
  expect((await api.call(mallory, chatSearch.find, { userId: newId(), q: 'before' })).status).toBe(404)
})

it('answers the messages around a number, and leads on in both directions', async () => {
  const [bob, frank] = [await user(), await user()]
  for (let n = 1; n <= 9; n++) await write(bob, frank, `${n}`)
  const seqs = (page: { data: { seq: number }[] }) => page.data.map((it) => it.seq)
  const page = await around(frank, bob, { around_seq: 5 })
  expect(seqs(page)).toEqual([6, 5, 4, 3])
  expect(seqs(await around(frank, bob, { cursor: page.next }))).toEqual([2, 1])
  expect(seqs(await around(frank, bob, { before_seq: 3 }))).toEqual([2, 1])
  expect(seqs(await around(frank, bob, { after_seq: 6 }))).toEqual([7, 8, 9])
  expect(seqs(await around(frank, bob, { around_seq: 0 }))).toEqual([2, 1])
  expect(seqs(await around(frank, bob, { around_seq: 500 }))).toEqual([9, 8])
  expect((await around(frank, bob, { around_seq: 1 })).next).toBeNull()
})

it('answers the messages around a time, from its first one on', async () => {
  const [bob, frank, carol] = [await user(), await user(), await user()]
  for (let n = 1; n <= 9; n++) await write(bob, frank, `${n}`)
  for (let n = 1; n <= 20; n++) await write(carol, frank, `${n}`)
  const longAgo = new Date('2025-01-01T00:00:00.000Z')
  await api.db.update(messages).set({ createdAt: longAgo }).where(eq(messages.senderId, carol.id))
  // A day for every two of them, and one number that is missing.
  await api.db
    .update(messages)
    .set({ createdAt: sql`timestamptz '2026-03-01 12:00Z' + make_interval(days => ${messages.seq} / 2)` })
    .where(eq(messages.senderId, bob.id))
  await api.db.delete(messages).where(sql`${messages.senderId} = ${bob.id} and ${messages.seq} = 5`)
  const first = async (time: string) => {
    const { data } = await around(frank, bob, { around_time: time })
    return data.filter((it) => it.created_at >= time).at(-1)?.seq
  }
  expect(await first('2026-03-02T00:00:00.000Z')).toBe(2)
  expect(await first('2026-03-03T12:00:00.000Z')).toBe(4)
  expect(await first('2026-03-03T13:00:00.000Z')).toBe(6)
  expect(await first('2026-01-01T00:00:00.000Z')).toBe(1)
  expect((await around(frank, bob, { around_time: '2027-01-01T00:00:00.000Z' })).data[0]?.seq).toBe(9)
})

/** Adds messages without a meaning after the ones that are there. */
async function fill(sessionId: string, from: Actor, to: Actor, count: number): Promise<void> {
  await api.db.execute(sql`
    insert into messages (id, session_id, seq, sender_id, receiver_id, content, type)
    select gen_random_uuid(), ${sessionId}, 1 + n, ${from.id}, ${to.id}, 'hay', 'text' from generate_series(1, ${count}) n`)
}
