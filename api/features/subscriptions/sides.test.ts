import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '../../../contract/notifications.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, setPriceCents } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { priceChanges, subscriptions as rows, subscriptionEvents } from '../../platform/db/schema/subscriptions.ts'
import { requestConsent } from './consent.ts'
import { setPrice } from './price.ts'
import { dueEnds, dueRenewals, newlyPaidCreators } from './statements.ts'

/** Two fans and two creators, who have no part in what the others do. */
const api = testApi()
let fiona: Actor
let frank: Actor
let alice: Actor
let bea: Actor
beforeEach(async () => {
  fiona = await api.makeUser()
  frank = await api.makeUser()
  alice = await makeCreator(api, 9.99)
  bea = await makeCreator(api, 4.99)
})

const dayMs = 86_400_000
const inDays = (days: number) => new Date(api.ctx.now() + days * dayMs)
/** A paid subscription that began yesterday and runs for a month, unless something else is said. */
async function insert(fan: Actor, creator: Actor, facts: Partial<typeof rows.$inferInsert> = {}): Promise<string> {
  const id = newId()
  const times = { startedAt: inDays(-1), since: inDays(-1), activeUntil: inDays(29), renewsAt: inDays(29) }
  const pair = { fanId: fan.id, creatorId: creator.id }
  await api.db.insert(rows).values({ id, ...pair, status: 'active', priceCents: 999, ...times, ...facts })
  return id
}
const free = { priceCents: 0, activeUntil: null, renewsAt: null }
const statusOf = async (id: string) => (await api.db.select().from(rows).where(eq(rows.id, id)))[0]?.status

describe('a fan', () => {
  it('sees and cancels one subscription, and leaves those of others and the others of their own', async () => {
    const ids = []
    for (const fan of [fiona, frank]) for (const creator of [alice, bea]) ids.push(await insert(fan, creator))
    const listed = async (who: Actor) =>
      (await api.call(who, subscriptions.list, {})).data.data.map((it) => it.id).sort()
    expect([await listed(fiona), await listed(frank)]).toEqual([ids.slice(0, 2), ids.slice(2)])
    await api.call(frank, subscriptions.unsubscribe, { id: bea.id })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['active', 'active', 'active', 'cancelled'])
    await api.call(fiona, subscriptions.unsubscribe, { id: alice.id })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['cancelled', 'active', 'active', 'cancelled'])
  })

  it('has nothing to cancel with a creator who was never there or has left', async () => {
    const cancel = (id: string) => api.call(fiona, subscriptions.unsubscribe, { id })
    expect((await cancel(alice.id)).data).toEqual({ is_subscribed: false, active_until: null })
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, bea.id))
    for (const id of [bea.id, newId()]) expect((await cancel(id)).refusal.error).toBe('not_found')
  })
})

describe('a creator', () => {
  it('sees the subscribers who are let in now, and figures of the last thirty days, of their own page only', async () => {
    const record = (creator: Actor, kind: 'new' | 'lost', days: number) =>
      api.db.insert(subscriptionEvents).values({
        id: newId(),
        subscriptionId: newId(),
        fanId: fiona.id,
        creatorId: creator.id,
        kind,
        priceCents: 999,
        createdAt: inDays(-days),
      })
    const over = { activeUntil: inDays(-1), renewsAt: null }
    const states = [
      { status: 'active' },
      { status: 'past_due' },
      { status: 'cancelled' },
      { status: 'cancelled', ...over },
      { status: 'ended', ...over },
    ] as const
    const fans = await Promise.all(states.map(() => api.makeUser()))
    for (const [at, fan] of fans.entries()) await insert(fan, alice, states[at])
    await insert(frank, bea)
    for (const days of [1, 2, 31]) for (const kind of ['new', 'lost'] as const) await record(alice, kind, days)
    await record(bea, 'new', 3)

    const ask = await api.call(alice, subscriptions.subscribers, {})
    expect(ask.status).toBe(200)
    expect(ask.data.figures).toEqual({ active: 1, past_due: 1, cancelled: 1, new_30_days: 2, lost_30_days: 2 })
    const running = fans.slice(0, 3).map((it) => it.id)
    expect(ask.data.data.map((it) => it.user.id).sort()).toEqual(running.sort())
    const other = (await api.call(bea, subscriptions.subscribers, {})).data
    expect(other.figures).toEqual({ active: 1, past_due: 0, cancelled: 0, new_30_days: 1, lost_30_days: 0 })
    expect(other.data.map((it) => it.user.id)).toEqual([frank.id])
  })

  it('has three changes of price a day, whatever another one changes, and the present price is none', async () => {
    const set = async (creator: Actor, price: number) =>
      (await api.call(creator, subscriptions.setPrice, { price })).status
    for (const price of [3.99, 5.99, 6.99]) expect(await set(bea, price)).toBe(200)
    for (let time = 0; time < 4; time++) expect(await set(alice, 9.99)).toBe(200)
    for (const price of [3.99, 5.99, 6.99]) expect(await set(alice, price)).toBe(200)
    expect([await set(alice, 7.99), await set(alice, 6.99)]).toEqual([429, 200])
  })

  it('sets no price while the account closes', async () => {
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
    const answer = api.db.transact((tx) => setPrice(tx, alice.id, 3.99, api.ctx.now()))
    await expect(answer.catch((error: { code?: string }) => error.code)).resolves.toBe('not_found')
  })
})

