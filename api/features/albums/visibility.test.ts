import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { albums } from '../../../contract/albums.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { albumsOf } from '../../../tests/support/albums.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { block, follow, makePicture, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { albums as rows } from '../../platform/db/schema/albums.ts'
import { users as userRows } from '../../platform/db/schema/identity.ts'
import { archiveExpired, correctCounts, countPublishedPosts } from '../posts/jobs.ts'

/** What is in an album for whom: the same as in the list of a profile (product §83). */
const api = testApi({ money: true })
let alice: Actor
let fan: Actor
const { write, make, inside, list } = albumsOf(api, () => alice)
beforeEach(async () => {
  alice = await makeCreator(api)
  fan = await api.makeUser()
})

const hour = 3_600_000
const inHours = (count: number) => new Date(api.ctx.now() + count * hour).toISOString()
const change = (id: string, it: object) => api.call(alice, posts.update, { id, ...it })
const counts = async (viewer: Actor | null = null) => (await list(viewer)).map((it) => it.posts)
const status = async (viewer: Actor | null, id: string) => (await api.call(viewer, albums.get, { id })).status
const onProfile = async () => (await api.call(null, users.get, { username: alice.username })).data.albums

describe('an album', () => {
  it('is there for its creator alone while none of its posts is out', async () => {
    const draft = await write({ draft: true })
    const id = await make('Summer', draft)
    for (const viewer of [null, fan, await makeCreator(api)]) {
      expect([await status(viewer, id), await counts(viewer)]).toEqual([404, []])
      expect((await api.call(viewer, albums.posts, { id })).refusal.error).toBe('not_found')
    }
    expect([await status(alice, id), await counts(alice), await onProfile()]).toEqual([200, [0], 0])
    expect(await inside(alice, id)).toEqual([])
    await change(draft, { draft: false })
    expect([await status(null, id), await counts(), await onProfile()]).toEqual([200, [1], 1])
  })

  it.each([
    ['archived and brought back', { archived: true }, { archived: false }],
    ['withdrawn and published', { draft: true }, { draft: false }],
  ])('is without a post that is %s', async (_, away, back) => {
    const [a, b] = [await write(), await write()]
    const id = await make('Summer', a, b)
    await change(a, away)
    for (const viewer of [null, fan, alice])
      expect([await inside(viewer, id), await counts(viewer)]).toEqual([[b], [1]])
    await change(a, back)
    expect([await inside(null, id), await counts()]).toEqual([[b, a], [2]])
  })

  it('is without a post that is deleted, and gone with its last', async () => {
    const [a, b] = [await write(), await write()]
    const id = await make('Summer', a, b)
    await api.call(alice, posts.remove, { id: a })
    expect([await inside(alice, id), await counts()]).toEqual([[b], [1]])
    await api.call(alice, posts.remove, { id: b })
    expect([await status(null, id), await onProfile()]).toEqual([404, 0])
  })

  it('is without a post whose time is over at that moment, and counts without it after the job', async () => {
    const [a, b] = [await write({ expires_at: inHours(2) }), await write()]
    const id = await make('Summer', a, b)
    api.turnClock(2 * hour)
    expect(await inside(null, id)).toEqual([b])
    await archiveExpired(api.ctx)
    expect(await counts()).toEqual([1])
    api.turnClock(-2 * hour)
  })

  it('is with a planned post from its time on, and counts with it after the job', async () => {
    const [a, b] = [await write({ publish_at: inHours(1) }), await write()]
    const id = await make('Summer', a, b)
    expect([await inside(alice, id), await counts()]).toEqual([[b], [1]])
    api.turnClock(hour)
    expect(await inside(null, id)).toEqual([b, a])
    await countPublishedPosts(api.ctx)
    expect(await counts()).toEqual([2])
    api.turnClock(-hour)
  })

  it('is behind a block, of either side, and with its creator away as the profile is', async () => {
    const id = await make('Summer', await write())
    const blocked = await api.makeUser()
    await block(api, fan, alice)
    await block(api, alice, blocked)
    const gone = async (viewer: Actor | null) =>
      Promise.all([
        status(viewer, id),
        api.call(viewer, albums.posts, { id }).then((it) => it.status),
        api.call(viewer, albums.ofUser, { username: alice.username }).then((it) => it.status),
      ])
    expect([await gone(fan), await gone(blocked)]).toEqual([
      [404, 404, 404],
      [404, 404, 404],
    ])
    await api.db.update(userRows).set({ deletedAt: new Date() }).where(eq(userRows.id, alice.id))
    expect(await gone(null)).toEqual([404, 404, 404])
  })

  it('has a count that is put right every night', async () => {
    const id = await make('Summer', await write())
    await api.db.update(rows).set({ postsCount: 7 }).where(eq(rows.id, id))
    await correctCounts(api.ctx)
    expect(await counts()).toEqual([1])
  })

  it('counts all of many posts that are archived and published at once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => write()))
    await make('Summer', ...ids)
    await Promise.all(
      ids.map((id, at) => (at < 4 ? change(id, { archived: true }) : api.call(alice, posts.remove, { id }))),
    )
    expect(await counts(alice)).toEqual([0])
    await Promise.all(ids.slice(0, 4).map((id) => change(id, { archived: false })))
    expect(await counts()).toEqual([4])
  })
})

