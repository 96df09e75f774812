import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { notifications } from '../../../contract/notifications.ts'
import { staff as staffContract } from '../../../contract/staff.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { buyBundle, offerBundles } from '../../../tests/support/bundles.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { block } from '../../../tests/support/relations.ts'
import { storedMails } from '../../../tests/support/stored-mails.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Db } from '../../platform/db/db.ts'
import { subscriptions as table } from '../../platform/db/schema/subscriptions.ts'
import { mailDue } from '../notifications/mail.ts'
import { unsubscribeUrl } from '../notifications/unsubscribe.ts'
import { remindOfRenewals } from './remind.ts'
import { renewDue } from './renew.ts'

const api = testApi({ money: true })

const dayMs = 86_400_000
/** Runs the job at this moment, and says of whom it reminded the fan in all. */
async function remindedAt(time: number, fan: Actor) {
  await remindOfRenewals({ ...api.ctx, now: () => time })
  return reminders(fan)
}
const reminders = async (fan: Actor) =>
  (await api.call(fan, notifications.list, {})).data.data.filter((it) => it.type === 'renewal_reminder')

async function makeFan() {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  return fan
}
/** A fan of a creator at 9.99 a month, and when that renews. */
async function makeSubscriber(creator: Actor) {
  const fan = await makeFan()
  await api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 9.99 })
  return { fan, renewsAt: await renewalOf(fan) }
}
async function renewalOf(fan: Actor) {
  const [row] = await api.db.select().from(table).where(eq(table.fanId, fan.id))
  return row?.renewsAt?.getTime() ?? Number.NaN
}
async function makeTrial(creator: Actor, days: number) {
  const fan = await makeFan()
  const offer = (await api.call(creator, subscriptions.makeOffer, { kind: 'trial', days })).data.code
  await api.call(fan, subscriptions.subscribe, { id: creator.id, offer, expected_price: 0 })
  return { fan, renewsAt: await renewalOf(fan) }
}

it('reminds once, three days before a month, of whose it is, what it costs and when, and leads to its end', async () => {
  const alice = await makeCreator(api, 9.99)
  const { fan, renewsAt } = await makeSubscriber(alice)
  expect(await remindedAt(renewsAt - 3 * dayMs - 1, fan)).toEqual([])
  const [reminder] = await remindedAt(renewsAt - 3 * dayMs, fan)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(renewsAt)
  expect(reminder).toMatchObject({
    actor: { id: alice.id },
    object: { kind: 'subscription', url: '/subscriptions' },
    text: `Your subscription to @${alice.username} renews on ${day} for €9.99 (9.99 coins). You can switch that off until then.`,
  })
  expect(await remindedAt(renewsAt - 2 * dayMs, fan)).toHaveLength(1)
})

it('reminds of each period once', async () => {
  const { fan, renewsAt } = await makeSubscriber(await makeCreator(api, 9.99))
  expect(await remindedAt(renewsAt - dayMs, fan)).toHaveLength(1)
  await renewDue({ ...api.ctx, now: () => renewsAt })
  const next = await renewalOf(fan)
  expect(next).toBeGreaterThan(renewsAt + 27 * dayMs)
  expect(await remindedAt(next - 3 * dayMs - 1, fan)).toHaveLength(1)
  expect(await remindedAt(next - 3 * dayMs, fan)).toHaveLength(2)
})

it('reminds once on several nodes, and after a node that was killed in between', async () => {
  const { fan, renewsAt } = await makeSubscriber(await makeCreator(api, 9.99))
  const ctx = { ...api.ctx, now: () => renewsAt - dayMs }
  const transact = <T>(work: (tx: Db) => Promise<T>) =>
    api.db.transact(async (tx) => {
      await work(tx)
      throw new Error('killed before the commit')
    })
  const dying = Object.create(api.db, { transact: { value: transact } })
  await expect(remindOfRenewals({ ...ctx, db: dying })).rejects.toThrow('killed')
  expect(await reminders(fan)).toEqual([])
  await Promise.all([1, 2, 3, 4].map(() => remindOfRenewals(ctx)))
  expect(await reminders(fan)).toHaveLength(1)
})

it('reminds seven days before the end of a bundle, of the price of its month', async () => {
  const alice = await makeCreator(api, 9.99)
  await offerBundles(api, alice)
  const fan = await makeFan()
  await buyBundle(api, fan, alice, 3)
  const renewsAt = await renewalOf(fan)
  expect(await remindedAt(renewsAt - 7 * dayMs - 1, fan)).toEqual([])
  expect(await remindedAt(renewsAt - 7 * dayMs, fan)).toMatchObject([{ text: expect.stringContaining('€9.99') }])
  expect(await remindedAt(renewsAt - 3 * dayMs, fan)).toHaveLength(1)
})

it('reminds again of a day that a bundle has put off', async () => {
  const alice = await makeCreator(api, 9.99)
  await offerBundles(api, alice)
  const { fan, renewsAt } = await makeSubscriber(alice)
  expect(await remindedAt(renewsAt - dayMs, fan)).toHaveLength(1)
  await buyBundle(api, fan, alice, 3)
  expect(await remindedAt(renewsAt - dayMs, fan)).toHaveLength(1)
  expect(await remindedAt((await renewalOf(fan)) - 7 * dayMs, fan)).toHaveLength(2)
})

