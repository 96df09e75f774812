import { beforeAll, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { block, follow, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { posts as rows } from '../../platform/db/schema/posts.ts'
import { readPostsById } from './read.ts'

/** Which posts the lists of a viewer show beside others that they do not. */
const api = testApi({ money: true })
let alice: Actor
let bea: Actor
let fan: Actor
beforeAll(async () => {
  alice = await makeCreator(api)
  bea = await makeCreator(api)
  fan = await api.makeUser()
})

type Writing = Partial<Parameters<typeof api.call<typeof posts.create>>[2]>
const write = async (author: Actor, more: Writing = {}) =>
  (await api.call(author, posts.create, { text: 'Words', visibility: 'public', ...more })).data.id
const inAnHour = () => ({ publish_at: new Date(api.ctx.now() + 3_600_000).toISOString() })

it.each(['following', 'subscribed'] as const)('leaves no room for those behind a block in a feed: %s', async (tab) => {
  const reader = await api.makeUser()
  const [near, gone] = [await makeCreator(api), await makeCreator(api)]
  for (const author of [near, gone]) {
    await follow(api, reader, author)
    await subscribe(api, reader, author)
  }
  const own = await write(near)
  await write(gone)
  const first = async () => (await api.call(reader, posts.feed, { tab, limit: 1 })).data.data.map((it) => it.id)
  expect(await first()).not.toEqual([own])
  await block(api, gone, reader)
  expect(await first()).toEqual([own])
})

it.each(['following', 'subscribed'] as const)(
  'pages through more authors than a page has room for, with equal times, as one list: %s',
  async (tab) => {
    const reader = await api.makeUser()
    const authors = await Promise.all([1, 2, 3, 4, 5].map(() => makeCreator(api)))
    const written: { id: string; at: number }[] = []
    for (const [n, author] of authors.entries()) {
      await (tab === 'following' ? follow : subscribe)(api, reader, author)
      // Two authors share each time, one has all of the newest posts, and one has none in the middle.
      for (const hours of n === 4 ? [1, 1, 1, 2, 90] : [3 + n, 3 + n, 4 + n, 80, 80 + n]) {
        const [id, at] = [newId(), Math.floor(api.ctx.now() / 1000) * 1000 - hours * 3_600_000]
        await api.db
          .insert(rows)
          .values({ id, authorId: author.id, text: 'x', visibility: 'public', publishedAt: new Date(at) })
        written.push({ id, at })
      }
    }
    const expected = written.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map((it) => it.id)
    for (const limit of [1, 3, 7, 100]) {
      const found: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = (await api.call(reader, posts.feed, { tab, limit, cursor })).data
        found.push(...page.data.map((it) => it.id))
        cursor = page.next
      }
      expect(found, `${limit}`).toEqual(expected)
    }
  },
)

it('reads those that are named where they are out, not behind a block, or the reader’s own', async () => {
  const [out, draft, planned] = [
    await write(alice),
    await write(alice, { draft: true }),
    await write(alice, inAnHour()),
  ]
  const removed = await write(alice)
  await api.call(alice, posts.remove, { id: removed })
  const other = await write(bea)
  const ids = [out, draft, planned, removed, other]
  const read = async ({ id }: Actor) => [...(await readPostsById(api.ctx, { id, acting: null }, ids)).keys()].sort()
  expect(await read(fan)).toEqual([out, other].sort())
  expect(await read(alice)).toEqual([out, draft, planned, other].sort())
  await block(api, bea, fan)
  expect(await read(fan)).toEqual([out])
})

it('sells no words of a post for subscribers to a fan who owns its media from elsewhere', async () => {
  const buyer = await api.makeUser()
  await giveCoins(api, buyer, 20)
  const { postId, mediaId } = await makePaidPost(api, alice, 4)
  await api.call(buyer, posts.unlock, { id: postId, expected_price: 4 })
  const id = await write(alice, { visibility: 'subscribers', price: 3, media_ids: [mediaId] })
  const { access, media } = (await api.call(buyer, posts.get, { id })).data
  expect([access.allowed, media.map((it) => it.locked)]).toEqual([false, [false]])
  expect((await api.call(buyer, posts.unlock, { id, expected_price: 3 })).refusal.error).toBe('forbidden')
})
