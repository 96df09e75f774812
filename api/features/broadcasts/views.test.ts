import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { media as unlocking } from '../../../contract/media.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { block, follow, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { purchases } from '../../platform/db/schema/media.ts'

/** What is read of two creators' broadcasts to two fans each. */
const api = testApi()
let alice: Actor
let bea: Actor
let fiona: Actor
let frank: Actor
let fromAlice: string
let fromBea: string
beforeEach(async () => {
  const creator = () => api.makeUser({ isCreator: true, priceCents: 999 })
  ;[alice, bea, fiona, frank] = [await creator(), await creator(), await api.makeUser(), await api.makeUser()]
  for (const fan of [fiona, frank]) for (const it of [alice, bea]) await follow(api, fan, it)
  fromAlice = await sendBroadcast(api, alice, { audience: 'followers', content: 'from Alice' })
  fromBea = await sendBroadcast(api, bea, { audience: 'followers', content: 'from Bea' })
})

const idsOf = async (who: Actor) => (await api.call(who, broadcasts.list, {})).data.data.map((it) => it.id)
const channelOf = async (who: Actor, query: { creator_id?: string; limit?: number } = {}) =>
  (await api.call(who, broadcasts.channel, query)).data
const textsOf = async (who: Actor, query = {}) => (await channelOf(who, query)).data.map((it) => it.content)

it('shows each creator their own broadcasts only', async () => {
  expect([await idsOf(alice), await idsOf(bea)]).toEqual([[fromAlice], [fromBea]])
  expect((await api.call(alice, broadcasts.get, { id: fromAlice })).data.content).toBe('from Alice')
  expect((await api.call(alice, broadcasts.get, { id: fromBea })).refusal.error).toBe('not_found')
})

describe('the channel', () => {
  it('holds the messages to this fan, of all creators or of one', async () => {
    const { data } = await channelOf(fiona)
    expect(data.map((it) => it.content)).toEqual(['from Bea', 'from Alice'])
    expect(await textsOf(fiona, { creator_id: alice.id })).toEqual(['from Alice'])
    const rows = await api.db.select().from(messages).where(eq(messages.receiverId, fiona.id))
    expect(data.map((it) => it.message_id).sort()).toEqual(rows.map((it) => it.id).sort())
  })

  it('shows the choice of this fan for each creator', async () => {
    await api.call(frank, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'digest' })
    await api.call(frank, broadcasts.setFrequency, { creatorId: bea.id, frequency: 'off' })
    const choices = async (who: Actor) => (await channelOf(who)).data.map((it) => it.frequency)
    expect([await choices(fiona), await choices(frank)]).toEqual([
      ['all', 'all'],
      ['off', 'digest'],
    ])
  })

  it('fills its page beside what was taken back and what is behind a block', async () => {
    const id = await sendBroadcast(api, bea, { audience: 'followers', content: 'taken back' })
    const row = eq(messages.broadcastId, id)
    await api.db.update(messages).set({ deletedAt: new Date() }).where(row)
    expect(await textsOf(fiona, { limit: 1 })).toEqual(['from Bea'])
    await block(api, fiona, bea)
    expect(await textsOf(fiona, { limit: 1 })).toEqual(['from Alice'])
    expect(await textsOf(frank, { limit: 1 })).toEqual(['from Bea'])
  })
})

describe('how often broadcasts come', () => {
  it('is chosen for another creator only', async () => {
    const choose = async (creatorId: string) =>
      (await api.call(alice, broadcasts.setFrequency, { creatorId, frequency: 'off' })).status
    expect(await choose(bea.id)).toBe(200)
    expect([await choose(alice.id), await choose(fiona.id)]).toEqual([404, 404])
  })
})

it('counts what was sold, without what was paid back', async () => {
  const content = { content: 'sold', price: 5, media_ids: [await makePicture(api, alice)] }
  const id = await sendBroadcast(api, alice, { audience: 'followers', ...content })
  for (const fan of [fiona, frank]) {
    await giveCoins(api, fan, 5)
    const media = (await channelOf(fan)).data[0]?.media[0]?.id ?? ''
    expect((await api.call(fan, unlocking.unlock, { id: media, expected_price: 5 })).status).toBe(200)
  }
  const figures = async () => (await api.call(alice, broadcasts.get, { id })).data
  expect(await figures()).toMatchObject({ unlocked: 2, earned: 10 })
  await api.db.update(purchases).set({ refundedAt: new Date() }).where(eq(purchases.buyerId, frank.id))
  expect(await figures()).toMatchObject({ unlocked: 1, earned: 5 })
})
