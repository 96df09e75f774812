import { beforeEach, describe, expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { trackingLinks } from '../../../contract/tracking-links.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { block } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { browserOf, makeLink } from '../../../tests/support/tracking-links.ts'
import { writeLinkVisits } from './visits.ts'

const api = testApi({ money: true })
const dayMs = 86_400_000
let alice: Actor
beforeEach(async () => {
  alice = await makeCreator(api, 9.99)
})

const linkOf = async (id: string, span: { from?: string; to?: string } = {}) => {
  await writeLinkVisits(api.ctx)
  return (await api.call(alice, trackingLinks.get, { id, ...span })).data
}
const figuresOf = async (id: string) => {
  const { visits, follows, subscriptions, fans, revenue } = (await linkOf(id)).link
  return { visits, follows, subscriptions, fans, net: revenue?.net, gross: revenue?.gross }
}
const none = { visits: 0, follows: 0, subscriptions: 0, fans: 0, net: 0, gross: 0 }
const follow = (fan: Actor, creator = alice) => api.call(fan, users.follow, { id: creator.id })
const subscribe = (fan: Actor) => api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })

describe('opening a link', () => {
  it('leads to the profile, counts a browser once a day, and no bot', async () => {
    const { id, code } = await makeLink(api, alice)
    const visitor = browserOf(api, null)
    const first = await visitor.open(code)
    expect(first).toMatchObject({ status: 303, to: `/@${alice.username}` })
    expect(first.line).toMatch(/HttpOnly; SameSite=Lax$/)
    await visitor.open(code)
    await browserOf(api, null).open(code)
    expect(await browserOf(api, null).open(code, { 'user-agent': 'Googlebot' })).toMatchObject({
      status: 303,
      line: null,
    })
    expect(await browserOf(api, alice).open(code)).toMatchObject({ status: 303, line: null })
    expect(await figuresOf(id)).toEqual({ ...none, visits: 2 })
    expect((await browserOf(api, null).open('zzzzzzzz')).status).toBe(404)
  })

  it('is refused to whom the creator blocks, as the profile is, and led on for who blocks the creator', async () => {
    const { id, code } = await makeLink(api, alice)
    const [blocked, blocker] = [await api.makeUser(), await api.makeUser()]
    await block(api, alice, blocked)
    await block(api, blocker, alice)
    expect(await browserOf(api, blocked).open(code)).toMatchObject({ status: 404, line: null })
    expect((await browserOf(api, blocker).open(code)).status).toBe(303)
    expect((await figuresOf(id)).visits).toBe(1)
  })

  it('leads to the profile under its new name, and counts nothing while it is archived', async () => {
    const { id, code } = await makeLink(api, alice)
    await api.call(alice, trackingLinks.update, { id, is_archived: true })
    const visitor = browserOf(api, null)
    expect(await visitor.open(code)).toMatchObject({ status: 303, line: null })
    expect(await figuresOf(id)).toEqual(none)
    const list = (archived: 'no' | 'only') => api.call(alice, trackingLinks.list, { archived })
    expect([(await list('no')).data.data.length, (await list('only')).data.data.length]).toEqual([0, 1])
    await api.call(alice, trackingLinks.update, { id, is_archived: false })
    expect((await visitor.open(code)).line).not.toBeNull()
  })
})

