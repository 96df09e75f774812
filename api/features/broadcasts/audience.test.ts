import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { audiences } from '../../../contract/broadcast-shapes.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { block, follow, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users } from '../../platform/db/schema/identity.ts'

/** Two creators, and a fan of one of them in every audience: the other reaches none of them. */
const api = testApi()
const counts = async (creator: Actor) =>
  Object.fromEntries(
    await Promise.all(
      audiences.map(async (audience) => [
        audience,
        (await api.call(creator, broadcasts.audiences, { audience, exclude: [], skip_waiting: false })).data.count,
      ]),
    ),
  )
const makeCreator = () => api.makeUser({ isCreator: true, priceCents: 999 })

let bob: Actor
let alice: Actor
beforeAll(async () => {
  bob = await makeCreator()
  alice = await makeCreator()
  const [follower, subscriber, former] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  await follow(api, follower, bob)
  await subscribe(api, subscriber, bob)
  await subscribe(api, former, bob, { activeUntil: new Date(Date.now() - 60_000) })
  await giveCoins(api, follower, 20)
  await api.call(follower, chat.tip, { id: bob.id, amount: 5 })
})

it('counts fans for their own creator, and none for another', async () => {
  expect(await counts(bob)).toEqual({
    followers: 1,
    subscribers: 1,
    all: 2,
    expired: 1,
    new_subscribers: 1,
    spenders: 1,
    non_spenders: 1,
  })
  expect(Object.values(await counts(alice))).toEqual(audiences.map(() => 0))
})

it('sends nothing to the fans of another, to closed accounts, and to those without a name', async () => {
  const [receiver, closed, nameless] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  for (const fan of [receiver, closed, nameless]) await follow(api, fan, alice)
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, closed.id))
  await api.db.update(users).set({ username: null }).where(eq(users.id, nameless.id))
  const id = await sendBroadcast(api, alice, { audience: 'all', content: 'Hello' })
  expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({ recipients: 1, sent: 1 })
})

it('leaves out a fan who turned off this creator alone', async () => {
  const fan = await api.makeUser()
  const [carol, dora] = [await makeCreator(), await makeCreator()]
  for (const creator of [carol, dora]) await follow(api, fan, creator)
  await api.call(fan, broadcasts.setFrequency, { creatorId: carol.id, frequency: 'off' })
  expect([(await counts(carol)).all, (await counts(dora)).all]).toEqual([0, 1])
})

it('leaves out a fan whom a block separates from the creator, by either of them', async () => {
  const [carol, fan, blocked, blocker] = [
    await makeCreator(),
    await api.makeUser(),
    await api.makeUser(),
    await api.makeUser(),
  ]
  for (const it of [fan, blocked, blocker]) await follow(api, it, carol)
  await block(api, carol, blocked)
  await block(api, blocker, carol)
  expect((await counts(carol)).followers).toBe(1)
  const id = await sendBroadcast(api, carol, { audience: 'followers', content: 'Hello' })
  expect((await api.call(carol, broadcasts.get, { id })).data).toMatchObject({ recipients: 1, sent: 1 })
})
