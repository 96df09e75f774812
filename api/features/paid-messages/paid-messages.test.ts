import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { audience } from '../../../contract/audience.ts'
import { automation } from '../../../contract/automation.ts'
import { chat } from '../../../contract/chat.ts'
import type { Sent } from '../../../contract/endpoint.ts'
import { media } from '../../../contract/media.ts'
import { paidMessageSorts } from '../../../contract/paid-message-sorts.ts'
import { paidMessages } from '../../../contract/paid-messages.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import { actAs, makeAgency, represent } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { allRights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readViewer } from '../../identity/viewer.ts'
import { automationRuns } from '../../platform/db/schema/automation.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { markRead } from '../chat/messages.ts'

/** Messages that were for sale to one fan (product §89). */
const api = testApi({ money: true })
let creator: Actor
beforeEach(async () => {
  creator = await makeCreator(api)
})

async function makeFan(of: Actor = creator): Promise<Actor> {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  await follow(api, fan, of)
  return fan
}

type Offer = { id: string; picture: string; price: number }
async function offer(fan: Actor, price: number, { by = creator, text = 'for you' } = {}): Promise<Offer> {
  const picture = await makePicture(api, creator)
  const sent = { receiver_id: fan.id, content: text, media_ids: [picture], price }
  return { id: (await api.call(by, chat.send, sent)).data.id, picture, price }
}
async function open(fan: Actor, id: string): Promise<void> {
  const { viewer } = await readViewer(api.ctx, fan.cookie)
  await markRead(api.ctx, viewer as Viewer, id)
}
const buy = (fan: Actor, { picture, price }: Offer) =>
  api.call(fan, media.unlock, { id: picture, expected_price: price })

const read = async (query: Sent<typeof paidMessages.list> = {}, who: Actor = creator) =>
  (await api.call(who, paidMessages.list, query)).data

describe('the figures by message', () => {
  it('say what became of each message, and what all of them came to', async () => {
    const [ada, ben] = [await makeFan(), await makeFan()]
    const bought = await offer(ada, 8)
    const opened = await offer(ben, 5)
    const closed = await offer(ada, 3)
    await api.call(creator, chat.send, { receiver_id: ada.id, content: 'without a price' })
    await open(ada, bought.id)
    await open(ben, opened.id)
    await buy(ada, bought)
    const { data, totals } = await read()
    expect(data.map((it) => [it.id, it.fan?.id, it.price, it.is_opened, it.bought_at !== null, it.earned])).toEqual([
      [closed.id, ada.id, 3, false, false, 0],
      [opened.id, ben.id, 5, true, false, 0],
      [bought.id, ada.id, 8, true, true, 8],
    ])
    expect(totals).toEqual({ messages: 3, opened: 2, bought: 1, earned: 8 })
    for (const [state, id] of [
      ['unopened', closed.id],
      ['unbought', opened.id],
      ['bought', bought.id],
    ] as const) {
      const found = await read({ state })
      expect(
        found.data.map((it) => it.id),
        state,
      ).toEqual([id])
      expect(found.totals?.messages).toBe(3)
    }
    expect(await read({}, await makeCreator(api))).toEqual({
      ...{ data: [], next: null },
      totals: { messages: 0, opened: 0, bought: 0, earned: 0 },
    })
  })

  it('take back what was refunded, leave out what was deleted unsold, and keep what was sold', async () => {
    const fan = await makeFan()
    const [first, second, third] = [await offer(fan, 4), await offer(fan, 5), await offer(fan, 6)]
    await buy(fan, first)
    await buy(fan, second)
    const [latest] = (await api.call(fan, wallet.transactions, {})).data.data
    const staff = await api.makeUser({ role: 'staff' })
    await api.call(staff, staffMoney.refund, { entry_id: latest?.id ?? '', reason: 'requested' })
    for (const { id } of [first, third]) await api.call(creator, chat.remove, { id })
    const { data, totals } = await read()
    expect(data.map((it) => [it.id, it.is_deleted, it.text, it.earned])).toEqual([
      [second.id, false, 'for you', 0],
      [first.id, true, '', 4],
    ])
    expect(totals).toMatchObject({ messages: 2, bought: 1, earned: 4 })
  })

  it('leave out what broadcasts and automatic messages sent', async () => {
    const fan = await makeFan()
    const alone = await offer(fan, 4)
    const picture = await makePicture(api, creator)
    await sendBroadcast(api, creator, { audience: 'followers', content: 'to all', price: 5, media_ids: [picture] })
    const automatic = await offer(fan, 6)
    const saved = { trigger: 'follow', content: 'hello', per_day: 10 } as const
    const { id: automationId } = (await api.call(creator, automation.create, saved)).data
    await api.db.insert(automationRuns).values({
      ...{ id: automatic.id, automationId, creatorId: creator.id, fanId: fan.id, key: 'x', decision: 'sent' },
      ...{ messageId: automatic.id, eventAt: new Date(), decidedAt: new Date() },
    })
    const { data, totals } = await read()
    expect([data.map((it) => it.id), totals?.messages]).toEqual([[alone.id], 1])
  })

  it('stand in every order once, page by page, and as a file', async () => {
    const fan = await makeFan()
    const offers: Offer[] = []
    for (const price of [5, 9, 5, 7, 3]) {
      offers.push(await offer(fan, price, { text: `=for ${price}` }))
      api.turnClock(1_000)
    }
    for (const it of offers.slice(0, 2)) await buy(fan, it)
    const orders = { newest: [3, 7, 5, 9, 5], price: [9, 7, 5, 5, 3], earned: [9, 5, 3, 7, 5] }
    for (const sort of paidMessageSorts) {
      const found: [string, number][] = []
      for (let cursor: string | undefined; ; ) {
        const page = await read({ sort, limit: 2, cursor })
        expect(page.totals === null).toBe(cursor !== undefined)
        found.push(...page.data.map((it) => [it.id, it.price] as [string, number]))
        if (page.next === null) break
        cursor = page.next
      }
      expect(
        found.map(([, price]) => price),
        sort,
      ).toEqual(orders[sort])
      expect(new Set(found.map(([id]) => id)).size).toBe(5)
    }
    const headers = { cookie: creator.cookie }
    const file = await bytesApp(api.ctx).request('/api/creator/analytics/messages/export?sort=price', { headers })
    const [head, first] = (await file.text()).trim().split('\r\n')
    expect(head).toBe('sent,fan,author,text,price,opened,bought,earned')
    expect(first).toMatch(new RegExp(`^[^,]+,${fan.username},creator,'=for 9,9\\.00,(yes|no),20[^,]+,9\\.00$`))
    api.turnClock(-5_000)
  })

  it('have the messages from the first day of a span to the end of its last', async () => {
    await offer(await makeFan(), 4)
    const day = (days: number) => new Date(api.ctx.now() + days * 86_400_000).toISOString().slice(0, 10)
    const count = async (from: number, to: number) => (await read({ from: day(from), to: day(to) })).data.length
    expect([await count(-3, -1), await count(-3, 0), await count(0, 0), await count(1, 2)]).toEqual([0, 1, 1, 0])
    const refused = await api.call(creator, paidMessages.list, { from: '2020-01-01', to: '2022-01-01' })
    expect(refused.status).toBe(400)
    expect((await api.call(creator, paidMessages.list, { cursor: 'x' })).status).toBe(400)
  })

  it('name the operator who wrote it to the creator and to colleagues, and to no other agency', async () => {
    const { operator, creator: star } = await makeAgency(api)
    creator = star
    const fan = await makeFan()
    await offer(fan, 4, { by: await actAs(api, operator, star) })
    const writers = async (who: Actor) => (await read({}, who)).data.map((it) => [it.author, it.operator?.id])
    expect(await writers(star)).toEqual([['team', operator.id]])
    expect(await writers(await actAs(api, operator, star))).toEqual([['team', operator.id]])
    const other = await makeAgency(api)
    await represent(api, other.owner, other.agencyId, star)
    const stranger = await actAsOperator(other, star)
    expect(await writers(stranger)).toEqual([['team', undefined]])
  })
})

