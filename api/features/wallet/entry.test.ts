import { expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { wallet } from '../../../contract/wallet.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })

test('shows a referrer their share of a sale, and neither what was sold nor for how much', async () => {
  const [alice, rita] = [await makeCreator(api), await api.makeUser()]
  const fiona = await api.makeUser({ referredBy: rita.id })
  await giveCoins(api, fiona, 100)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 100 })
  const [sale] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  const id = sale?.id ?? ''
  const seen = (await api.call(rita, wallet.entry, { id })).data
  expect(seen).toMatchObject({ id, kind: 'referral', reason: null, reverses: null })
  expect(seen.postings).toEqual([{ account: 'referral', owner: 'you', amount: 1, balance_after: 1 }])
  for (const party of [fiona, alice]) {
    const { kind, postings } = (await api.call(party, wallet.entry, { id })).data
    expect([kind, postings.map((it) => it.amount)]).toEqual(['tip', expect.arrayContaining([-100, 80])])
  }
  expect((await api.call(await api.makeUser(), wallet.entry, { id })).status).toBe(404)
})
