import { expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi()
const write = async (author: Actor) =>
  (await api.call(author, posts.create, { text: 'Hi', visibility: 'public' })).data.id
const pin = (author: Actor, id: string, pinned = true) => api.call(author, posts.update, { id, pinned })
const writeSome = async (author: Actor, count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await write(author))
  return ids
}
/** The pinned posts as a page of the profile has them, in its order. */
const pinnedOf = async ({ username }: Actor) =>
  (await api.call(null, posts.profilePage, { username })).data.posts.data.filter((it) => it.pinned).map((it) => it.id)

it('pins up to three posts in the order of pinning, and refuses a fourth', async () => {
  const alice = await makeCreator(api)
  const [a = '', b = '', c = '', d = ''] = await writeSome(alice, 4)
  for (const id of [c, a, d]) {
    expect((await pin(alice, id)).data.pinned).toBe(true)
    api.turnClock(1_000)
  }
  expect(await pinnedOf(alice)).toEqual([c, a, d])
  const { status, refusal } = await pin(alice, b)
  expect([status, refusal.error]).toEqual([409, 'pins_full'])
  expect((await pin(alice, c)).data.pinned).toBe(true)
  expect(await pinnedOf(alice)).toEqual([c, a, d])
  await pin(alice, c, false)
  expect((await pin(alice, b)).data.pinned).toBe(true)
  expect(await pinnedOf(alice)).toEqual([a, d, b])
  api.turnClock(-3_000)
})

it('pages through old pinned posts and then through all others, newest first', async () => {
  const alice = await makeCreator(api)
  const [a = '', b = '', c = '', d = '', e = ''] = await writeSome(alice, 5)
  await pin(alice, b)
  api.turnClock(1_000)
  await pin(alice, a)
  for (const limit of [1, 2, 3]) {
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = (await api.call(null, posts.ofUser, { username: alice.username, limit, cursor })).data
      found.push(...page.data.map((it) => it.id))
      cursor = page.next
    }
    expect(found, `${limit}`).toEqual([b, a, e, d, c])
  }
  api.turnClock(-1_000)
})

it('leaves the place of a deleted post free, and counts no other author', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  const [first = '', ...others] = await writeSome(alice, 4)
  for (const id of [first, ...others.slice(1)]) await pin(alice, id)
  expect((await pin(bob, await write(bob))).data.pinned).toBe(true)
  await api.call(alice, posts.remove, { id: first })
  expect((await pin(alice, others[0] ?? '')).data.pinned).toBe(true)
})

it('pins three of five that are pinned at once', async () => {
  const alice = await makeCreator(api)
  const ids = await writeSome(alice, 5)
  const answers = await Promise.all(ids.map((id) => pin(alice, id)))
  expect(answers.map((it) => it.status).sort()).toEqual([200, 200, 200, 409, 409])
  expect(await pinnedOf(alice)).toHaveLength(3)
})