it.each([
  [30, 3],
  [3, 1.5],
])('reminds of what a trial of %d days leads to, %d days before', async (length, days) => {
  const { fan, renewsAt } = await makeTrial(await makeCreator(api, 9.99), length)
  expect(await remindedAt(renewsAt - days * dayMs - 1, fan)).toEqual([])
  expect(await remindedAt(renewsAt - days * dayMs, fan)).toMatchObject([{ text: expect.stringContaining('€9.99') }])
})

it('says the full price after the last discounted month, and the locked one after a rise', async () => {
  const [alice, fan] = [await makeCreator(api, 9.99), await makeFan()]
  const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'discount', percent: 50, months: 1 })).data.code
  await api.call(fan, subscriptions.subscribe, { id: alice.id, offer, expected_price: 5 })
  await api.call(alice, subscriptions.setPrice, { price: 49.99 })
  const [reminder] = await remindedAt((await renewalOf(fan)) - dayMs, fan)
  expect(reminder?.text).toContain('€9.99 (9.99 coins)')
})

it('reminds of nothing that will not be charged', async () => {
  const [alice, free] = [await makeCreator(api, 9.99), await makeCreator(api, 9.99)]
  const [cancelled, blocked, freed] = [
    await makeSubscriber(alice),
    await makeSubscriber(alice),
    await makeSubscriber(free),
  ]
  await api.call(cancelled.fan, subscriptions.unsubscribe, { id: alice.id })
  await block(api, alice, blocked.fan)
  await api.call(free, subscriptions.setPrice, { price: 0 })
  for (const { fan } of [cancelled, blocked, freed]) expect(await remindedAt(freed.renewsAt - dayMs, fan)).toEqual([])
  const { fan, renewsAt } = await makeSubscriber(alice)
  await api.call(await api.makeUser({ role: 'staff' }), staffContract.suspend, { id: alice.id, reason: 'spam' })
  expect(await remindedAt(renewsAt - dayMs, fan)).toEqual([])
})

it('reminds of nothing that is due already', async () => {
  const { fan, renewsAt } = await makeSubscriber(await makeCreator(api, 9.99))
  expect(await remindedAt(renewsAt, fan)).toEqual([])
})

it('reminds the others when one reminder fails, and that one with the next run', async () => {
  const alice = await makeCreator(api, 9.99)
  const subscribers = [await makeSubscriber(alice), await makeSubscriber(alice), await makeSubscriber(alice)]
  const count = async () => (await Promise.all(subscribers.map(({ fan }) => reminders(fan)))).flat().length
  const ctx = { ...api.ctx, now: () => (subscribers[0]?.renewsAt ?? 0) - dayMs }
  let calls = 0
  const transact = <T>(work: (tx: Db) => Promise<T>) =>
    calls++ === 1 ? Promise.reject(new Error('broken')) : api.db.transact(work)
  const failing = Object.create(api.db, { transact: { value: transact } })
  await expect(remindOfRenewals({ ...ctx, db: failing })).rejects.toThrow('1 failed')
  const before = await count()
  await remindOfRenewals(ctx)
  expect([before, await count()]).toEqual([2, 3])
})

it('mails the reminder, unless its fan has turned that off or ended mails; a discreet one names nothing', async () => {
  const alice = await makeCreator(api, 9.99)
  const all = await Promise.all(Array.from({ length: 5 }, () => makeSubscriber(alice)))
  const [plain, pushesOnly, unsubscribed, discreet, off] = all.map((it) => it.fan) as [
    Actor,
    Actor,
    Actor,
    Actor,
    Actor,
  ]
  await api.call(plain, notifications.setSettings, { group: 'renewals', push: false })
  await api.call(pushesOnly, notifications.setSettings, { group: 'renewals', email: false })
  const ending = new URL(unsubscribeUrl(api.ctx.env, unsubscribed.id, 'now')).pathname
  expect((await api.fetch(null, ending, { method: 'POST' })).status).toBe(200)
  await api.call(discreet, notifications.setSettings, { discreet: true })
  await api.call(off, notifications.setSettings, { group: 'renewals', app: false })
  const mailed = async (fan: Actor) =>
    (await api.call(fan, notifications.settings, {})).data.groups.flatMap((it) => (it.email ? it.group : []))
  expect(await Promise.all([plain, pushesOnly, unsubscribed, off].map(mailed))).toEqual([
    ['renewals'],
    [],
    [],
    ['renewals'],
  ])
  const time = (all[0]?.renewsAt ?? 0) - dayMs
  await remindOfRenewals({ ...api.ctx, now: () => time })
  await mailDue({ ...api.ctx, now: () => time + 31_000 })
  const mails = await storedMails(api)
  const mailOf = (fan: Actor) => mails.filter((it) => it.to.startsWith(fan.id)).map((it) => it.subject)
  expect([plain, pushesOnly, unsubscribed, off].map(mailOf)).toEqual([
    [expect.stringMatching(/^Your subscription to @.+ renews on .+ for €9\.99 \(9\.99 coins\)/)],
    [],
    [],
    [],
  ])
  expect([mailOf(discreet).length, mailOf(discreet).join()]).toEqual([1, expect.not.stringContaining(alice.username)])
  expect((await Promise.all([pushesOnly, unsubscribed, off].map(reminders))).map((it) => it.length)).toEqual([1, 1, 0])
})
