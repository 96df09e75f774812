import { beforeAll, describe, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { payouts } from '../../../contract/payouts.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { int, orNull, statement, uuid } from '../../platform/db/statement.ts'
import { releaseHolds } from '../payouts/earnings.ts'

const api = testApi({ money: true })
let alice: Actor
let bob: Actor
let ids: { media: string; post: string; fan: string }
beforeAll(async () => {
  alice = await makeCreator(api, 3.99)
  bob = await makeCreator(api, 3.99)
  const { mediaId, postId } = await makePaidPost(api, alice, 3.99)
  await giveCoins(api, bob, 1_000)
  // Bob needs earnings that he can pay out.
  const fan = await api.makeUser()
  ids = { media: mediaId, post: postId, fan: fan.id }
  await giveCoins(api, fan, 200)
  api.turnClock(-8 * 86_400_000)
  await api.call(fan, chat.tip, { id: bob.id, amount: 200 })
  api.turnClock(8 * 86_400_000)
  await releaseHolds(api.ctx)
})

/** Values that no field of coins accepts, as JSON or as something like it. */
const invalidAmounts = [
  '-0',
  '-5',
  '3.990000000000001',
  '5.001',
  '"3.99"',
  '1e400',
  '-1e400',
  'NaN',
  'Infinity',
  '[3.99]',
  '[]',
  '{}',
  'true',
  '""',
  '1e308',
  '9007199254740993',
]

/** Every field that takes coins or a price, with amounts outside its own bounds. */
const fields: [name: string, method: string, path: () => string, body: (amount: string) => string, beyond: string[]][] =
  [
    ['tip', 'POST', () => `/api/users/${alice.id}/tip`, bodyOf('amount'), ['null', '0', '0.99', '200.01', '500']],
    ['purchase of coins', 'POST', () => '/api/wallet/topups', bodyOf('amount'), ['null', '0', '4.99', '500.01']],
    ['spending limit', 'PATCH', () => '/api/wallet', bodyOf('spending_limit'), ['100000.01']],
    ['transfer', 'POST', () => '/api/creator/earnings/transfer', bodyOf('amount'), ['null', '0', '500']],
    ['payout', 'POST', () => '/api/payouts', bodyOf('amount'), ['null', '0', '19.99', '500']],
    ['unlock', 'POST', () => `/api/media/${ids.media}/unlock`, bodyOf('expected_price'), ['null', '0', '4', '500']],
    [
      'unlock of a post',
      'POST',
      () => `/api/posts/${ids.post}/unlock`,
      bodyOf('expected_price'),
      ['null', '0', '4', '500'],
    ],
    [
      'subscription',
      'POST',
      () => `/api/users/${alice.id}/subscribe`,
      bodyOf('expected_price'),
      ['null', '0', '4', '500'],
    ],
    [
      'price of a subscription',
      'PUT',
      () => '/api/creator/subscription-price',
      bodyOf('price'),
      ['null', '4', '3.98', '500'],
    ],
    [
      'price of a post',
      'POST',
      () => '/api/posts',
      (amount) => `{"text":"sold","visibility":"paid","price":${amount}}`,
      ['0.99', '200.01', '500'],
    ],
    [
      'price of a message',
      'POST',
      () => '/api/chat/messages',
      (amount) => `{"receiver_id":"${ids.fan}","content":"sold","price":${amount}}`,
      ['0.99', '200.01', '500'],
    ],
    [
      'price of a broadcast',
      'POST',
      () => '/api/creator/broadcast',
      (amount) => `{"audience":"followers","content":"sold","price":${amount}}`,
      ['0.99', '200.01', '500'],
    ],
  ]

describe.each(fields)('%s', (_name, method, path, body, beyond) => {
  test.each([...invalidAmounts, ...beyond])('rejects %s and moves nothing', async (amount) => {
    const before = await state()
    const response = await api.fetch(bob, path(), {
      method,
      body: body(amount),
      headers: { 'content-type': 'application/json' },
    })
    const answer = (await response.json()) as { error?: string }
    expect([400, 402, 409, 422], answer.error).toContain(response.status)
    expect(await state()).toEqual(before)
  })
})

function bodyOf(field: string): (amount: string) => string {
  return (amount) => `{"${field}":${amount}}`
}

const countEntries = statement(
  'test_count_entries',
  {},
  { entries: int },
  () => 'select count(*)::int as entries from ledger_entries',
)
const readPrice = statement(
  'test_read_price',
  { id: uuid },
  { price_cents: orNull(int) },
  ({ id }) => `select price_cents from users where id = ${id}`,
)
async function state() {
  const { coins, spending_limit } = (await api.call(bob, wallet.get, {})).data
  const { available } = (await api.call(bob, payouts.earnings, {})).data
  const [price] = await api.db.run(readPrice, { id: bob.id })
  return [coins, spending_limit, available, price, await api.db.run(countEntries, {})]
}
