import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookmarkLists } from '../../../contract/bookmark-lists.ts'
import { bookmarkListsPerUser } from '../../../contract/limits.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { newId } from '../../platform/db/ids.ts'
import { bookmarks, bookmarkLists as lists } from '../../platform/db/schema/posts.ts'

let api: TestApi
let alice: Actor

beforeAll(async () => {
  api = await openTestApi()
  alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
})
afterAll(() => api.close())

const write = async () => (await api.call(alice, posts.create, { text: 'Words', visibility: 'public' })).data.id
const make = async (actor: Actor, name: string, post?: string) =>
  (await api.call(actor, bookmarkLists.create, { name, post })).data.id
const sort = (actor: Actor, id: string, list: string | null) => api.call(actor, bookmarkLists.sort, { id, list })
const read = async (actor: Actor, list?: string, paging: { limit?: number; cursor?: string } = {}) =>
  (await api.call(actor, posts.bookmarks, { list, ...paging })).data
const ids = async (actor: Actor, list?: string) => (await read(actor, list)).data.map((it) => it.id)
const own = async (actor: Actor, post?: string) => (await api.call(actor, bookmarkLists.list, { post })).data.data

describe('lists of bookmarks', () => {
  it('hold a bookmark in one of them at most, and bookmark what is put into one', async () => {
    const fiona = await api.makeUser()
    const [one, two] = [await write(), await write()]
    const later = await make(fiona, 'later', one)
    const Books = await make(fiona, 'Books')
    expect(await ids(fiona, later)).toEqual([one])
    expect(await ids(fiona)).toEqual([one])
    expect((await sort(fiona, two, Books)).data).toEqual({ bookmarked: true })
    expect(await own(fiona, one)).toEqual([
      { id: Books, name: 'Books', bookmarks: 1, has_post: false },
      { id: later, name: 'later', bookmarks: 1, has_post: true },
    ])
    await sort(fiona, one, Books)
    expect([await ids(fiona, Books), await ids(fiona, later)]).toEqual([[two, one], []])
    // Its time is that of the bookmark, so it keeps its place among all.
    expect(await ids(fiona)).toEqual([two, one])
    await sort(fiona, one, null)
    expect([await ids(fiona, Books), await ids(fiona)]).toEqual([[two], [two, one]])
    await api.call(fiona, posts.bookmark, { id: two })
    expect(await own(fiona, two)).toMatchObject([{ bookmarks: 0, has_post: false }, { bookmarks: 0 }])
  })

  it('are paged without repeating or missing one', async () => {
    const fiona = await api.makeUser()
    const list = await make(fiona, 'All')
    const found = await Promise.all(Array.from({ length: 3 }, () => write()))
    for (const id of found) await sort(fiona, id, list)
    await sort(fiona, await write(), null)
    const first = await read(fiona, list, { limit: 2 })
    const second = await read(fiona, list, { limit: 2, cursor: first.next ?? '' })
    expect([...first.data, ...second.data].map((it) => it.id)).toEqual(found.toReversed())
    expect(second.next).toBeNull()
  })

  it('have names of which no two are the same, and are a hundred at most', async () => {
    const fiona = await api.makeUser()
    const books = await make(fiona, 'Books')
    const code = async (name: string) => (await api.call(fiona, bookmarkLists.create, { name })).refusal.error
    expect(await code('BOOKS')).toBe('list_exists')
    const other = await make(fiona, 'Other')
    const renamed = await api.call(fiona, bookmarkLists.update, { id: other, name: 'books' })
    expect([renamed.status, renamed.refusal.error]).toEqual([409, 'list_exists'])
    await api.call(fiona, bookmarkLists.update, { id: books, name: 'Plays' })
    expect((await own(fiona)).map((it) => it.name)).toEqual(['Other', 'Plays'])
    const more = Array.from({ length: bookmarkListsPerUser - 2 }, (_, at) => `n${at}`)
    await api.db.insert(lists).values(more.map((name) => ({ id: newId(), userId: fiona.id, name })))
    expect(await code('One more')).toBe('too_many_lists')
  })

  it('leave their bookmarks when they are deleted', async () => {
    const fiona = await api.makeUser()
    const id = await write()
    const list = await make(fiona, 'Gone', id)
    expect((await api.call(fiona, bookmarkLists.remove, { id: list })).data).toEqual({ ok: true })
    expect([await own(fiona), await ids(fiona), await ids(fiona, list)]).toEqual([[], [id], []])
  })

  it('belong to one user: others get 404 and see none of it', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    const id = await write()
    const list = await make(fiona, 'Mine', id)
    for (const refused of [
      await sort(frank, id, list),
      await api.call(frank, bookmarkLists.update, { id: list, name: 'Yours' }),
      await api.call(frank, bookmarkLists.remove, { id: list }),
    ])
      expect([refused.status, refused.refusal.error]).toEqual([404, 'not_found'])
    expect([await own(frank), await ids(frank, list), await ids(frank)]).toEqual([[], [], []])
    expect((await api.call(null, bookmarkLists.list, {})).status).toBe(401)
  })

  it('take no post that the user may not see', async () => {
    const fiona = await api.makeUser()
    const list = await make(fiona, 'Later')
    const id = await write()
    await api.call(alice, users.block, { id: fiona.id })
    expect((await sort(fiona, id, list)).status).toBe(404)
    expect((await api.call(fiona, bookmarkLists.create, { name: 'New', post: id })).status).toBe(404)
    expect((await own(fiona)).map((it) => it.name)).toEqual(['Later'])
    expect(await api.db.$count(bookmarks, eq(bookmarks.userId, fiona.id))).toBe(0)
    await api.call(alice, users.unblock, { id: fiona.id })
  })
})
