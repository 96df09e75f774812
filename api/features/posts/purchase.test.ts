import { eq } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { media } from '../../../contract/media.ts'
import { payouts } from '../../../contract/payouts.ts'
import { posts } from '../../../contract/posts.ts'
import { search } from '../../../contract/search.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { allRights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { posts as table } from '../../platform/db/schema/posts.ts'
import { correctCounts } from './jobs.ts'
import { AlreadyBought, unlockPost } from './purchase.ts'

const api = testApi({ money: true })
let alice: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 9.99)
})

const text = 'How the curtain was mended in one night, by three people and a lamp: the whole zanzibar story.'
const write = async (input: { visibility?: 'paid' | 'subscribers'; price?: number } = {}) =>
  (await api.call(alice, posts.create, { text, visibility: 'paid', price: 4, ...input })).data
const fanWith = async (coins = 50) => {
  const fan = await api.makeUser()
  await giveCoins(api, fan, coins)
  return fan
}
const unlock = (who: Actor, id: string, expected_price = 4) => api.call(who, posts.unlock, { id, expected_price })
const read = async (who: Actor | null, id: string) => (await api.call(who, posts.get, { id })).data
const coins = async (who: Actor) => (await api.call(who, wallet.get, {})).data.coins

test('shows only the beginning of a paid text until the fan has bought it, and charges once', async () => {
  const post = await write()
  const fan = await fanWith()
  for (const who of [null, fan]) {
    const seen = await read(who, post.id)
    expect([seen.text?.endsWith('…'), (seen.text?.length ?? 99) < text.length / 2]).toEqual([true, true])
    expect(seen.access.offers).toContain('buy')
  }
  const bought = (await unlock(fan, post.id, 4)).data
  expect(bought).toMatchObject({ post: { text }, meta: { price_paid: 4, charged: 4, coins: 46 } })
  expect((await unlock(fan, post.id, 4)).data.meta).toMatchObject({ price_paid: 4, charged: 0, coins: 46 })
  expect((await read(fan, post.id)).text).toBe(text)
  expect((await api.call(alice, payouts.earnings, {})).data.pending).toBe(3.2)
})

test('charges fifty concurrent calls, with and without a key, once', async () => {
  const post = await write()
  const fan = await fanWith()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      api.call(
        fan,
        posts.unlock,
        { id: post.id, expected_price: 4 },
        index % 2 === 0 ? { 'idempotency-key': `k${index % 4}` } : {},
      ),
    ),
  )
  expect(answers.map((it) => it.status)).toEqual(answers.map(() => 200))
  expect(await coins(fan)).toBe(46)
})

test('charges once where two nodes unlock at the same moment', async () => {
  const post = await write()
  const fan = await fanWith()
  const unlockHere = (tx: Db) => unlockPost(tx, api.ctx, fan.id, { id: post.id, expected_price: 4 })
  let other: Promise<unknown> = Promise.resolve()
  await api.db.transact(async (tx) => {
    await unlockHere(tx)
    other = api.db.transact(unlockHere).catch((error: unknown) => error)
    await Promise.race([other, untilLockAwaited(api)])
  })
  const answer = await other
  // The embedded engine has one connection, so that the second sees what the first has bought.
  if (inject('begin').engine === 'postgres') expect(answer).toBeInstanceOf(AlreadyBought)
  else expect(answer).toMatchObject({ meta: { charged: 0 } })
  expect(await coins(fan)).toBe(46)
})

test('sells one of two posts to a fan with coins for one', async () => {
  const [first, second] = [await write(), await write()]
  const fan = await fanWith(5)
  const answers = await Promise.all([unlock(fan, first.id), unlock(fan, second.id)])
  expect(answers.map((it) => it.status).sort()).toEqual([200, 402])
  expect(await coins(fan)).toBe(1)
})

test('sells a post together with its media, and charges nothing for them afterwards', async () => {
  const { postId, mediaIds } = await makePaidPost(api, alice, 6, 2)
  const fan = await fanWith()
  expect((await unlock(fan, postId, 6)).data.meta.charged).toBe(6)
  expect((await api.call(fan, media.unlock, { id: mediaIds[1] ?? '' })).data.meta).toMatchObject({ charged: 0 })
  expect((await unlock(fan, postId)).data.meta.charged).toBe(0)
  expect(await coins(fan)).toBe(44)
})

