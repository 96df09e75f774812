import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { posts as rows } from '../../platform/db/schema/posts.ts'
import { archiveExpired } from './jobs.ts'

const api = testApi()
let alice: Actor
let fan: Actor
beforeAll(async () => {
  alice = await makeCreator(api)
  fan = await api.makeUser()
})

const hour = 3_600_000
const inHours = (count: number) => new Date(api.ctx.now() + count * hour).toISOString()
type Writing = Partial<Parameters<typeof api.call<typeof posts.create>>[2]>
const make = (more: Writing = {}) => api.call(alice, posts.create, { text: 'Words', visibility: 'public', ...more })
const write = async (more: Writing = {}) => (await make(more)).data.id
type Change = Omit<Parameters<typeof api.call<typeof posts.update>>[2], 'id'>
const change = (id: string, it: Change) => api.call(alice, posts.update, { id, ...it })
const bringBack = (id: string) => change(id, { archived: false })
const status = async (actor: Actor | null, id: string) => (await api.call(actor, posts.get, { id })).status
const page = async () => (await api.call(null, posts.ofUser, { username: alice.username })).data.data.map((it) => it.id)
const postsShown = async () => (await api.call(null, users.get, { username: alice.username })).data.counts.posts
const rowOf = async (id: string) => (await api.db.select().from(rows).where(eq(rows.id, id)))[0]

describe('an end', () => {
  it('takes the post away at its moment, before any job, and the job settles pins and counts', async () => {
    const count = await postsShown()
    const id = await write({ expires_at: inHours(2) })
    await change(id, { pinned: true })
    expect((await api.call(null, posts.get, { id })).data).toMatchObject({
      archived: false,
      expires_at: expect.any(String),
    })
    api.turnClock(2 * hour - 2_000)
    expect([await status(fan, id), (await page()).includes(id)]).toEqual([200, true])
    api.turnClock(2_000)
    expect([await status(fan, id), (await page()).includes(id)]).toEqual([404, false])
    expect((await api.call(alice, posts.unpublished, { state: 'archived' })).data.data[0]).toMatchObject({
      id,
      archived: true,
      pinned: false,
    })
    expect(await postsShown()).toBe(count + 1)
    await archiveExpired(api.ctx)
    await archiveExpired(api.ctx)
    expect(await postsShown()).toBe(count)
    const row = await rowOf(id)
    expect([row?.archivedAt, row?.pinnedAt]).toEqual([row?.expiresAt, null])
    expect((await bringBack(id)).data).toMatchObject({ archived: false, expires_at: null })
    expect([await status(fan, id), await postsShown()]).toEqual([200, count + 1])
    api.turnClock(-2 * hour)
  })

  it('is an hour after the beginning at least, and lies ahead', async () => {
    const refused = async (writing: Writing) => (await make(writing)).refusal.error
    expect(await refused({ expires_at: inHours(0.9) })).toBe('expires_too_soon')
    expect(await refused({ expires_at: inHours(-1) })).toBe('time_passed')
    expect(await refused({ publish_at: inHours(3), expires_at: inHours(3.5) })).toBe('expires_too_soon')
    expect((await make({ publish_at: inHours(3), expires_at: inHours(4) })).status).toBe(201)
    expect((await make({ draft: true, expires_at: inHours(0.1) })).status).toBe(201)
    const id = await write({ draft: true, expires_at: inHours(0.1) })
    expect((await change(id, { draft: false, publish_at: null })).refusal.error).toBe('expires_too_soon')
    expect((await change(id, { draft: false, expires_at: null })).data.expires_at).toBeNull()
  })

  it('is shortened, put off and taken away while the post is out', async () => {
    const id = await write({ expires_at: inHours(48) })
    api.turnClock(2 * hour)
    for (const expires_at of [inHours(0.2), inHours(90), null])
      expect((await change(id, { expires_at })).data.expires_at).toBe(expires_at)
    expect((await change(id, { expires_at: inHours(-0.1) })).refusal.error).toBe('time_passed')
    api.turnClock(-2 * hour)
  })

  it('that is over is not undone by an edit that was begun before, only by bringing the post back', async () => {
    const id = await write({ expires_at: inHours(1.5) })
    api.turnClock(2 * hour)
    for (const edit of [{ expires_at: null }, { expires_at: inHours(5) }, { text: 'Later words' }])
      expect((await change(id, edit)).data.archived).toBe(true)
    expect((await bringBack(id)).data).toMatchObject({ archived: false, expires_at: expect.any(String) })
    api.turnClock(-2 * hour)
  })

  it('stays before the end when a planned post is moved behind it', async () => {
    const [first, end] = [inHours(2), inHours(6)]
    const id = await write({ publish_at: first, expires_at: end })
    const move = (to: string) => change(id, { moved_from: first, publish_at: to })
    expect((await move(inHours(5.5))).refusal.error).toBe('expires_too_soon')
    expect((await move(inHours(4))).data.expires_at).toBe(end)
  })

  it('is kept with what is being written', async () => {
    const draft = { text: 'Soon', visibility: 'public', expires_at: inHours(30) } as const
    await api.call(alice, posts.saveDraft, draft)
    expect((await api.call(alice, posts.getDraft, {})).data.draft).toMatchObject(draft)
  })
})