describe('the question whether a free subscriber will pay', () => {
  const asked = async (fan: Actor) =>
    (await api.call(fan, notifications.list, {})).data.data
      .filter((it) => it.type === 'price_consent')
      .map((it) => it.actor?.id)
  const setPriceDaysAgo = (creator: Actor, days: number) =>
    api.db
      .insert(priceChanges)
      .values({ id: newId(), creatorId: creator.id, priceCents: 999, createdAt: inDays(-days) })

  it('is put to the running free subscribers of the creator who has set a price, and to no others', async () => {
    await api.db.run(setPriceCents, { id: bea.id, cents: 0 })
    const [gone, ended] = [await api.makeUser(), { status: 'ended', ...free, activeUntil: inDays(-3) } as const]
    const mine = await insert(fiona, alice, free)
    const others = [await insert(frank, bea, free), await insert(frank, alice), await insert(gone, alice, ended)]
    await setPriceDaysAgo(alice, 0.5)
    await requestConsent(api.ctx)
    expect([await asked(fiona), await asked(frank), await asked(gone)]).toEqual([[alice.id], [], []])
    expect([await statusOf(mine), ...(await Promise.all(others.map(statusOf)))]).toEqual([
      'cancelled',
      'active',
      'active',
      'ended',
    ])
  })

  it('is not put by a creator who has left, or for a price of days ago', async () => {
    await insert(fiona, alice, free)
    await insert(frank, bea, free)
    await setPriceDaysAgo(alice, 2)
    await setPriceDaysAgo(bea, 0.5)
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, bea.id))
    await requestConsent(api.ctx)
    expect([await asked(fiona), await asked(frank)]).toEqual([[], []])
  })

  it('is due at creators with running free subscribers only', async () => {
    await insert(fiona, alice, free)
    await insert(frank, bea, { ...free, status: 'ended', activeUntil: inDays(-3) })
    await insert(fiona, bea)
    for (const creator of [alice, bea]) await setPriceDaysAgo(creator, 0.5)
    const found = (await api.db.run(newlyPaidCreators, { since: inDays(-1) })).map((it) => it.id)
    expect(found.filter((id) => [alice.id, bea.id].includes(id))).toEqual([alice.id])
  })
})

/** Renewal and end in days from now, null for none; what the wallet holds; whether it is to be renewed or ended. */
const states: [
  string,
  (typeof rows.$inferInsert)['status'],
  renews: number | null,
  ends: number,
  coins: number,
  isDue: boolean,
][] = [
  ['a month that is over', 'active', -0.1, -0.1, 0, true],
  ['a month that runs', 'active', 1, 1, 50, false],
  ['an unpaid month that the wallet covers', 'past_due', -1, 2, 50, true],
  ['an unpaid month that the wallet does not cover', 'past_due', -1, 2, 5, false],
  ['an unpaid month whose grace is over', 'past_due', -4, -1, 5, true],
  ['a cancelled month that is over', 'cancelled', null, -0.1, 0, true],
  ['a cancelled month that runs', 'cancelled', null, 1, 50, false],
  ['a cancelled month that is resumed', 'cancelled', 1, -0.1, 50, false],
  ['an ended subscription', 'ended', null, -0.1, 50, false],
]
it.each(states)('knows whether a subscription is due: %s', async (_, status, renews, ends, coins, isDue) => {
  const renewsAt = renews === null ? null : inDays(renews)
  const id = await insert(fiona, alice, { status, renewsAt, activeUntil: inDays(ends) })
  for (const [fan, given] of [
    [fiona, coins],
    [frank, 500],
  ] as const)
    if (given > 0) await giveCoins(api, fan, given)
  const now = new Date(api.ctx.now())
  const first = { afterAt: null, afterId: null }
  const due = [
    ...(await api.db.run(dueRenewals, { dueBefore: now, graceBefore: inDays(-3), ...first })),
    ...(await api.db.run(dueEnds, { now, ...first })),
  ]
  expect(due.some((it) => it.id === id)).toBe(isDue)
})
