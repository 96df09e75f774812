import { expect, test } from 'vitest'
import { subscriptions } from '../../../contract/subscriptions.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { postMedia, posts } from '../../platform/db/schema/posts.ts'

const api = testApi()
const dayMs = 86_400_000
const at = (days: number) => new Date(api.ctx.now() + days * dayMs)

async function write(author: Actor, values: Partial<typeof posts.$inferInsert> = {}, pictures = 0): Promise<void> {
  const id = newId()
  const post = { id, authorId: author.id, text: 'x', visibility: 'subscribers', publishedAt: at(-1) } as const
  await api.db.insert(posts).values({ ...post, ...values })
  for (let position = 0; position < pictures; position++)
    await api.db.insert(postMedia).values({ postId: id, mediaId: await makePicture(api, author), position })
}

const months = async (fan: Actor) =>
  new Map((await api.call(fan, subscriptions.list, {})).data.data.map((it) => [it.creator.id, it.month]))

test('a subscription says what its creator has published for subscribers in the last 30 days', async () => {
  const fan = await api.makeUser()
  const [alice, bob] = [await makeCreator(api, 9.99), await makeCreator(api, 9.99)]
  for (const creator of [alice, bob]) await subscribe(api, fan, creator)
  await write(alice, {}, 2)
  await write(alice, { publishedAt: at(-29.9) }, 1)
  // Too old, not out yet, a draft, gone, archived, over, and for others.
  await write(alice, { publishedAt: at(-30.1) }, 1)
  await write(alice, { publishedAt: at(1) })
  await write(alice, { publishedAt: null })
  await write(alice, { deletedAt: at(0) })
  await write(alice, { archivedAt: at(0) })
  await write(alice, { expiresAt: at(-0.5) })
  await write(alice, { visibility: 'public' }, 1)
  await write(alice, { visibility: 'paid', priceCents: 500 })
  const seen = await months(fan)
  expect(seen.get(alice.id)).toEqual({ posts: 2, media: 3 })
  expect(seen.get(bob.id)).toEqual({ posts: 0, media: 0 })
})

test('one that is over says nothing of it', async () => {
  const fan = await api.makeUser()
  const alice = await makeCreator(api, 9.99)
  await subscribe(api, fan, alice, { activeUntil: at(-1) })
  await write(alice)
  expect((await months(fan)).get(alice.id)).toBeNull()
})
