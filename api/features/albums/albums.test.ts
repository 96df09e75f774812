import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { albums } from '../../../contract/albums.ts'
import { albumsPerCreator, postsPerAlbum } from '../../../contract/limits.ts'
import { posts } from '../../../contract/posts.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { albumsOf } from '../../../tests/support/albums.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { albumPosts, albums as rows } from '../../platform/db/schema/albums.ts'
import { posts as postRows } from '../../platform/db/schema/posts.ts'

/** What a creator does with albums; what others see of them is in `visibility.test.ts`. */
const api = testApi()
let alice: Actor
const { write, make, inside, list } = albumsOf(api, () => alice)
beforeEach(async () => {
  alice = await makeCreator(api)
})

const put = (id: string, postId: string, position?: number) => api.call(alice, albums.addPost, { id, postId, position })
const take = (id: string, postId: string) => api.call(alice, albums.removePost, { id, postId })
const names = async () => (await list(alice)).map((it) => it.name)

describe('an album', () => {
  it('is made with a first post, renamed, described and deleted, and its posts stay', async () => {
    const post = await write()
    const { data, status } = await api.call(alice, albums.create, { name: ' Summer ', description: 'By the sea', post })
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: 'Summer', description: 'By the sea', posts: 1, cover: null, can_edit: true })
    await api.call(alice, albums.update, { id: data.id, name: 'Winter' })
    await api.call(alice, albums.update, { id: data.id, description: '' })
    expect(await list(null)).toMatchObject([{ name: 'Winter', description: '', posts: 1 }])
    await api.call(alice, albums.remove, { id: data.id })
    expect(await list(alice)).toEqual([])
    expect((await api.call(null, posts.get, { id: post })).status).toBe(200)
    expect((await api.call(alice, albums.remove, { id: data.id })).refusal.error).toBe('not_found')
  })

  it('needs a name', async () => {
    expect((await api.call(alice, albums.create, { name: '  ' })).refusal.error).toBe('invalid_input')
  })

  it('stands last when it is made, and moves by one place or to the first', async () => {
    for (const name of ['a', 'b', 'c']) await make(name)
    const [, , c] = await list(alice)
    const move = (id = '', direction: 'up' | 'down' | 'first') => api.call(alice, albums.move, { id, direction })
    await move(c?.id, 'up')
    expect(await names()).toEqual(['a', 'c', 'b'])
    await move(c?.id, 'first')
    await move(c?.id, 'up')
    expect(await names()).toEqual(['c', 'a', 'b'])
    await move(c?.id, 'down')
    expect(await names()).toEqual(['a', 'c', 'b'])
  })

  it('is one of a hundred at most', async () => {
    const many = Array.from({ length: albumsPerCreator }, (_, position) => ({ id: newId(), position, name: 'x' }))
    await api.db.insert(rows).values(many.map((it) => ({ ...it, creatorId: alice.id })))
    expect((await api.call(alice, albums.create, { name: 'One more' })).refusal.error).toBe('too_many_albums')
    await api.call(alice, albums.remove, { id: many[0]?.id ?? '' })
    expect((await api.call(alice, albums.create, { name: 'One more' })).status).toBe(201)
  })

  it('is listed page by page', async () => {
    const ids = [await make('a'), await make('b'), await make('c')]
    const page = (cursor?: string | null) =>
      api.call(alice, albums.ofUser, { username: alice.username, limit: 2, cursor })
    const first = (await page()).data
    const second = (await page(first.next)).data
    expect([...first.data, ...second.data].map((it) => it.id)).toEqual(ids)
    expect(second.next).toBeNull()
  })
})

