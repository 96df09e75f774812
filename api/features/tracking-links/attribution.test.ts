import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { trackingLinks } from '../../../contract/tracking-links.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { browserOf, makeLink } from '../../../tests/support/tracking-links.ts'
import { newId } from '../../platform/db/ids.ts'
import { topups } from '../../platform/db/schema/wallet.ts'
import { applyProviderUpdate, type ProviderUpdate } from '../wallet/topups.ts'
import { writeLinkVisits } from './visits.ts'

/** Random histories against an oracle in plain TypeScript, and what is summed against the ledger. */
const api = testApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})
const dayMs = 86_400_000

const step = fc.record({
  fan: fc.nat(2),
  act: fc.constantFrom('open', 'open', 'open', 'follow', 'follow', 'unfollow', 'subscribe', 'tip', 'tip', 'refund'),
  link: fc.nat(2),
  days: fc.constantFrom(0, 0, 0, 1, 20),
})
type Fan = {
  actor: Actor
  browser: ReturnType<typeof browserOf>
  /** When each link was opened last, in the order of first visits. */
  opened: Map<number, number>
  follows: boolean
  isSubscribed: boolean
  link: number | null
  /** What each sale since they came was, until it is refunded; null for one from before. */
  sales: (number | null)[]
}

const tally = () => [0, 1, 2].map(() => ({ visits: 0, follows: 0, subscriptions: 0, fans: 0, gross: 0 }))

test('a fan counts for one link, and each link for its fans, in every history', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const began = api.ctx.now()
      const creator = await makeCreator(api, 9.99)
      const links = [await makeLink(api, creator), await makeLink(api, creator), await makeLink(api, creator)]
      const expected = tally()
      const fans: Fan[] = []
      for (let n = 0; n < 3; n++) {
        const actor = await api.makeUser()
        await giveCoins(api, actor, 500)
        const facts = { opened: new Map(), follows: false, isSubscribed: false, link: null, sales: [] }
        fans.push({ actor, browser: browserOf(api, actor), ...facts })
      }
      const today = () => Math.floor(api.ctx.now() / dayMs)
      const attributeIfNew = (fan: Fan) => {
        for (const [link, day] of fan.opened) if (day < today() - 30) fan.opened.delete(link)
        const [link] = fan.opened.keys()
        if (fan.link !== null || link === undefined) return
        fan.link = link
        const counts = expected[link]
        if (counts === undefined) return
        counts.fans++
        if (!fan.follows) counts.follows++
      }
      const sell = (fan: Fan, cents: number) => {
        fan.sales.push(fan.link === null ? null : cents)
        const counts = fan.link === null ? undefined : expected[fan.link]
        if (counts !== undefined) counts.gross += cents
      }
      for (const { fan: n, act, link, days } of steps) {
        api.turnClock(1000 + days * dayMs)
        const fan = fans[n]
        if (fan === undefined) continue
        const as = fan.browser.as(fan.actor)
        if (act === 'open') {
          await fan.browser.open(links[link]?.code ?? '')
          for (const [old, day] of fan.opened) if (day < today() - 30) fan.opened.delete(old)
          const counts = expected[link]
          if (counts !== undefined && fan.opened.get(link) !== today()) counts.visits++
          fan.opened.set(link, today())
        } else if (act === 'follow') {
          if (!fan.follows && !fan.isSubscribed) attributeIfNew(fan)
          fan.follows = true
          await api.call(as, users.follow, { id: creator.id })
        } else if (act === 'unfollow') {
          fan.follows = false
          await api.call(as, users.unfollow, { id: creator.id })
        } else if (act === 'subscribe') {
          if (fan.isSubscribed) continue
          attributeIfNew(fan)
          fan.isSubscribed = true
          fan.follows = true
          const counts = fan.link === null ? undefined : expected[fan.link]
          if (counts !== undefined) counts.subscriptions++
          sell(fan, 999)
          await api.call(as, subscriptions.subscribe, { id: creator.id, expected_price: 9.99 })
        } else if (act === 'tip') {
          sell(fan, 500)
          await api.call(as, chat.tip, { id: creator.id, amount: 5 })
        } else if (fan.sales.length > 0) {
          const { data } = (await api.call(fan.actor, wallet.transactions, {})).data
          const refund = await api.call(staff, staffMoney.refund, { entry_id: data[0]?.id ?? '', reason: 'test' })
          if (refund.status !== 200) continue
          const cents = fan.sales.at(-1)
          const counts = fan.link === null ? undefined : expected[fan.link]
          if (counts !== undefined && cents != null) counts.gross -= cents
        }
      }
      await writeLinkVisits(api.ctx)
      const { data } = (await api.call(creator, trackingLinks.list, {})).data
      const found = links.map(({ id }) => data.find((it) => it.id === id))
      expect(
        found.map((it) => [
          it?.visits,
          it?.follows,
          it?.subscriptions,
          it?.fans,
          Math.round((it?.revenue?.gross ?? 0) * 100),
        ]),
      ).toEqual(expected.map((it) => [it.visits, it.follows, it.subscriptions, it.fans, it.gross]))
      expect(await ledgerOf(api)).toEqual([])
      api.turnClock(began - api.ctx.now())
    }),
    { numRuns: Number(process.env.RANDOM_WORLDS ?? 12) },
  )
})

test('what a bank takes back is no revenue, and what it returns is revenue again', async () => {
  const creator = await makeCreator(api)
  const fan = await api.makeUser()
  const topup = newId()
  await api.db.insert(topups).values({ id: topup, userId: fan.id, amountCents: 2000, provider: 'stripe' })
  const update = async (change: ProviderUpdate) =>
    (await api.db.transact((tx) => applyProviderUpdate(tx, api.ctx, { id: topup }, change)))?.()
  await update({ status: 'paid' })
  const { id, code } = await makeLink(api, creator)
  const browser = browserOf(api, fan)
  await browser.open(code)
  await api.call(fan, chat.tip, { id: creator.id, amount: 8 })
  api.turnClock(1000)
  await api.call(browser.as(fan), users.follow, { id: creator.id })
  await api.call(fan, chat.tip, { id: creator.id, amount: 7 })
  const gross = async () => (await api.call(creator, trackingLinks.get, { id })).data.link.revenue
  expect(await gross()).toEqual({ gross: 7, net: 5.6 })
  const dispute = () => ({ ref: `dp_${topup}`, amountCents: 2000, reason: null, at: api.ctx.now() })
  await update({ dispute: { ...dispute(), withdrawn: true } })
  expect(await gross()).toEqual({ gross: 0, net: 0 })
  api.turnClock(dayMs)
  await update({ dispute: { ...dispute(), outcome: 'won' } })
  expect(await ledgerOf(api)).toEqual([])
  await api.db.execute(sql`update tracking_link_sums set gross_cents = gross_cents + 1 where link_id = ${id}`)
  expect((await ledgerOf(api)).length).toBe(1)
})
