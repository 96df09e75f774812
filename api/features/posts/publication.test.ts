import { afterAll, beforeAll, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { type Purged, startPurged } from '../../../tests/support/purged.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { countPublishedPosts } from './jobs.ts'

/** What comes out by itself, and what is taken away: the edge hears of it, and the numbers agree with what is shown. */
let api: TestApi
let edge: Purged
let alice: Actor
let fiona: Actor
beforeAll(async () => {
  edge = await startPurged()
  api = await openTestApi({ env: edge.env })
  alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
  fiona = await api.makeUser()
})
afterAll(async () => {
  edge.close()
  await api.close()
})

const minute = 60_000
const write = async (in_ms: number | null = null) =>
  (
    await api.call(alice, posts.create, {
      text: 'Words',
      visibility: 'public',
      publish_at: in_ms === null ? null : new Date(api.ctx.now() + in_ms).toISOString(),
    })
  ).data
const count = async () => (await api.call(null, users.get, { username: 'alice' })).data.counts.posts
const listed = async () => (await api.call(null, posts.ofUser, { username: 'alice' })).data.data.length
/** Whom an act tells of: what was told before the mark that is told after it. */
async function afterCommits(act: () => Promise<unknown>, ...names: string[]): Promise<void> {
  await act()
  purgeProfile(api.ctx, 'mark')
  await expect.poll(() => edge.names).toContain('mark')
  expect([...new Set(edge.names)].filter((it) => it !== 'mark')).toEqual(names)
  edge.names = []
}

it('a scheduled post is told when its time has come, once, and counted from then on', async () => {
  await afterCommits(() => write(), 'alice')
  await afterCommits(() => write(10 * minute), 'alice')
  expect([await count(), await listed()]).toEqual([1, 1])
  await afterCommits(() => countPublishedPosts(api.ctx))
  expect(await count()).toBe(1)
  api.turnClock(11 * minute)
  await afterCommits(() => countPublishedPosts(api.ctx), 'alice')
  expect([await count(), await listed()]).toEqual([2, 2])
  await afterCommits(() => countPublishedPosts(api.ctx))
})

it('one that is due while nobody looked is told by who looks next', async () => {
  await afterCommits(() => write(minute), 'alice')
  api.turnClock(180 * minute)
  await afterCommits(() => countPublishedPosts(api.ctx), 'alice')
  expect(await count()).toBe(await listed())
})

it('a comment that is taken away is gone from the pages that visitors share', async () => {
  let id = ''
  await afterCommits(async () => {
    const post = await write()
    id = (await api.call(fiona, posts.addComment, { id: post.id, text: 'Rude' })).data.id
  }, 'alice')
  await afterCommits(() => api.call(alice, posts.removeComment, { id }), 'alice')
})