describe('a fan who came by a link', () => {
  it('counts as a follow, a subscription and revenue, and is put into its list', async () => {
    const list = (await api.call(alice, audience.createList, { name: 'From Instagram' })).data
    const { id, code } = await makeLink(api, alice, 'Bio', { cost: 5, list_id: list.id })
    const visitor = browserOf(api, null)
    await visitor.open(code)
    const fan = visitor.as(await api.makeUser())
    await giveCoins(api, fan, 50)
    await follow(fan)
    expect(await figuresOf(id)).toEqual({ ...none, visits: 1, follows: 1, fans: 1 })
    expect((await subscribe(fan)).status).toBe(200)
    await api.call(fan, chat.tip, { id: alice.id, amount: 10 })
    expect(await figuresOf(id)).toEqual({ visits: 1, follows: 1, fans: 1, subscriptions: 1, gross: 19.99, net: 15.99 })
    const came = (await api.call(alice, audience.list, { link: [id] })).data.data
    expect(came.map((it) => [it.user.id, it.lists])).toEqual([[fan.id, [list.id]]])
    const { link, days } = await linkOf(id, { from: '2020-01-01', to: '2020-01-31' })
    expect([link.visits, link.cost, days.length]).toEqual([0, 5, 31])
  })

  it('counts for the first link opened in 30 days, once, and not when they followed or subscribed before', async () => {
    const [first, second] = [await makeLink(api, alice), await makeLink(api, alice)]
    const visitor = browserOf(api, null)
    await visitor.open(first.code)
    api.turnClock(dayMs)
    await visitor.open(second.code)
    const fan = visitor.as(await api.makeUser())
    await follow(fan)
    await api.call(fan, users.unfollow, { id: alice.id })
    await follow(fan)
    expect(await figuresOf(first.id)).toEqual({ ...none, visits: 1, follows: 1, fans: 1 })
    expect(await figuresOf(second.id)).toEqual({ ...none, visits: 1 })
    // The first is forgotten after 30 days, the second is not.
    api.turnClock(30 * dayMs)
    const late = visitor.as(await api.makeUser())
    await follow(late)
    expect(await figuresOf(second.id)).toEqual({ ...none, visits: 1, follows: 1, fans: 1 })
    const [follower, former] = [await api.makeUser(), await api.makeUser()]
    await giveCoins(api, former, 20)
    await giveCoins(api, follower, 20)
    for (const old of [follower, former]) await follow(old)
    await subscribe(former)
    for (const old of [follower, former]) {
      const there = browserOf(api, old)
      await there.open(first.code)
      await follow(there.as(old))
      await subscribe(there.as(old))
    }
    // A follower who subscribes by it is its subscriber, and no new follow of it.
    expect(await figuresOf(first.id)).toMatchObject({ follows: 1, fans: 2, subscriptions: 1, gross: 9.99 })
    api.turnClock(-31 * dayMs)
  })

  it('takes back what is refunded, and not what was paid before they came', async () => {
    const { id, code } = await makeLink(api, alice)
    const fan = await api.makeUser()
    await giveCoins(api, fan, 50)
    const [early, late] = [await makePaidPost(api, alice, 8), await makePaidPost(api, alice, 6)]
    await api.call(fan, media.unlock, { id: early.mediaId, expected_price: 8 })
    api.turnClock(1000)
    const there = browserOf(api, fan)
    await there.open(code)
    await follow(there.as(fan))
    await api.call(fan, media.unlock, { id: late.mediaId, expected_price: 6 })
    expect(await figuresOf(id)).toMatchObject({ gross: 6, net: 4.8 })
    const staff = await api.makeUser({ role: 'staff' })
    const { data: sales } = (await api.call(fan, wallet.transactions, { limit: 2 })).data
    for (const sale of sales) {
      const refund = await api.call(staff, staffMoney.refund, { entry_id: sale.id, reason: 'requested' })
      expect(refund.status).toBe(200)
    }
    expect(await figuresOf(id)).toMatchObject({ fans: 1, gross: 0, net: 0 })
  })

  it('counts for each creator by themselves, and for no one where a creator acts or follows themselves', async () => {
    const bob = await makeCreator(api)
    const [hers, his] = [await makeLink(api, alice), await makeLink(api, bob)]
    const visitor = browserOf(api, null)
    await visitor.open(hers.code)
    await visitor.open(his.code)
    const fan = visitor.as(await api.makeUser())
    for (const creator of [bob, alice]) await follow(fan, creator)
    expect(await figuresOf(hers.id)).toMatchObject({ follows: 1 })
    expect((await api.call(bob, trackingLinks.get, { id: his.id })).data.link.follows).toBe(1)
    expect((await api.call(alice, trackingLinks.get, { id: his.id })).status).toBe(404)
    expect((await api.call(alice, trackingLinks.update, { id: his.id, name: 'mine' })).status).toBe(404)
    expect((await api.call(alice, audience.count, { link: [his.id] })).data.count).toBe(0)
  })
})

describe('the table of links', () => {
  it('stands in every order once, page by page, and as a file', async () => {
    for (let n = 0; n < 5; n++) await makeLink(api, alice, `Link ${n}`, { cost: n % 2 })
    const [visited] = (await api.call(alice, trackingLinks.list, { sort: 'name' })).data.data
    await browserOf(api, null).open(visited?.url.slice(-8) ?? '')
    await writeLinkVisits(api.ctx)
    const { trackingLinkSorts } = await import('../../../contract/tracking-link-sorts.ts')
    const from = new Date(api.ctx.now()).toISOString().slice(0, 10)
    const sums = {
      ...{ links: 5, cost: 2, visits: 1, fans: 0, follows: 0, subscriptions: 0 },
      revenue: { gross: 0, net: 0 },
    }
    for (const span of [{}, { from, to: from }])
      for (const sort of trackingLinkSorts) {
        const found: string[] = []
        for (let cursor: string | undefined; found.length < 9; ) {
          const page = (await api.call(alice, trackingLinks.list, { sort, limit: 2, cursor, ...span })).data
          expect(page.totals, sort).toEqual(cursor === undefined ? sums : null)
          found.push(...page.data.map((it) => it.name))
          if (page.next === null) break
          cursor = page.next
        }
        expect(found.toSorted(), sort).toEqual(['Link 0', 'Link 1', 'Link 2', 'Link 3', 'Link 4'])
        if (sort === 'visits') expect(found[0]).toBe('Link 0')
        if (sort === 'cost') expect(found.slice(0, 2).toSorted()).toEqual(['Link 1', 'Link 3'])
      }
    const headers = { cookie: alice.cookie }
    const file = await bytesApp(api.ctx).request('/api/creator/analytics/links/export?sort=name', { headers })
    const [head, ...lines] = (await file.text()).trim().split('\r\n')
    expect(head).toBe('name,url,created,visits,follows,subscriptions,gross,net,cost')
    expect(lines[0]).toMatch(/^Link 0,http.*\/l\/[a-z2-9]{8},20\d\d-\d\d-\d\d,1,0,0,0\.00,0\.00,0\.00$/)
    expect(lines).toHaveLength(5)
  })

  it('has a list that is the creator’s own and holds fans by name, or none', async () => {
    const smart = (await api.call(alice, audience.createList, { name: 'Smart', filter: { min_spent: 5 } })).data
    const plain = (await api.call(alice, audience.createList, { name: 'Plain' })).data
    expect((await api.call(alice, trackingLinks.create, { name: 'x', list_id: smart.id })).status).toBe(404)
    const link = await makeLink(api, alice, 'x', { list_id: plain.id })
    await api.call(alice, audience.removeList, { id: plain.id })
    expect((await linkOf(link.id)).link.list_id).toBeNull()
  })
})
