import { beforeAll, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { requests } from '../../../contract/requests.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'

/** Whether a message with a price reads as sold to its sender (product §13). */
const api = testApi({ money: true })
let creator: Actor
let fan: Actor
beforeAll(async () => {
  ;[creator, fan] = [await makeCreator(api), await api.makeUser()]
  await giveCoins(api, fan, 100)
  await follow(api, fan, creator)
})

async function offer(): Promise<{ id: string; picture: string }> {
  const picture = await makePicture(api, creator)
  const sent = { receiver_id: fan.id, content: 'for you', media_ids: [picture], price: 5 }
  const { id, sold } = (await api.call(creator, chat.send, sent)).data
  expect(sold).toBe(false)
  return { id, picture }
}
/** As the creator and as the fan see it. */
async function soldTo(id: string): Promise<(boolean | undefined)[]> {
  const of = async (reader: Actor, other: Actor) =>
    (await api.call(reader, chat.messages, { userId: other.id })).data.data.find((it) => it.id === id)?.sold
  return [await of(creator, fan), await of(fan, creator)]
}

it('is sold once it is bought, for its sender alone, and not after a refund', async () => {
  const { id, picture } = await offer()
  expect(await soldTo(id)).toEqual([false, false])
  await api.call(fan, media.unlock, { id: picture, expected_price: 5, within: id })
  expect(await soldTo(id)).toEqual([true, false])
  const [payment] = (await api.call(fan, wallet.transactions, {})).data.data
  const staff = await api.makeUser({ role: 'staff' })
  expect((await api.call(staff, staffMoney.refund, { entry_id: payment?.id ?? '', reason: 'test' })).status).toBe(200)
  expect(await soldTo(id)).toEqual([false, false])
})

it('is not sold where the fan has its picture from a post', async () => {
  const { id, picture } = await offer()
  const post = { text: 'The same', visibility: 'paid' as const, price: 3, media_ids: [picture] }
  const { id: within } = (await api.call(creator, posts.create, post)).data
  await api.call(fan, media.unlock, { id: picture, expected_price: 3, within })
  expect(await soldTo(id)).toEqual([false, false])
})

it('is sold when it delivers a paid request', async () => {
  await api.call(creator, requests.setSettings, { min_price: 1 })
  const asked = { id: creator.id, text: 'A picture of the sea', price: 20 }
  const { request } = (await api.call(fan, requests.create, asked)).data
  const picture = await makePicture(api, creator)
  await api.call(creator, requests.accept, { id: request.id })
  expect((await api.call(creator, requests.deliver, { id: request.id, media_ids: [picture] })).status).toBe(200)
  const [delivered] = (await api.call(creator, chat.messages, { userId: fan.id })).data.data
  expect(delivered).toMatchObject({ price: 20, sold: true })
})
