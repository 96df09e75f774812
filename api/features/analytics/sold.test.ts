import { expect, it, test } from 'vitest'
import { analytics } from '../../../contract/analytics.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'

/** What was sold in a span (product §74). */
const api = testApi({ money: true })
const dayMs = 86_400_000

async function offerPost(creator: Actor, text: string, price: number) {
  const picture = await makePicture(api, creator)
  const post = { text, visibility: 'paid' as const, price, media_ids: [picture] }
  return { picture, id: (await api.call(creator, posts.create, post)).data.id, price }
}
const buy = (fan: Actor, { picture, id, price }: { picture: string; id: string; price: number }) =>
  api.call(fan, media.unlock, { id: picture, expected_price: price, within: id })
async function makeFan(creator: Actor): Promise<Actor> {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  await follow(api, fan, creator)
  return fan
}

test('the sales of a span by kind, by post and by hour, without what was refunded', async () => {
  const creator = await makeCreator(api)
  const [ada, ben] = [await makeFan(creator), await makeFan(creator)]
  const [sea, hills] = [await offerPost(creator, 'The sea', 5), await offerPost(creator, 'The hills', 3)]
  await buy(ada, sea)
  await buy(ada, hills)
  await buy(ben, hills)
  const inMessage = { picture: await makePicture(api, creator), price: 8 }
  const sent = { receiver_id: ada.id, content: 'for you', media_ids: [inMessage.picture], price: 8 }
  const { id } = (await api.call(creator, chat.send, sent)).data
  await buy(ada, { ...inMessage, id })

  const sold = async () => (await api.call(creator, analytics.sold, {})).data
  const first = await sold()
  expect(first.kinds).toEqual([
    { kind: 'post', sales: 3, paid: 11 },
    { kind: 'message', sales: 1, paid: 8 },
  ])
  expect(first.posts.map((it) => [it.text, it.sales, it.paid, it.thumbnail?.type])).toEqual([
    ['The hills', 2, 6, 'IMAGE'],
    ['The sea', 1, 5, 'IMAGE'],
  ])
  expect(first.hours.reduce((all, it) => all + it.sales, 0)).toBe(4)

  const bought = (await api.call(ben, wallet.transactions, {})).data.data.find((it) => it.amount < 0)
  const staff = await api.makeUser({ role: 'staff' })
  await api.call(staff, staffMoney.refund, { entry_id: bought?.id ?? '', reason: 'requested' })
  await api.call(creator, posts.remove, { id: sea.id })
  const later = await sold()
  expect(later.kinds[0]).toEqual({ kind: 'message', sales: 1, paid: 8 })
  expect(later.posts.map((it) => [it.text, it.is_deleted, it.sales, it.paid])).toEqual([
    [null, true, 1, 5],
    ['The hills', false, 1, 3],
  ])
})

test('a span has the sales from its first day to the end of its last', async () => {
  const creator = await makeCreator(api)
  const fan = await makeFan(creator)
  await buy(fan, await offerPost(creator, 'The sea', 5))
  const day = (days: number) => new Date(api.ctx.now() + days * dayMs).toISOString().slice(0, 10)
  const salesOf = async (from: number, to: number) =>
    (await api.call(creator, analytics.sold, { from: day(from), to: day(to) })).data.kinds.map((it) => it.sales)
  expect([await salesOf(-3, -1), await salesOf(-3, 0), await salesOf(0, 0), await salesOf(1, 2)]).toEqual([
    [],
    [1],
    [1],
    [],
  ])
})

it('tells another creator nothing of it', async () => {
  const creator = await makeCreator(api)
  await buy(await makeFan(creator), await offerPost(creator, 'The sea', 5))
  expect((await api.call(await makeCreator(api), analytics.sold, {})).data).toEqual({ kinds: [], posts: [], hours: [] })
})

it('refuses a time zone that is none', async () => {
  const { status } = await api.call(await makeCreator(api), analytics.sold, { time_zone: 'Mars/Olympus' })
  expect(status).toBe(400)
})

test('the series of a span as a file, with a refund as a number below zero', async () => {
  const creator = await makeCreator(api)
  const fan = await makeFan(creator)
  await buy(fan, await offerPost(creator, 'The sea', 5))
  const [bought] = (await api.call(fan, wallet.transactions, {})).data.data
  api.turnClock(dayMs)
  const staff = await api.makeUser({ role: 'staff' })
  await api.call(staff, staffMoney.refund, { entry_id: bought?.id ?? '', reason: 'requested' })
  const days = [2, 1, 0].map((ago) => new Date(api.ctx.now() - ago * dayMs).toISOString().slice(0, 10))
  const path = `/api/creator/analytics/export?from=${days[0]}&by=day`
  const file = await bytesApp(api.ctx).request(path, { headers: { cookie: creator.cookie } })
  api.turnClock(-dayMs)
  const unread = await bytesApp(api.ctx).request(`${path}x`, { headers: { cookie: creator.cookie } })
  expect(unread.status).toBe(400)
  expect(file.headers.get('content-disposition')).toContain('figures-')
  expect((await file.text()).trim().split('\r\n')).toEqual([
    'from,subscriptions,tips,requests,unlocks,new_subscribers,renewed_subscribers,lost_subscribers,visits',
    `${days[0]},0.00,0.00,0.00,0.00,0,0,0,0`,
    `${days[1]},0.00,0.00,0.00,4.00,0,0,0,0`,
    `${days[2]},0.00,0.00,0.00,-4.00,0,0,0,0`,
  ])
})
