import { beforeEach, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { search } from '../../../contract/search.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator, setPriceCents } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })
let alice: Actor
let fan: Actor
beforeEach(async () => {
  alice = await makeCreator(api, 9.99)
  fan = await api.makeUser()
})

type Made = { max_uses?: number; expires_in_days?: number }
const trial = async (days = 7, more: Made = {}) =>
  (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days, ...more })).data
const list = (id: string, listed = true, who = alice) => api.call(who, subscriptions.updateOffer, { id, listed })
const listed = async (days = 7, more: Made = {}) => {
  const { id, code } = await trial(days, more)
  expect((await list(id)).data.listed).toBe(true)
  return { id, code }
}
/** The trial on the profile, which both reads of it answer alike. */
async function shownTo(viewer: Actor | null) {
  const { username } = alice
  const [user, page] = [
    (await api.call(viewer, users.get, { username })).data,
    (await api.call(viewer, posts.profilePage, { username })).data.user,
  ]
  expect(page.trial_code).toBe(user.trial_code)
  return user.trial_code
}
const isFound = async (filter: { q?: string; category?: 'music' } = {}, viewer: Actor | null = null) => {
  const { data } = (await api.call(viewer, search.results, { trial: 'yes', limit: 100, ...filter })).data
  return data.some((it) => it.id === alice.id)
}
const seen = async () => [await shownTo(null), await isFound()]

it('shows a trial on the profile and finds its creator from when it is listed until it no longer is', async () => {
  const { id, code } = await trial()
  expect(await seen()).toEqual([null, false])
  await list(id)
  expect(await seen()).toEqual([code, true])
  expect([await shownTo(fan), await isFound({}, fan)]).toEqual([code, true])
  expect([await isFound({ q: alice.username }), await isFound({ category: 'music' })]).toEqual([true, false])
  await list(id, false)
  expect(await seen()).toEqual([null, false])
})

it('shows the listed trial with most days, and none to its creator', async () => {
  await listed(3)
  const { code } = await listed(14)
  await trial(30)
  expect([await shownTo(fan), await shownTo(alice)]).toEqual([code, null])
})

it('shows none that is used up, over, revoked, or of a subscription that costs nothing', async () => {
  const { code } = await listed(7, { max_uses: 1 })
  await api.call(fan, subscriptions.subscribe, { id: alice.id, offer: code, expected_price: 0 })
  expect(await seen()).toEqual([null, false])

  await listed(7, { expires_in_days: 1 })
  expect(await isFound()).toBe(true)
  api.turnClock(2 * 86_400_000)
  expect(await seen()).toEqual([null, false])
  api.turnClock(-2 * 86_400_000)

  const { id } = await listed()
  await api.db.run(setPriceCents, { id: alice.id, cents: 0 })
  expect(await seen()).toEqual([null, false])
  await api.db.run(setPriceCents, { id: alice.id, cents: 999 })
  await api.call(alice, subscriptions.revokeOffer, { id })
  await api.call(alice, subscriptions.revokeOffer, {
    id: (await api.call(alice, subscriptions.offers, {})).data.data.find((it) => it.expires_at)?.id ?? '',
  })
  expect(await seen()).toEqual([null, false])
})

it('shows none to a fan who has subscribed before', async () => {
  const { code } = await listed()
  await api.call(fan, subscriptions.subscribe, { id: alice.id, offer: code, expected_price: 0 })
  expect([await shownTo(fan), await shownTo(null)]).toEqual([null, code])
})

it('lists no discount, no revoked trial and none of another creator', async () => {
  const discount = await api.call(alice, subscriptions.makeOffer, { kind: 'discount', percent: 50, months: 3 })
  expect((await list(discount.data.id)).status).toBe(404)
  const { id } = await trial()
  expect((await list(id, true, await makeCreator(api, 4.99))).status).toBe(404)
  await api.call(alice, subscriptions.revokeOffer, { id })
  expect((await list(id)).status).toBe(404)
  expect(await seen()).toEqual([null, false])
})

it('answers page after page of creators with a trial, each once', async () => {
  await listed()
  const first = alice
  alice = await makeCreator(api, 4.99)
  await listed()
  const found: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
    const { data, next } = (await api.call(null, search.results, { trial: 'yes', limit: 1, cursor })).data
    found.push(...data.map((it) => it.id))
    if (next === null) break
    cursor = next
  }
  expect(new Set(found).size).toBe(found.length)
  expect(found).toEqual(expect.arrayContaining([first.id, alice.id]))
})
