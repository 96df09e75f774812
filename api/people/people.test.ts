import { expect, it } from 'vitest'
import { users } from '../../contract/users.ts'
import type { Actor } from '../../tests/support/api.ts'
import { block, follow, makePicture, subscribe } from '../../tests/support/relations.ts'
import { testApi } from '../../tests/support/test-api.ts'
import type { users as table } from '../platform/db/schema/identity.ts'

const api = testApi()

/** A user with more followers and an avatar than everyone else. */
const makeStar = async (facts: Partial<typeof table.$inferInsert> = {}): Promise<Actor> => {
  const avatarMediaId = await makePicture(api, await api.makeUser())
  return api.makeUser({ isCreator: true, priceCents: 999, followersCount: 1_000, avatarMediaId, ...facts })
}

it('features creators with an avatar, none who has left, and none behind a block', async () => {
  const [viewer, alice, blocked, blocking] = [
    await api.makeUser(),
    await makeStar(),
    await makeStar(),
    await makeStar(),
  ]
  await makeStar({ isCreator: false, priceCents: null })
  await makeStar({ deletedAt: new Date() })
  await makeStar({ avatarMediaId: null })
  await block(api, viewer, blocked)
  await block(api, blocking, viewer)
  const featured = async (who: Actor | null) =>
    (await api.call(who, users.featured, {})).data.data.map((one) => one.id).sort()
  expect(await featured(null)).toEqual([alice.id, blocked.id, blocking.id].sort())
  expect(await featured(viewer)).toEqual([alice.id])
})

it('shows a fan their own subscription on a page, and never another fan’s', async () => {
  const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
  const alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  await subscribe(api, frank, alice)
  const shown = async (who: Actor | null) => {
    const { is_subscribed, subscription } = (await api.call(who, users.get, { username: alice.username })).data
    return [is_subscribed, subscription?.price ?? null]
  }
  expect([await shown(null), await shown(fiona), await shown(frank)]).toEqual([
    [false, null],
    [false, null],
    [true, 9.99],
  ])
})

it('shows no user who has left: not their page, and not in a list', async () => {
  const viewer = await api.makeUser()
  const [here, gone] = [await api.makeUser(), await api.makeUser({ deletedAt: new Date() })]
  for (const user of [here, gone]) await follow(api, viewer, user)
  const status = async (user: Actor) => (await api.call(viewer, users.get, { username: user.username })).status
  expect([await status(here), await status(gone)]).toEqual([200, 404])
  expect((await api.call(viewer, users.following, {})).data.data.map((one) => one.id)).toEqual([here.id])
})