it('keeps its count while a post is put in, archived and deleted at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => write()))
  const id = await make('Summer')
  const put = (postId: string) => api.call(alice, albums.addPost, { id, postId })
  const answers = await Promise.all(
    ids.flatMap((post, at) => [
      put(post),
      at % 2 === 0 ? change(post, { archived: true }) : api.call(alice, posts.remove, { id: post }),
    ]),
  )
  expect(answers.map((it) => it.status).filter((it) => it !== 200 && it !== 404)).toEqual([])
  await Promise.all(ids.filter((_, at) => at % 2 === 0).map((post) => change(post, { archived: false })))
  expect([(await inside(null, id)).length, await counts()]).toEqual([4, [4]])
})

describe('a cover', () => {
  /** A post with a picture; answers both ids. */
  const picture = async (it: Partial<Parameters<typeof write>[0]>): Promise<[string, string]> => {
    const media = await makePicture(api, alice)
    return [await write({ media_ids: [media], ...it }), media]
  }
  const cover = async (viewer: Actor | null) => (await list(viewer))[0]?.cover

  it('is the first picture that the viewer may see, and a blur without an address for all others', async () => {
    const [open, forFollowers] = await picture({ visibility: 'followers' })
    const [locked, forSubscribers] = await picture({ visibility: 'subscribers' })
    await make('Summer', open, locked, await write())
    await follow(api, fan, alice)
    const subscriber = await api.makeUser()
    await subscribe(api, subscriber, alice)
    const blur = { locked: true, url: null, preview: expect.stringMatching(/^data:/), focal: null }
    for (const viewer of [null, await api.makeUser()]) expect(await cover(viewer)).toEqual(blur)
    expect(await cover(fan)).toMatchObject({ locked: false, url: expect.stringContaining(forFollowers) })
    expect(await cover(subscriber)).toMatchObject({ locked: false, url: expect.stringContaining(forSubscribers) })
  })

  it('is open to who bought the post, and its posts are locked tiles for others', async () => {
    const [post] = await picture({ visibility: 'paid', price: 3 })
    const id = await make('Summer', post)
    await giveCoins(api, fan, 10)
    expect(await cover(fan)).toMatchObject({ locked: true, url: null })
    const [tile] = (await api.call(fan, albums.posts, { id })).data.data
    expect(tile).toMatchObject({ access: { allowed: false }, media: [{ locked: true, url: null, price: 3 }] })
    await api.call(fan, posts.unlock, { id: post, expected_price: 3 })
    expect(await cover(fan)).toMatchObject({ locked: false })
  })

  it('is none where no post has a picture', async () => {
    await make('Summer', await write())
    expect(await cover(null)).toBeNull()
  })
})
