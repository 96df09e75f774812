import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { actAs, join, makeAgency, represent } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { purchases } from '../../platform/db/schema/media.ts'

const api = testApi()
const dayMs = 86_400_000

/** An agency whose operator acts as its creator, with a fan who follows her. */
async function makeDesk() {
  const agency = await makeAgency(api, allRights)
  const fan = await api.makeUser()
  await follow(api, fan, agency.creator)
  return { ...agency, fan, browser: await actAs(api, agency.operator, agency.creator) }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>
const write = async (as: Actor, to: Actor, more = {}) =>
  (await api.call(as, chat.send, { receiver_id: to.id, content: 'Hello', ...more })).data.id

describe('the log of what operators did', () => {
  it('names the fan of a message and of a conversation to the creator, for messages of either side', async () => {
    const { fan, creator, browser } = await makeDesk()
    const received = await write(fan, creator)
    await api.call(browser, chat.like, { id: received })
    const sent = await api.call(browser, chat.send, { receiver_id: fan.id, content: 'Hello' })
    await api.call(browser, chat.mute, { id: sent.data.session_id })
    const log = await api.call(creator, agencies.myActivity, { area: 'chat' })
    expect(log.status).toBe(200)
    expect(log.data.data.map((it) => [it.action, it.about?.id])).toEqual([
      ['chat.mute', fan.id],
      ['chat.send', fan.id],
      ['chat.like', fan.id],
    ])
  })

  it('shows the agency that it was about the creator herself', async () => {
    const { creator, browser, owner, agencyId } = await makeDesk()
    await api.call(browser, subscriptions.setPrice, { price: 4.99 })
    const { data } = (await api.call(owner, agencies.activity, { id: agencyId, area: 'subscriptions' })).data
    expect(data.map((it) => [it.action, it.object])).toEqual([
      ['subscriptions.setPrice', { kind: 'user', id: creator.id }],
    ])
  })

  it('names to the agency whose grant was changed, and no fan', async () => {
    const { operator, browser, owner, agencyId, place, fan } = await makeDesk()
    await api.call(browser, chat.send, { receiver_id: fan.id, content: 'Hello' })
    await api.call(owner, agencies.putGrant, { ...place, permissions: rights('can_chat') })
    const of = async (area: string) =>
      (await api.call(owner, agencies.activity, { id: agencyId, area })).data.data.map((it) => [
        it.action,
        it.about?.id,
      ])
    expect((await of('agencies')).filter(([action]) => action === 'agencies.put_grant')).toEqual([
      ['agencies.put_grant', operator.id],
      ['agencies.put_grant', operator.id],
    ])
    expect(await of('chat')).toEqual([['chat.send', undefined]])
  })
})

describe('the figures of an agency', () => {
  const figures = async (desk: Desk, days?: '7') =>
    (await api.call(desk.owner, agencies.figures, { id: desk.agencyId, ...(days && { days }) })).data.data
  const of = async (desk: Desk, who: Actor, days?: '7') =>
    (await figures(desk, days)).find((it) => it.operator.id === who.id)
  const sell = async (as: Actor, creator: Actor, fan: Actor) => {
    const picture = await makePicture(api, creator)
    await write(as, fan, { media_ids: [picture], price: 5 })
    await giveCoins(api, fan, 5)
    expect((await api.call(fan, media.unlock, { id: picture, expected_price: 5 })).status).toBe(200)
  }

  it('are of the last days only', async () => {
    const desk = await makeDesk()
    await write(desk.browser, desk.fan)
    expect((await of(desk, desk.operator, '7'))?.messages).toBe(1)
    api.turnClock(8 * dayMs)
    expect([(await of(desk, desk.operator, '7'))?.messages, (await of(desk, desk.operator))?.messages]).toEqual([0, 1])
    api.turnClock(-8 * dayMs)
  })

  it('count what each operator has sold, without refunds', async () => {
    const desk = await makeDesk()
    const lea = await api.makeUser()
    const memberId = await join(api, desk.owner, desk.agencyId, lea)
    await api.call(desk.owner, agencies.putGrant, { ...desk.place, memberId, permissions: allRights })
    await sell(desk.browser, desk.creator, desk.fan)
    const asLea = await actAs(api, lea, desk.creator)
    for (const fan of [desk.fan, await api.makeUser()]) {
      await sell(asLea, desk.creator, fan)
      if (fan !== desk.fan)
        await api.db.update(purchases).set({ refundedAt: new Date() }).where(eq(purchases.buyerId, fan.id))
    }
    await write(asLea, desk.fan)
    const rows = (await figures(desk)).map((it) => [it.operator.id, it.messages, it.sold, it.earned])
    expect(rows).toEqual([
      [lea.id, 3, 1, 5],
      [desk.operator.id, 1, 1, 5],
      [desk.owner.id, 0, 0, 0],
    ])
  })

  it('have amounts only for creators whose ceiling opens payments', async () => {
    const desk = await makeDesk()
    await sell(desk.browser, desk.creator, desk.fan)
    expect(await of(desk, desk.operator)).toMatchObject({ sold: 1, earned: 5 })
    await api.call(desk.creator, agencies.setCeiling, { id: desk.linkId, ceiling: rights('can_chat') })
    expect(await of(desk, desk.operator)).toMatchObject({ sold: 1, earned: 0 })
  })

  it('are of members and creators of today, and count a message once for who came back', async () => {
    const desk = await makeDesk()
    await write(desk.browser, desk.fan)
    await api.call(desk.owner, agencies.removeMember, { id: desk.agencyId, memberId: desk.memberId })
    expect(await of(desk, desk.operator)).toBeUndefined()
    await join(api, desk.owner, desk.agencyId, desk.operator)
    expect((await of(desk, desk.operator))?.messages).toBe(1)
    await api.call(desk.creator, agencies.endLink, { id: desk.linkId })
    expect((await of(desk, desk.operator))?.messages).toBe(0)
    await represent(api, desk.owner, desk.agencyId, desk.creator)
    expect((await of(desk, desk.operator))?.messages).toBe(1)
  })
})
