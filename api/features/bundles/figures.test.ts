import { afterEach, beforeEach, expect, test } from 'vitest'
import { analytics } from '../../../contract/analytics.ts'
import { audience } from '../../../contract/audience.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { trackingLinks } from '../../../contract/tracking-links.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { buyBundle, offerBundles } from '../../../tests/support/bundles.ts'
import { giveCoins, ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { readBalance, setReferrer } from '../../../tests/support/pair-rows.ts'
import { browserOf, makeLink } from '../../../tests/support/tracking-links.ts'

let api: TestApi
let alice: Actor
let fan: Actor
beforeEach(async () => {
  api = await openTestApi()
  alice = await makeCreator(api, 9.99)
  fan = await api.makeUser()
  await giveCoins(api, fan, 200)
  await offerBundles(api, alice)
})
afterEach(async () => {
  expect(await ledgerOf(api)).toEqual([])
  await api.close()
})

const figures = async () => {
  const { earnings, subscribers, top_fans } = (await api.call(alice, analytics.get, {})).data
  const sum = (of: readonly number[]) => Math.round(of.reduce((all, it) => all + it, 0) * 100) / 100
  return {
    earned: sum(earnings.map((it) => it.subscriptions)),
    begun: sum(subscribers.map((it) => it.new)),
    renewed: sum(subscribers.map((it) => it.renewed)),
    spent: top_fans.map((it) => it.spent),
  }
}
const fans = async (filter: object) => (await api.call(alice, audience.list, filter)).data.data

test('is a subscriber in the figures, and an extension renews', async () => {
  await buyBundle(api, fan, alice)
  expect(await figures()).toEqual({ earned: 21.58, begun: 1, renewed: 0, spent: [26.97] })
  await buyBundle(api, fan, alice, 12)
  expect(await figures()).toEqual({ earned: 93.51, begun: 1, renewed: 1, spent: [116.88] })
})

test('is a subscriber among the fans, whose renewal is after all months', async () => {
  const { active_until } = (await buyBundle(api, fan, alice)).data
  const [row] = await fans({ relation: ['subscriber'], renewal: 'on' })
  expect(row).toMatchObject({ relation: 'subscriber', renews_at: active_until, spent: 26.97 })
  expect(await fans({ renewal_days: 40 })).toEqual([])
  await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
  expect((await fans({ renewal: 'off' })).map((it) => it.active_until)).toEqual([active_until])
})

test('counts for the link by which the fan came, and pays who referred the fan', async () => {
  const { id, code } = await makeLink(api, alice)
  const browser = browserOf(api, null)
  await browser.open(code)
  const friend = await api.makeUser()
  await api.db.run(setReferrer, { id: fan.id, referrer: friend.id })
  await buyBundle(api, browser.as(fan), alice)
  const { link } = (await api.call(alice, trackingLinks.get, { id })).data
  expect(link).toMatchObject({ subscriptions: 1, fans: 1, revenue: { gross: 26.97 } })
  const [referral] = await api.db.run(readBalance, { owner: friend.id, kind: 'referral' })
  expect(referral?.cents).toBe(26)
})
