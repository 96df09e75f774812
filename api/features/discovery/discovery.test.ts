import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { discovery } from '../../../contract/discovery.ts'
import { profile } from '../../../contract/profile.ts'
import { search } from '../../../contract/search.ts'
import { users } from '../../../contract/users.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { users as usersTable } from '../../platform/db/schema/identity.ts'
import { follows } from '../../platform/db/schema/users.ts'
import { countTrending } from './jobs.ts'

let api: TestApi
let alice: Actor
let bea: Actor
let carl: Actor
let fan: Actor
beforeAll(async () => {
  api = await openTestApi({ empty: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  const creator = { isCreator: true, priceCents: 999 }
  alice = await api.makeUser({ ...creator, displayName: 'Alice' })
  bea = await api.makeUser(creator)
  carl = await api.makeUser(creator)
  fan = await api.makeUser()
})

const suggested = async (who: Actor) =>
  (await api.call(who, discovery.suggestions, {})).data.data.map((it) => ({
    id: it.user.id,
    because: it.because?.username ?? null,
  }))
const similarTo = async (who: Actor, viewer: Actor | null = null) =>
  (await api.call(viewer, discovery.similar, { username: who.username })).data.data.map((it) => it.id)
/** People who follow all of these creators. */
const makeFans = async (count: number, ...creators: Actor[]) => {
  const made = await Promise.all(Array.from({ length: count }, () => api.makeUser()))
  for (const one of made) for (const creator of creators) await follow(api, one, creator)
  return made
}
const found = async (filter: Parameters<typeof describeSearch>[0], viewer: Actor | null = null) =>
  (await api.call(viewer, search.results, describeSearch(filter))).data.data.map((it) => it.id)
const describeSearch = (filter: {
  q?: string
  tag?: string
  category?: 'music' | 'dance'
  language?: 'fr' | 'de'
  max_price?: number
  online?: 'yes'
  sort?: 'trending'
}) => ({ limit: 100, ...filter })

describe('suggestions', () => {
  it('names whom fans of the same creator follow too, with that creator', async () => {
    await makeFans(3, alice, bea)
    await follow(api, fan, alice)
    expect(await suggested(fan)).toContainEqual({ id: bea.id, because: alice.username })
    await follow(api, fan, bea)
    expect((await suggested(fan)).map((it) => it.id)).not.toContain(bea.id)
  })

  it('tells nothing of what two fans have in common', async () => {
    await makeFans(2, alice, bea)
    await follow(api, fan, alice)
    expect(await suggested(fan)).not.toContainEqual({ id: bea.id, because: alice.username })
    expect(await similarTo(alice)).not.toContain(bea.id)
  })

  it('leaves out blocked creators, in either direction, and the viewer', async () => {
    await makeFans(3, alice, bea, carl)
    await follow(api, fan, alice)
    await block(api, bea, fan)
    await block(api, fan, carl)
    const ids = (await suggested(fan)).map((it) => it.id)
    for (const who of [bea, carl, fan]) expect(ids).not.toContain(who.id)
  })
})

describe('suggested and similar are', () => {
  const openTags = { isCreator: true, priceCents: 999, tags: ['harbour', 'dusk'] }
  it('creators whose accounts are open, however many fans a closed one or a fan has', async () => {
    const closed = { ...openTags, deletedAt: new Date() }
    const gone = await Promise.all(Array.from({ length: 12 }, () => api.makeUser(closed)))
    const singer = await api.makeUser({ tags: ['harbour', 'dusk'] })
    await makeFans(4, alice, singer, ...gone)
    await makeFans(3, alice, bea)
    await follow(api, fan, alice)
    const all = await suggested(fan)
    expect(all.filter((it) => it.because !== null)).toEqual([{ id: bea.id, because: alice.username }])
    expect(all.map((it) => it.id)).not.toContain(singer.id)
    expect(await similarTo(alice)).toEqual([bea.id])
    await api.call(carl, profile.update, { tags: ['harbour'] })
    await api.call(alice, profile.update, { tags: ['harbour', 'dusk'] })
    expect(await similarTo(alice)).toEqual([bea.id, carl.id])
  })

  it('never the creator who looks, nor those behind a block', async () => {
    await makeFans(3, alice, bea, carl)
    await follow(api, carl, alice)
    expect((await suggested(carl)).map((it) => it.id)).not.toContain(carl.id)
    expect(await similarTo(alice, carl)).toEqual([bea.id])
    await block(api, bea, fan)
    expect(await similarTo(alice, fan)).toEqual([carl.id])
  })

  it('of this creator and this viewer: not what others have in common or follow', async () => {
    await makeFans(3, alice, bea)
    await api.call(alice, profile.update, { tags: ['lantern'] })
    await api.call(bea, profile.update, { tags: ['lantern'] })
    expect(await similarTo(carl)).toEqual([])
    expect((await suggested(fan)).map((it) => it.because)).not.toContain(alice.username)
  })
})

describe('similar creators', () => {
  it('are those whom fans follow too, then those with the same tags or category', async () => {
    await makeFans(3, alice, bea)
    await api.call(alice, profile.update, { tags: ['#NightShift', 'nightshift'], category: 'dance' })
    await api.call(carl, profile.update, { tags: ['nightshift'] })
    expect((await similarTo(alice)).slice(0, 2)).toEqual([bea.id, carl.id])
    expect(await similarTo(alice, carl)).not.toContain(carl.id)
    await block(api, carl, fan)
    expect(await similarTo(alice, fan)).toEqual(expect.arrayContaining([bea.id]))
    expect(await similarTo(alice, fan)).not.toContain(carl.id)
  })

  it('are none for a fan, and not found behind a block', async () => {
    expect(await similarTo(fan)).toEqual([])
    await block(api, alice, fan)
    await block(api, fan, bea)
    for (const { username } of [alice, bea])
      expect((await api.call(fan, discovery.similar, { username })).status).toBe(404)
  })
})

describe('trending', () => {
  it('counts people of the last seven days with a confirmed address', async () => {
    await makeFans(3, bea)
    const [old, unconfirmed] = [await api.makeUser(), await api.makeUser()]
    await api.db
      .insert(follows)
      .values({ followerId: old.id, userId: alice.id, createdAt: new Date(api.ctx.now() - 8 * 86_400_000) })
    await api.db.update(usersTable).set({ emailVerified: false }).where(eq(usersTable.id, unconfirmed.id))
    await follow(api, unconfirmed, alice)
    await makeFans(1, carl, fan)
    await countTrending(api.ctx)
    const rows = await api.db.select({ id: usersTable.id, trend: usersTable.trend }).from(usersTable)
    const trendOf = (who: Actor) => rows.find((row) => row.id === who.id)?.trend
    expect([alice, bea, carl, fan].map(trendOf)).toEqual([0, 3, 1, 0])
    const list = await found({ sort: 'trending' })
    expect(list.indexOf(bea.id)).toBeLessThan(list.indexOf(carl.id))
    expect(list.indexOf(carl.id)).toBeLessThan(list.indexOf(alice.id))
    api.turnClock(8 * 86_400_000)
    await countTrending(api.ctx)
    const [after] = await api.db.select().from(usersTable).where(eq(usersTable.id, bea.id))
    expect(after?.trend).toBe(0)
    api.turnClock(-8 * 86_400_000)
  })
})

describe('the filter of creators', () => {
  it('narrows by tag, category, language and price, alone and together', async () => {
    await api.call(alice, profile.update, { tags: ['opera', 'été'], category: 'music', languages: ['fr'] })
    await api.call(bea, profile.update, { tags: ['opera'], category: 'dance', languages: ['fr', 'de'] })
    await api.db.update(usersTable).set({ priceCents: 0 }).where(eq(usersTable.id, bea.id))
    const ours = async (filter: Parameters<typeof found>[0]) =>
      (await found(filter)).filter((id) => [alice.id, bea.id, carl.id].includes(id)).sort()
    const both = [alice.id, bea.id].sort()
    expect(await ours({ tag: '#Opera' })).toEqual(both)
    expect(await ours({ tag: 'été' })).toEqual([alice.id])
    expect(await ours({ category: 'music' })).toEqual([alice.id])
    expect(await ours({ language: 'de' })).toEqual([bea.id])
    expect(await ours({ tag: 'opera', max_price: 0 })).toEqual([bea.id])
    expect(await ours({ tag: 'opera', max_price: 10, language: 'fr' })).toEqual(both)
    expect(await ours({ tag: 'oper' })).toEqual([])
    expect((await api.call(null, users.get, { username: alice.username })).data).toMatchObject({
      tags: ['opera', 'été'],
      category: 'music',
      languages: ['fr'],
    })
  })

  it('finds words of bios and tags, in spite of a slip, after the names', async () => {
    await api.call(alice, profile.update, { bio: 'Night photographer in Lyon (4×5 film)', tags: ['silverprint'] })
    await api.call(bea, profile.update, { display_name: 'Photographer Bea' })
    expect((await found({ q: 'photographer' })).slice(0, 2)).toEqual([bea.id, alice.id])
    expect(await found({ q: 'nigth photographer' })).toContain(alice.id)
    expect(await found({ q: 'silverprint' })).toContain(alice.id)
    expect(await found({ q: 'lyon (4' })).toContain(alice.id)
    expect(await found({ q: 'togra' })).not.toContain(alice.id)
    await block(api, alice, fan)
    expect(await found({ q: 'silverprint' }, fan)).toEqual([])
  })

  it('goes from names to bios page by page, each creator once', async () => {
    for (const who of [alice, bea, carl]) await api.call(who, profile.update, { bio: 'plays the zitherharp' })
    await api.call(carl, profile.update, { display_name: 'Zitherharp' })
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { data } = await api.call(null, search.results, { q: 'zitherharp', limit: 1, ...(cursor && { cursor }) })
      seen.push(...data.data.map((it) => it.id))
      if (data.next === null) break
      cursor = data.next
    }
    expect(seen[0]).toBe(carl.id)
    expect([...seen].sort()).toEqual([alice.id, bea.id, carl.id].sort())
  })
})
