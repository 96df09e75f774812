import { expect, test } from 'vitest'
import { gifts } from '../../../contract/gifts.ts'
import { media } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { wallet } from '../../../contract/wallet.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })

const coins = async (fan: Awaited<ReturnType<typeof api.makeUser>>) => (await api.call(fan, wallet.get, {})).data.coins

test.each([
  ['media', 5, 0],
  ['post', 5, 0],
  ['subscription', 9.99, 0],
  ['gift', 9.99, 9.99],
] as const)('charges a %s only at a price that the buyer has named', async (what, price, again) => {
  const creator = await makeCreator(api)
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  const { mediaId, postId } = await makePaidPost(api, creator, 5)
  const buy = (seen?: { expected_price: number }) =>
    ({
      media: () => api.call(fan, media.unlock, { id: mediaId, ...seen }),
      post: () => api.call(fan, posts.unlock, { id: postId, ...seen }),
      subscription: () => api.call(fan, subscriptions.subscribe, { id: creator.id, ...seen }),
      gift: () => api.call(fan, gifts.give, { id: creator.id, months: 1, ...seen }),
    })[what]()
  for (const seen of [undefined, { expected_price: 0 }, { expected_price: price - 1 }]) {
    const { status, refusal } = await buy(seen)
    expect([status, refusal.error, refusal.price]).toEqual([409, 'price_changed', price])
  }
  expect(await coins(fan)).toBe(100)
  expect((await buy({ expected_price: price })).status).toBe(200)
  expect(await coins(fan)).toBe(100 - price)
  await buy({ expected_price: price })
  expect(await coins(fan)).toBe(Number((100 - price - again).toFixed(2)))
})

test('takes an empty body where nothing is charged', async () => {
  const [free, fan] = [await makeCreator(api, 0), await api.makeUser()]
  expect((await api.call(fan, subscriptions.subscribe, { id: free.id })).data.is_subscribed).toBe(true)
  await giveCoins(api, fan, 5)
  const { mediaId, postId } = await makePaidPost(api, free, 5)
  await api.call(fan, media.unlock, { id: mediaId, expected_price: 5 })
  expect((await api.call(fan, media.unlock, { id: mediaId })).data.meta.charged).toBe(0)
  expect((await api.call(fan, posts.unlock, { id: postId })).data.meta.charged).toBe(0)
})
