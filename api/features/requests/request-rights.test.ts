import { beforeEach, expect, it } from 'vitest'
import { requests } from '../../../contract/requests.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { block, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })
let alice: Actor
let bea: Actor
let fan: Actor
let otherFan: Actor
beforeEach(async () => {
  alice = await makeCreator(api, 0)
  bea = await makeCreator(api, 0)
  fan = await api.makeUser()
  otherFan = await api.makeUser()
  for (const who of [fan, otherFan]) {
    await giveCoins(api, who, 100)
    for (const { id } of [alice, bea]) await api.call(who, users.follow, { id })
  }
  await api.call(alice, requests.setSettings, { min_price: 5 })
  await api.call(bea, requests.setSettings, { min_price: 20 })
})

const create = async (who: Actor, creator: Actor) =>
  (await api.call(who, requests.create, { id: creator.id, text: 'A song, please.', price: 20 })).data.request.id

it('is shown to its two sides only', async () => {
  const id = await create(fan, alice)
  for (const [who, creator] of [
    [fan, bea],
    [otherFan, alice],
    [otherFan, bea],
  ] as const)
    await create(who, creator)
  for (const [who, other] of [
    [fan, alice],
    [alice, fan],
  ] as const) {
    const { data } = (await api.call(who, requests.withUser, { userId: other.id })).data
    expect(data.map((it) => it.id)).toEqual([id])
  }
})

it('costs what its creator asks, not what another one does', async () => {
  const minimum = async (who: Actor) => (await api.call(who, requests.settings, {})).data.min_price
  expect([await minimum(alice), await minimum(bea), await minimum(await makeCreator(api))]).toEqual([5, 20, null])
})

it('is delivered to no fan behind a block', async () => {
  const id = await create(fan, alice)
  await block(api, fan, alice)
  const media_ids = [await makePicture(api, alice)]
  expect((await api.call(alice, requests.deliver, { id, media_ids, content: '' })).refusal.error).toBe('not_found')
  expect((await api.call(alice, requests.decline, { id })).data.state).toBe('declined')
})
