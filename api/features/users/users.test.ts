import { and, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { block, follow, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'

const api = testApi()
let fan: Actor
let otherFan: Actor
let alice: Actor
let bea: Actor
beforeEach(async () => {
  fan = await api.makeUser()
  otherFan = await api.makeUser()
  alice = await makeCreator(api)
  bea = await makeCreator(api)
})

const followedBy = async (who: Actor) => (await api.call(who, users.following, {})).data.data.map((it) => it.id)
const blockedBy = async (who: Actor) => (await api.call(who, users.blocked, {})).data.data.map((it) => it.id)
const followersOf = async (who: Actor) =>
  (await api.call(null, users.get, { username: who.username })).data.counts.followers

describe('a follow', () => {
  it('ends for its fan and its creator only', async () => {
    for (const who of [fan, otherFan]) for (const { id } of [alice, bea]) await api.call(who, users.follow, { id })
    await api.call(fan, users.unfollow, { id: alice.id })
    await api.call(fan, users.unfollow, { id: alice.id })
    expect([await followedBy(fan), await followedBy(otherFan)]).toEqual([[bea.id], [bea.id, alice.id]])
    expect([await followersOf(alice), await followersOf(bea)]).toEqual([1, 2])
  })

  it('is refused to oneself and across a block, in either direction', async () => {
    await block(api, fan, alice)
    await block(api, bea, fan)
    for (const act of [users.follow, users.unfollow]) {
      expect((await api.call(fan, act, { id: fan.id })).refusal.error).toBe('own_thing')
      for (const { id } of [alice, bea]) expect((await api.call(fan, act, { id })).refusal.error).toBe('not_found')
    }
  })
})

describe('a block', () => {
  const subscription = async (who: Actor, creator: Actor) => {
    const ofBoth = and(eq(subscriptions.fanId, who.id), eq(subscriptions.creatorId, creator.id))
    const [row] = await api.db.select().from(subscriptions).where(ofBoth)
    return [row?.status, row?.renewsAt !== null]
  }

  it('ends follows and renewals between the two only, and leaves a paid month', async () => {
    for (const who of [fan, otherFan])
      for (const creator of [alice, bea]) {
        await follow(api, who, creator)
        await subscribe(api, who, creator)
      }
    await api.db
      .update(subscriptions)
      .set({ renewsAt: new Date() })
      .where(inArray(subscriptions.fanId, [fan.id, otherFan.id]))
    await api.call(alice, users.block, { id: fan.id })
    expect(await subscription(fan, alice)).toEqual(['cancelled', false])
    for (const [who, creator] of [
      [fan, bea],
      [otherFan, alice],
      [otherFan, bea],
    ] as const)
      expect(await subscription(who, creator)).toEqual(['active', true])
    expect([await followedBy(fan), (await followedBy(otherFan)).length]).toEqual([[bea.id], 2])
  })

  it('ends a subscription without an end, in either direction, and revives none that has ended', async () => {
    await subscribe(api, fan, alice, { activeUntil: null })
    await api.call(fan, users.block, { id: alice.id })
    expect(await subscription(fan, alice)).toEqual(['ended', false])
    await subscribe(api, fan, bea)
    await api.db.update(subscriptions).set({ status: 'ended' }).where(eq(subscriptions.creatorId, bea.id))
    await api.call(fan, users.block, { id: bea.id })
    expect(await subscription(fan, bea)).toEqual(['ended', false])
  })

  it('is listed and ended by the user who made it only', async () => {
    for (const who of [alice, bea]) for (const { id } of [fan, otherFan]) await api.call(who, users.block, { id })
    expect(await blockedBy(alice)).toEqual([otherFan.id, fan.id])
    await api.call(alice, users.unblock, { id: fan.id })
    expect([await blockedBy(alice), await blockedBy(bea)]).toEqual([[otherFan.id], [otherFan.id, fan.id]])
    expect(await blockedBy(fan)).toEqual([])
  })

  it('hides the page of the blocker from the blocked user, and not the other way round', async () => {
    await block(api, alice, fan)
    expect((await api.call(fan, users.get, { username: alice.username })).status).toBe(404)
    expect((await api.call(alice, users.get, { username: fan.username })).data.is_blocked).toBe(true)
    expect((await api.call(otherFan, users.get, { username: alice.username })).status).toBe(200)
  })
})