test('charges the author nothing, and rejects an old price, a free or unknown post, too few coins and a spending limit', async () => {
  const post = await write()
  const fan = await fanWith()
  expect((await unlock(alice, post.id)).data.meta.charged).toBe(0)
  expect((await unlock(fan, post.id, 3)).refusal).toMatchObject({ error: 'price_changed', price: 4 })
  const open = await write({ visibility: 'subscribers', price: 0 })
  expect((await unlock(fan, open.id)).refusal.error).toBe('forbidden')
  expect((await unlock(fan, newId())).refusal.error).toBe('not_found')
  expect((await unlock(await fanWith(1), post.id)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 3 })
  await api.call(fan, wallet.update, { spending_limit: 2 })
  expect((await unlock(fan, post.id)).refusal.error).toBe('spending_limit')
  expect((await read(fan, post.id)).access.allowed).toBe(false)
})

test('sells a priced post for subscribers, and finds locked text in search only after the purchase', async () => {
  const post = await write({ visibility: 'subscribers', price: 3 })
  const hidden = await write()
  const fan = await fanWith()
  const found = async () =>
    (await api.call(fan, search.results, { q: 'zanzibar', type: 'posts' })).data.data.map((it) => it.id)
  expect((await read(fan, post.id)).text).toBeNull()
  expect(await found()).toEqual([])
  await unlock(fan, post.id, 3)
  await unlock(fan, hidden.id)
  expect(await found()).toEqual(expect.arrayContaining([post.id, hidden.id]))
})

test('locks the post again after a refund', async () => {
  const post = await write()
  const fan = await fanWith()
  await unlock(fan, post.id)
  const [transaction] = (await api.call(fan, wallet.transactions, {})).data.data
  const staff = await api.makeUser({ role: 'staff' })
  await api.call(staff, staffMoney.refund, { entry_id: transaction?.id ?? '', reason: 'requested' })
  expect([await coins(fan), (await read(fan, post.id)).access.allowed]).toEqual([50, false])
})

test('answers what this fan has paid for a post, without refunds', async () => {
  const post = await write()
  const [fan, other, staff] = [await fanWith(), await fanWith(), await api.makeUser({ role: 'staff' })]
  for (const who of [other, fan]) await unlock(who, post.id)
  expect((await unlock(fan, post.id)).data.meta).toMatchObject({ price_paid: 4, charged: 0 })
  const [sale] = (await api.call(fan, wallet.transactions, {})).data.data
  expect((await api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'refund' })).status).toBe(200)
  expect((await unlock(fan, post.id)).data.meta).toMatchObject({ price_paid: 4, charged: 4 })
  expect((await unlock(fan, post.id)).data.meta).toMatchObject({ price_paid: 4, charged: 0 })
})

test.each(['its text', 'its media'] as const)(
  'tells how many fans unlocked %s from ten on, without refunds',
  async (what) => {
    const id = what === 'its text' ? (await write()).id : (await makePaidPost(api, alice, 4, 2)).postId
    const fans = await Promise.all(Array.from({ length: 11 }, () => fanWith()))
    const [first, ...others] = fans as [Actor, ...Actor[]]
    const unlocks = async () => (await read(null, id)).unlocks
    await Promise.all(others.slice(1).map((fan) => unlock(fan, id)))
    expect(await unlocks()).toBeNull()
    expect((await read(alice, id)).unlocks).toBe(9)
    await Promise.all([first, first, others[0] ?? first].map((fan) => unlock(fan, id)))
    expect(await unlocks()).toBe(11)
    const [sale] = (await api.call(first, wallet.transactions, {})).data.data
    const staff = await api.makeUser({ role: 'staff' })
    await api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'requested' })
    expect(await unlocks()).toBe(10)
    await api.db.update(table).set({ unlocksCount: 99 }).where(eq(table.id, id))
    await correctCounts(api.ctx)
    expect(await unlocks()).toBe(10)
  },
)

test('tells an operator of sales only with the right to money', async () => {
  for (const can_payment of [true, false]) {
    const { operator, creator } = await makeAgency(api, { ...allRights, can_payment })
    const { postId } = await makePaidPost(api, creator, 4)
    await unlock(await fanWith(), postId)
    expect((await read(await actAs(api, operator, creator), postId)).unlocks).toBe(can_payment ? 1 : null)
  }
})
