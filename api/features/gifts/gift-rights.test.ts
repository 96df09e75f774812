import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { gifts } from '../../../contract/gifts.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { block, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { accept } from './gifts.ts'

const api = testApi({ money: true })
let alice: Actor
let giver: Actor
let fan: Actor
beforeEach(async () => {
  alice = await makeCreator(api, 10)
  giver = await api.makeUser()
  fan = await api.makeUser()
  await giveCoins(api, giver, 100)
})

const give = async () => (await api.call(giver, gifts.give, { id: alice.id, months: 1, expected_price: 10 })).data.gift
const coins = async () => (await api.call(giver, wallet.get, {})).data.coins
const given = async (who: Actor) => (await api.call(who, gifts.list, {})).data.data.map((it) => it.id)

it('is listed for its giver only, who alone takes it back', async () => {
  const other = await api.makeUser()
  const { id } = await give()
  expect([await given(giver), await given(other)]).toEqual([[id], []])
  expect((await api.call(other, gifts.takeBack, { id })).refusal.error).toBe('not_found')
  expect(await coins()).toBe(90)
  expect((await api.call(giver, gifts.takeBack, { id })).data).toMatchObject({ coins: 100, gift: { id } })
})

it('is not taken back once it is accepted', async () => {
  const { id, code } = await give()
  await api.call(fan, gifts.accept, { code })
  expect((await api.call(giver, gifts.takeBack, { id })).refusal.error).toBe('already_done')
  expect(await coins()).toBe(90)
})

describe('is gone for fans', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['when the creator blocks the giver', () => block(api, alice, giver)],
    ['when the giver blocks the creator', () => block(api, giver, alice)],
    [
      'when the creator is one no longer',
      () => api.db.update(users).set({ isCreator: false }).where(eq(users.id, alice.id)),
    ],
  ])('%s', async (_, happen) => {
    const { code } = await give()
    await happen()
    expect((await api.call(fan, gifts.accept, { code })).refusal.error).toBe('gone')
  })
})

it('begins no months for a fan whose account closes while they accept', async () => {
  const { code } = await give()
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, fan.id))
  const accepted = api.db.transact((tx) => accept(tx, api.ctx, fan.id, code))
  await expect(
    accepted.then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    ),
  ).resolves.toBe('unauthorised')
})

describe('is of no use', () => {
  const verdict = async (code: string) => (await api.call(fan, gifts.get, { code })).data.accepting

  it('to a fan who subscribes to this creator for nothing, and to no other', async () => {
    const { code } = await give()
    await subscribe(api, await api.makeUser(), alice, { activeUntil: null })
    await subscribe(api, fan, await makeCreator(api), { activeUntil: null })
    expect(await verdict(code)).toMatchObject({ allowed: true })
    await subscribe(api, fan, alice)
    expect(await verdict(code)).toMatchObject({ allowed: true })
    const ofFan = eq(subscriptions.fanId, fan.id)
    await api.db.update(subscriptions).set({ activeUntil: null }).where(ofFan)
    expect(await verdict(code)).toMatchObject({ allowed: false })
    await api.db.update(subscriptions).set({ status: 'ended' }).where(ofFan)
    expect(await verdict(code)).toMatchObject({ allowed: true })
  })
})
