import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { search } from '../../../contract/search.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { allRights } from '../../../tests/support/rights.ts'
import { bookmarks } from '../../platform/db/schema/posts.ts'

let api: TestApi
let alice: Actor
let bob: Actor

beforeAll(async () => {
  api = await openTestApi()
  alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
  bob = await api.makeUser({ username: 'bob', isCreator: true, priceCents: 0 })
})
afterAll(() => api.close())

const write = async (input: Partial<Parameters<typeof api.call<typeof posts.create>>[2]> = {}, author = alice) =>
  (await api.call(author, posts.create, { text: 'Words', visibility: 'public', ...input })).data.id
const toggle = async (actor: Actor, id: string) => (await api.call(actor, posts.bookmark, { id })).data.bookmarked
const read = async (actor: Actor, paging: { limit?: number; cursor?: string } = {}) =>
  (await api.call(actor, posts.bookmarks, paging)).data
const bookmarkedIds = async (actor: Actor) => (await read(actor)).data.map((it) => it.id)

describe('bookmarks', () => {
  it('are listed newest first by the time of the bookmark, until they are removed', async () => {
    const fiona = await api.makeUser()
    const [old, recent, other] = [await write(), await write({}, bob), await write()]
    for (const id of [recent, old, other]) expect(await toggle(fiona, id)).toBe(true)
    const page = await read(fiona)
    expect(page.data.map((it) => [it.id, it.author.id, it.bookmarked])).toEqual([
      [other, alice.id, true],
      [old, alice.id, true],
      [recent, bob.id, true],
    ])
    expect(page.next).toBeNull()
    expect(await toggle(fiona, old)).toBe(false)
    expect(await bookmarkedIds(fiona)).toEqual([other, recent])
    // A post that is bookmarked again is the newest.
    await toggle(fiona, recent)
    await toggle(fiona, recent)
    expect(await bookmarkedIds(fiona)).toEqual([recent, other])
  })

  it('are paged without repeating or missing one, with equal times and a bookmark removed between two pages', async () => {
    const fiona = await api.makeUser()
    const ids = await Promise.all(Array.from({ length: 5 }, () => write()))
    const createdAt = new Date()
    await api.db.insert(bookmarks).values(ids.map((postId) => ({ userId: fiona.id, postId, createdAt })))
    const whole = await bookmarkedIds(fiona)
    expect(whole).toEqual(ids.toSorted().reverse())
    const first = await read(fiona, { limit: 2 })
    // Remove the bookmark at which the next page begins.
    await toggle(fiona, whole[1] ?? '')
    const second = await read(fiona, { limit: 2, cursor: first.next ?? '' })
    const third = await read(fiona, { limit: 2, cursor: second.next ?? '' })
    expect([first, second, third].map(({ data }) => data.map((it) => it.id))).toEqual([
      whole.slice(0, 2),
      whole.slice(2, 4),
      whole.slice(4),
    ])
    expect(third.next).toBeNull()
  })

  it('are private: answer 401 to a visitor and 403 to an operator', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    await toggle(fiona, await write())
    expect(await bookmarkedIds(frank)).toEqual([])
    expect((await api.call(null, posts.bookmarks, {})).status).toBe(401)
    const agency = await makeAgency(api, allRights)
    const id = await write()
    await toggle(agency.creator, id)
    const browser = await actAs(api, agency.operator, agency.creator)
    for (const refused of [
      await api.call(browser, posts.bookmarks, {}),
      await api.call(browser, posts.bookmark, { id }),
    ])
      expect([refused.status, refused.refusal.error]).toEqual([403, 'permission_denied'])
    const seen = async (actor: Actor) => {
      const [one, page, profile, found] = [
        (await api.call(actor, posts.get, { id })).data,
        (await api.call(actor, posts.feed, { tab: 'discover' })).data.data,
        (await api.call(actor, posts.profilePage, { username: alice.username })).data.posts.data,
        (await api.call(actor, search.results, { type: 'posts' })).data.data,
      ]
      return [one, ...page, ...profile, ...found].filter((it) => 'bookmarked' in it && it.bookmarked).map((it) => it.id)
    }
    expect(await seen(browser)).toEqual([])
    expect(await seen(agency.creator)).toEqual([id, id, id, id])
  })

  it('show a post that is now for subscribers as locked, like the post itself', async () => {
    const fiona = await api.makeUser()
    const id = await write({ text: 'For all' })
    await toggle(fiona, id)
    await api.call(alice, posts.update, { id, visibility: 'subscribers', text: 'For few' })
    const [post] = (await read(fiona)).data
    expect(post).toEqual((await api.call(fiona, posts.get, { id })).data)
    expect(post).toMatchObject({ text: null, access: { allowed: false, offers: ['subscribe'] } })
  })

  it('leave out posts that are deleted, drafts again or behind a block, and list them again afterwards', async () => {
    const fiona = await api.makeUser()
    const [deleted, withdrawn, blocked, blocking] = [await write(), await write(), await write({}, bob), await write()]
    for (const id of [deleted, withdrawn, blocked, blocking]) await toggle(fiona, id)
    await api.call(alice, posts.remove, { id: deleted })
    await api.call(alice, posts.update, { id: withdrawn, draft: true })
    await api.call(fiona, users.block, { id: bob.id })
    expect(await bookmarkedIds(fiona)).toEqual([blocking])
    await api.call(alice, users.block, { id: fiona.id })
    expect(await bookmarkedIds(fiona)).toEqual([])
    await api.call(alice, posts.update, { id: withdrawn, draft: false })
    await api.call(alice, users.unblock, { id: fiona.id })
    await api.call(fiona, users.unblock, { id: bob.id })
    expect(await bookmarkedIds(fiona)).toEqual([blocking, blocked, withdrawn])
  })
})
