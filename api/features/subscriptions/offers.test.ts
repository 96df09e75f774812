import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, setPriceCents } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users as people } from '../../platform/db/schema/identity.ts'

const api = testApi({ money: true })
let alice: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 9.99)
})

const half = { kind: 'discount', percent: 50, months: 3 } as const
const make = async (input: Parameters<typeof api.call<typeof subscriptions.makeOffer>>[2]) =>
  (await api.call(alice, subscriptions.makeOffer, input)).data
const look = (viewer: Actor | null, code: string) => api.call(viewer, subscriptions.offer, { code })

test('shows every visitor what a link gives, its prices now and later, and the uses left', async () => {
  const offer = await make({ ...half, max_uses: 2, expires_in_days: 10 })
  expect(offer.link).toContain(`/@${alice.username}?offer=${offer.code}`)
  expect((await look(null, offer.code)).data).toMatchObject({
    creator_id: alice.id,
    percent: 50,
    months: 3,
    left: 2,
    price: 9.99,
    first_price: 5,
    taking: { allowed: true, reason: null },
  })
  const trial = await make({ kind: 'trial', days: 7 })
  expect((await look(null, trial.code)).data).toMatchObject({ days: 7, left: null, first_price: 0 })
})

test('counts uses down and refuses earlier subscribers while it is open', async () => {
  const offer = await make({ ...half, max_uses: 1 })
  const [first, second] = [await api.makeUser(), await api.makeUser()]
  await giveCoins(api, first, 20)
  expect((await look(first, offer.code)).data.taking.allowed).toBe(true)
  await api.call(first, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 5 })
  expect((await look(second, offer.code)).data).toMatchObject({ left: 0, taking: { allowed: false, reason: 'over' } })
  const other = await make(half)
  expect((await look(first, other.code)).data.taking).toEqual({ allowed: false, reason: 'not_new' })
  expect((await look(alice, other.code)).data.taking).toEqual({ allowed: false, reason: 'own' })
  await api.call(alice, subscriptions.revokeOffer, { id: other.id })
  expect((await look(second, other.code)).data.taking).toEqual({ allowed: false, reason: 'over' })
  expect((await api.call(alice, subscriptions.offers, {})).data.data.map((it) => it.id)).not.toContain(other.id)
})

test('refuses an expired link and one of a free creator', async () => {
  const offer = await make({ ...half, expires_in_days: 1 })
  api.turnClock(2 * 86_400_000)
  expect((await look(null, offer.code)).data.taking.reason).toBe('over')
  api.turnClock(-2 * 86_400_000)
  await api.db.run(setPriceCents, { id: alice.id, cents: 0 })
  expect((await look(null, offer.code)).data.taking.reason).toBe('free')
  await api.db.run(setPriceCents, { id: alice.id, cents: 999 })
})

test('answers not_found behind a block and for an unknown code', async () => {
  const offer = await make(half)
  const frank = await api.makeUser()
  await api.call(alice, users.block, { id: frank.id })
  expect((await look(frank, offer.code)).refusal.error).toBe('not_found')
  expect((await look(null, 'NOBODYS')).refusal.error).toBe('not_found')
})

test('gives two uses to two of five concurrent fans', async () => {
  const offer = await make({ ...half, max_uses: 2 })
  const fans = await Promise.all([1, 2, 3, 4, 5].map(() => api.makeUser()))
  for (const fan of fans) await giveCoins(api, fan, 10)
  const answers = await Promise.all(
    fans.map((fan) => api.call(fan, subscriptions.subscribe, { id: alice.id, offer: offer.code, expected_price: 5 })),
  )
  expect(answers.map((it) => it.status).sort()).toEqual([200, 200, 410, 410, 410])
})

test('is a link of its own creator, who alone revokes it, once', async () => {
  const bea = await makeCreator(api, 9.99)
  const [mine, theirs] = [await make(half), (await api.call(bea, subscriptions.makeOffer, half)).data]
  const listed = async (who: Actor) => (await api.call(who, subscriptions.offers, {})).data.data.map((it) => it.id)
  expect(await listed(bea)).toEqual([theirs.id])
  const revoke = async (who: Actor, id: string) => (await api.call(who, subscriptions.revokeOffer, { id })).status
  expect(await revoke(bea, mine.id)).toBe(404)
  expect([await revoke(bea, theirs.id), await revoke(bea, theirs.id)]).toEqual([200, 404])
  expect([(await look(null, mine.code)).data.taking.allowed, await listed(bea)]).toEqual([true, []])
})

test('is taken from its own creator only, by a fan who has subscribed to others, as others have to this one', async () => {
  const bea = await makeCreator(api, 9.99)
  const [fan, other] = [await api.makeUser(), await api.makeUser()]
  for (const who of [fan, other]) await giveCoins(api, who, 30)
  const take = (who: Actor, creator: Actor, code: string) =>
    api.call(who, subscriptions.subscribe, { id: creator.id, offer: code, expected_price: 5 })
  const offer = await make(half)
  expect((await take(fan, bea, offer.code)).refusal.error).toBe('not_found')
  await api.call(fan, subscriptions.subscribe, { id: bea.id, expected_price: 9.99 })
  expect((await take(other, alice, offer.code)).status).toBe(200)
  expect((await look(fan, offer.code)).data.taking).toEqual({ allowed: true, reason: null })
  expect((await take(fan, alice, offer.code)).status).toBe(200)
})

test('is refused to a fan who has subscribed to its creator before', async () => {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 30)
  await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 9.99 })
  await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
  const offer = await make(half)
  api.turnClock(40 * 86_400_000)
  const taken = { id: alice.id, offer: offer.code, expected_price: 5 }
  expect((await api.call(fan, subscriptions.subscribe, taken)).refusal.error).toBe('already_done')
  api.turnClock(-40 * 86_400_000)
  const { data } = (await api.call(alice, subscriptions.offers, {})).data
  expect(data.find((it) => it.id === offer.id)?.uses).toBe(0)
})

test('is over with its creator, or when they are one no longer', async () => {
  for (const facts of [{ deletedAt: new Date() }, { isCreator: false }]) {
    const bea = await makeCreator(api, 9.99)
    const { code } = (await api.call(bea, subscriptions.makeOffer, half)).data
    expect((await look(null, code)).status).toBe(200)
    await api.db.update(people).set(facts).where(eq(people.id, bea.id))
    expect((await look(null, code)).refusal.error).toBe('not_found')
  }
})

test.each([{ kind: 'trial' }, { kind: 'discount', percent: 50 }, { kind: 'discount', months: 3 }] as const)(
  'is not made of %j alone',
  async (input) => {
    expect((await api.call(alice, subscriptions.makeOffer, input)).refusal.error).toBe('invalid_input')
  },
)