describe('the posts of an album', () => {
  it('stand in the order in which they were put in, the newest first, and move among those that are out', async () => {
    const [a, draft, b, c] = [await write(), await write({ draft: true }), await write(), await write()]
    const id = await make('Summer', a, draft, b, c)
    expect(await inside(null, id, 2)).toEqual([c, b, a])
    const move = (postId: string, direction: 'up' | 'down' | 'first') =>
      api.call(alice, albums.movePost, { id, postId, direction })
    await move(a, 'up')
    expect(await inside(null, id, 1)).toEqual([c, a, b])
    await move(c, 'down')
    expect(await inside(null, id)).toEqual([a, c, b])
    await move(b, 'first')
    await move(b, 'up')
    await move(c, 'down')
    expect(await inside(null, id)).toEqual([b, a, c])
    await api.call(alice, posts.update, { id: draft, draft: false })
    expect((await inside(null, id)).length).toBe(4)
    expect((await move(newId(), 'up')).refusal.error).toBe('not_found')
  })

  it('are put in once, taken out, and put back where they were', async () => {
    const [a, b, c] = [await write(), await write(), await write()]
    const id = await make('Summer', a, b, c)
    await put(id, b)
    expect(await inside(null, id)).toEqual([c, b, a])
    const { position } = (await take(id, b)).data
    expect([(await list(null))[0]?.posts, await inside(null, id)]).toEqual([2, [c, a]])
    expect((await take(id, b)).data.position).toBeNull()
    await put(id, b, position ?? undefined)
    expect(await inside(null, id)).toEqual([c, b, a])
    await take(id, b)
    const d = await write()
    await put(id, d, position ?? undefined)
    await put(id, b, position ?? undefined)
    expect(await inside(null, id)).toEqual([b, c, d, a])
  })

  it('are a thousand at most', async () => {
    const id = await make()
    const ids = Array.from({ length: postsPerAlbum }, () => newId())
    const post = { authorId: alice.id, text: 'x', visibility: 'public' as const }
    await api.db.insert(postRows).values(ids.map((it) => ({ ...post, id: it })))
    await api.db.insert(albumPosts).values(ids.map((postId, position) => ({ albumId: id, postId, position })))
    const more = await write()
    expect((await put(id, more)).refusal.error).toBe('album_full')
    await api.call(alice, posts.remove, { id: ids[0] ?? '' })
    expect((await put(id, more)).status).toBe(200)
  })

  it('are the creator’s own', async () => {
    const id = await make()
    const other = await makeCreator(api)
    const theirs = (await api.call(other, posts.create, { text: 'Words', visibility: 'public' })).data.id
    expect((await put(id, theirs)).refusal.error).toBe('not_found')
    expect((await put(id, newId())).refusal.error).toBe('not_found')
    const refused = await api.call(alice, albums.create, { name: 'x', post: theirs })
    expect([refused.refusal.error, await names()]).toEqual(['not_found', ['Summer']])
  })

  it('are chosen from the posts that are out, and the albums of a post from all albums', async () => {
    const [inIt, out] = [await write(), await write()]
    await write({ draft: true })
    const [id, other] = [await make('Summer', inIt), await make('Winter')]
    const { data } = (await api.call(alice, albums.choices, { id })).data
    expect(data.map((it) => [it.post.id, it.in_album])).toEqual([
      [out, false],
      [inIt, true],
    ])
    const own = async (post?: string) => (await api.call(alice, albums.own, { post })).data.data
    expect(await own(inIt)).toEqual([
      { id, name: 'Summer', posts: 1, has_post: true },
      { id: other, name: 'Winter', posts: 0, has_post: false },
    ])
    expect((await own()).map((it) => it.has_post)).toEqual([false, false])
  })
})

it('lets an operator with can_social make albums, and writes it into the log', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_social'))
  const acting = await actAs(api, operator, creator)
  const made = await api.call(acting, albums.create, { name: 'Summer' })
  expect(made.data).toMatchObject({ creator: { id: creator.id }, can_edit: true })
  await api.call(acting, albums.update, { id: made.data.id, description: 'By the sea' })
  const lines = (await api.call(creator, agencies.myActivity, { area: 'posts' })).data.data
  expect(lines.map((it) => [it.action, it.changes])).toEqual([
    ['posts.change_album', [{ field: 'text', before: 'Summer', after: 'Summer\nBy the sea' }]],
    ['posts.make_album', [{ field: 'text', before: null, after: 'Summer' }]],
  ])
})
