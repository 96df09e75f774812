import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sitemap } from '../../../contract/sitemap.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { posts } from '../../platform/db/schema/posts.ts'

let api: TestApi
let alice: Actor
let gone: Actor
beforeAll(async () => {
  api = await openTestApi({ empty: true })
  alice = await api.makeUser({ isCreator: true })
  gone = await api.makeUser({ isCreator: true })
})
afterAll(() => api.close())

type Row = Partial<typeof posts.$inferInsert>
async function write(of: Actor, publishedAt: string | null, change: Row = {}): Promise<string> {
  const id = newId()
  const at = publishedAt === null ? null : new Date(publishedAt)
  await api.db.insert(posts).values({ id, authorId: of.id, visibility: 'public', publishedAt: at, ...change })
  return id
}
const partOf = (who: Actor) => who.id.slice(-1)
const days = async () => (await api.call(null, sitemap.index, {})).data.days
const idsOf = async (day: string) => (await api.call(null, sitemap.posts, { day })).data.data.map((it) => it.id)

it('lists creators, and neither fans nor deleted accounts', async () => {
  const fan = await api.makeUser()
  const listed = async (who: Actor) =>
    (await api.call(null, sitemap.creators, { part: partOf(who) })).data.data.map((it) => it.username)
  expect(await listed(alice)).toContain(alice.username)
  // Eight fans more, as their parts may be those of the creators.
  for (let n = 0; n < 8; n++) await api.makeUser()
  const { creators } = (await api.call(null, sitemap.index, {})).data
  expect(creators).toEqual([...new Set([partOf(alice), partOf(gone)])].sort())
  expect(await listed(fan)).not.toContain(fan.username)
  expect(await listed(gone)).toContain(gone.username)
  await write(gone, '2026-03-07T12:00:00Z')
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id))
  expect(await listed(gone)).not.toContain(gone.username)
  expect(await idsOf('2026-03-07')).toEqual([])
})

it('lists the public posts of each day, and none that is locked, planned, a draft or deleted', async () => {
  const [early, late] = [
    await write(alice, '2026-03-01T00:00:00.000Z'),
    await write(alice, '2026-03-01T23:59:59.999Z', { text: 'words' }),
  ]
  const next = await write(alice, '2026-03-02T00:00:00.000Z')
  for (const visibility of ['followers', 'subscribers', 'paid'] as const)
    await write(alice, '2026-03-05T12:00:00Z', { visibility, priceCents: visibility === 'paid' ? 500 : null })
  await write(alice, null)
  await write(alice, '2026-03-05T12:00:00Z', { deletedAt: new Date() })
  const tomorrow = new Date(api.ctx.now() + 86_400_000).toISOString()
  await write(alice, tomorrow)

  expect(await days()).toEqual(expect.arrayContaining(['2026-03-02', '2026-03-01']))
  expect(await days()).not.toContain('2026-03-05')
  expect(await days()).not.toContain(tomorrow.slice(0, 10))
  expect(await idsOf('2026-03-01')).toEqual([late, early])
  expect(await idsOf('2026-03-02')).toEqual([next])
  expect(await idsOf('2026-03-05')).toEqual([])
  expect(await idsOf(tomorrow.slice(0, 10))).toEqual([])
  const { data } = await api.call(null, sitemap.posts, { day: '2026-03-01' })
  expect(data.data[0]).toEqual({ username: alice.username, id: late, published_at: '2026-03-01T23:59:59.999Z' })
})

it('lists a planned post once its time has come', async () => {
  const soon = new Date(api.ctx.now() + 60_000)
  const id = await write(alice, soon.toISOString())
  const day = soon.toISOString().slice(0, 10)
  expect(await idsOf(day)).not.toContain(id)
  await api.db
    .update(posts)
    .set({ publishedAt: new Date(api.ctx.now() - 1) })
    .where(eq(posts.id, id))
  expect(await idsOf(new Date(api.ctx.now() - 1).toISOString().slice(0, 10))).toContain(id)
})

it('refuses what is no part and no day', async () => {
  for (const part of ['ab', 'g', '2026']) expect((await api.call(null, sitemap.creators, { part })).status).toBe(400)
  for (const day of ['2026-13-01', '0000-01-01', 'today'])
    expect((await api.call(null, sitemap.posts, { day })).status).toBe(400)
})
