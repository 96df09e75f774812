import { afterAll, beforeAll, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { type Purged, startPurged } from '../../../tests/support/purged.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { countPublishedPosts } from './jobs.ts'

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
const write = async (publishInMs: number | null = null) =>
  (
    await api.call(alice, posts.create, {
      text: 'Words',
      visibility: 'public',
      publish_at: publishInMs === null ? null : new Date(api.ctx.now() + publishInMs).toISOString(),
    })
  ).data
const count = async () => (await api.call(null, users.get, { username: 'alice' })).data.counts.posts
const listed = async () => (await api.call(null, posts.ofUser, { username: 'alice' })).data.data.length
/** Expects a call to purge the profiles of these users: all that is purged before the marker, which is purged last. */
async function expectPurged(call: () => Promise<unknown>, ...names: string[]): Promise<void> {
  await call()
  purgeProfile(api.ctx, 'marker')
  await expect.poll(() => edge.names).toContain('marker')
  expect([...new Set(edge.names)].filter((it) => it !== 'marker')).toEqual(names)
  edge.names = []
}

it('counts a scheduled post and purges the profile once, when the post is published', async () => {
  await expectPurged(() => write(), 'alice')
  await expectPurged(() => write(10 * minute), 'alice')
  expect([await count(), await listed()]).toEqual([1, 1])
  await expectPurged(() => countPublishedPosts(api.ctx))
  expect(await count()).toBe(1)
  api.turnClock(11 * minute)
  await expectPurged(() => countPublishedPosts(api.ctx), 'alice')
  expect([await count(), await listed()]).toEqual([2, 2])
  await expectPurged(() => countPublishedPosts(api.ctx))
})

it('counts a post that was published three hours before the job ran', async () => {
  await expectPurged(() => write(minute), 'alice')
  api.turnClock(180 * minute)
  await expectPurged(() => countPublishedPosts(api.ctx), 'alice')
  expect(await count()).toBe(await listed())
})

it('purges the profile when a comment is deleted', async () => {
  let id = ''
  await expectPurged(async () => {
    const post = await write()
    id = (await api.call(fiona, posts.addComment, { id: post.id, text: 'Rude' })).data.id
  }, 'alice')
  await expectPurged(() => api.call(alice, posts.removeComment, { id }), 'alice')
})