/** The operator of an agency, with all rights for one more creator. */
async function actAsOperator(place: Awaited<ReturnType<typeof makeAgency>>, star: Actor): Promise<Actor> {
  const { creators } = (await api.call(place.owner, agencies.get, { id: place.agencyId })).data
  const link = creators.find((it) => it.user.id === star.id)?.id ?? ''
  const grant = { id: place.agencyId, memberId: place.memberId, creatorId: link, permissions: allRights }
  await api.call(place.owner, agencies.putGrant, grant)
  return actAs(api, place.operator, star)
}

it('finds the fans who opened a broadcast and did not buy it, to put them into a list', async () => {
  const [opens, buys] = [await makeFan(), await makeFan(), await makeFan()]
  const picture = await makePicture(api, creator)
  const sold = { audience: 'followers' as const, content: 'for sale', price: 5, media_ids: [picture] }
  const id = await sendBroadcast(api, creator, sold)
  const copies = await api.db.select().from(messages)
  for (const fan of [opens, buys])
    await open(fan, copies.find((it) => it.broadcastId === id && it.receiverId === fan.id)?.id ?? '')
  await api.call(buys, media.unlock, { id: picture, expected_price: 5 })
  const found = async (who: Actor = creator) =>
    (await api.call(who, audience.list, { unbought: [id] })).data.data.map((it) => it.user.id)
  expect(await found()).toEqual([opens.id])
  expect(await found(await makeCreator(api))).toEqual([])
  const list = (await api.call(creator, audience.createList, { name: 'Opened' })).data
  const choice = { filter: { unbought: [id] } }
  expect((await api.call(creator, audience.change, { choice, act: 'add', list_id: list.id })).data).toEqual({
    changed: 1,
  })
  const sale = (await api.call(buys, wallet.transactions, {})).data.data.find((it) => it.kind === 'unlock')
  const staff = await api.makeUser({ role: 'staff' })
  await api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'requested' })
  expect((await found()).toSorted()).toEqual([opens.id, buys.id].toSorted())
})
