import { beforeAll, expect, test } from 'vitest'
import { media } from '../../../contract/media.ts'
import { payouts } from '../../../contract/payouts.ts'
import { posts } from '../../../contract/posts.ts'
import { search } from '../../../contract/search.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })
let alice: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 9.99)
})

const words = 'How the curtain was mended in one night, by three people and a lamp: the whole zanzibar story.'
const write = async (it: { visibility?: 'paid' | 'subscribers'; price?: number } = {}) =>
  (await api.call(alice, posts.create, { text: words, visibility: it.visibility ?? 'paid', price: it.price ?? 4 })).data
const rich = async (coins = 50) => {
  const fan = await api.makeUser()
  await giveCoins(api, fan, coins)
  return fan
}
const unlock = (who: Actor, id: string, expected_price?: number) => api.call(who, posts.unlock, { id, expected_price })
const read = async (who: Actor | null, id: string) => (await api.call(who, posts.get, { id })).data
const coins = async (who: Actor) => (await api.call(who, wallet.get, {})).data.coins

test('of words that are sold only the beginning is shown, until they are bought, once', async () => {
  const post = await write()
  const fan = await rich()
  for (const who of [null, fan]) {
    const seen = await read(who, post.id)
    expect([seen.text?.endsWith('…'), (seen.text?.length ?? 99) < words.length / 2]).toEqual([true, true])
    expect(seen.access.offers).toContain('buy')
  }
  const bought = (await unlock(fan, post.id, 4)).data
  expect(bought).toMatchObject({ post: { text: words }, meta: { price_paid: 4, charged: 4, coins: 46 } })
  expect((await unlock(fan, post.id, 4)).data.meta).toMatchObject({ price_paid: 4, charged: 0, coins: 46 })
  expect((await read(fan, post.id)).text).toBe(words)
  expect((await api.call(alice, payouts.earnings, {})).data.pending).toBe(3.2)
})

test('fifty at once, with a key and without, pay once', async () => {
  const post = await write()
  const fan = await rich()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      api.call(fan, posts.unlock, { id: post.id }, index % 2 === 0 ? { 'idempotency-key': `k${index % 4}` } : {}),
    ),
  )
  expect(answers.map((it) => it.status)).toEqual(answers.map(() => 200))
  expect(await coins(fan)).toBe(46)
})

test('with coins for one of two, one is bought', async () => {
  const [first, second] = [await write(), await write()]
  const fan = await rich(5)
  const answers = await Promise.all([unlock(fan, first.id), unlock(fan, second.id)])
  expect(answers.map((it) => it.status).sort()).toEqual([200, 402])
  expect(await coins(fan)).toBe(1)
})

test('one that sells media is bought with them, and is not paid again through them', async () => {
  const { postId, mediaIds } = await makePaidPost(api, alice, 6, 2)
  const fan = await rich()
  expect((await unlock(fan, postId)).data.meta.charged).toBe(6)
  expect((await api.call(fan, media.unlock, { id: mediaIds[1] ?? '' })).data.meta).toMatchObject({ charged: 0 })
  expect((await unlock(fan, postId)).data.meta.charged).toBe(0)
  expect(await coins(fan)).toBe(44)
})

test('own, another price, not for sale, nobody, a limit, not enough', async () => {
  const post = await write()
  const fan = await rich()
  expect((await unlock(alice, post.id)).data.meta.charged).toBe(0)
  expect((await unlock(fan, post.id, 3)).refusal).toMatchObject({ error: 'price_changed', price: 4 })
  const open = await write({ visibility: 'subscribers', price: 0 })
  expect((await unlock(fan, open.id)).refusal.error).toBe('forbidden')
  expect((await unlock(fan, newId())).refusal.error).toBe('not_found')
  expect((await unlock(await rich(1), post.id)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 3 })
  await api.call(fan, wallet.update, { spending_limit: 2 })
  expect((await unlock(fan, post.id)).refusal.error).toBe('spending_limit')
  expect((await read(fan, post.id)).access.allowed).toBe(false)
})

test('for subscribers with a price it is bought too, and search does not answer for what is hidden', async () => {
  const post = await write({ visibility: 'subscribers', price: 3 })
  const hidden = await write()
  const fan = await rich()
  const found = async () =>
    (await api.call(fan, search.results, { q: 'zanzibar', type: 'posts' })).data.data.map((it) => it.id)
  expect((await read(fan, post.id)).text).toBeNull()
  expect(await found()).toEqual([])
  await unlock(fan, post.id)
  await unlock(fan, hidden.id)
  expect(await found()).toEqual(expect.arrayContaining([post.id, hidden.id]))
})

test('a refund locks it again', async () => {
  const post = await write()
  const fan = await rich()
  await unlock(fan, post.id)
  const [line] = (await api.call(fan, wallet.transactions, {})).data.data
  const staff = await api.makeUser({ role: 'staff' })
  await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'asked' })
  expect([await coins(fan), (await read(fan, post.id)).access.allowed]).toEqual([50, false])
})
