import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { addUsableMethod, demoIban } from '../../../tests/support/step-up.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { statement, uuids } from '../../platform/db/statement.ts'
import { releaseHolds } from '../payouts/earnings.ts'
import { applyProviderUpdate } from '../wallet/topups.ts'

const api = testApi({ money: true })
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})

const weekMs = 7 * 86_400_000
const acts = async () => (await api.call(staff, staffRoom.auditLog, {})).data.data
const askForPayout = async () => {
  const creator = await makeCreator(api)
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  api.turnClock(-weekMs - 1000)
  await api.call(fan, chat.tip, { id: creator.id, amount: 100 })
  api.turnClock(weekMs + 1000)
  await releaseHolds(api.ctx)
  const method = await addUsableMethod(api, creator)
  const { id } = (await api.call(creator, payouts.request, { amount: 80, method_id: method.id })).data
  return { creator, id, account: demoIban }
}

test('takes a payout from approved to paid, shows its account, and logs every step', async () => {
  const { creator, id, account } = await askForPayout()
  const waiting = (await api.call(staff, staffRoom.overview, {})).data.payouts
  const open = async () => (await api.call(staff, staffMoney.payouts, { status: 'open' })).data.data
  expect((await open()).find((it) => it.id === id)).toMatchObject({
    amount: 80,
    status: 'requested',
    user: { id: creator.id },
  })
  const look = () => api.call(staff, staffMoney.openAccount, { id })
  expect((await look()).refusal.error).toBe('already_done')
  await api.call(staff, staffMoney.decide, { id, status: 'approved' })
  expect((await look()).data).toEqual({ kind: 'iban', account, holder: 'Alice Demo' })
  await api.call(staff, staffMoney.decide, { id, status: 'processing' })
  await api.call(staff, staffMoney.decide, { id, status: 'paid' })
  expect((await open()).find((it) => it.id === id)).toBeUndefined()
  expect((await api.call(staff, staffRoom.overview, {})).data.payouts).toBe(waiting - 1)
  expect((await acts()).slice(0, 4).map((it) => [it.action, it.object_id])).toEqual([
    ['payout.paid', id],
    ['payout.processing', id],
    ['payout.account', id],
    ['payout.approved', id],
  ])
  expect((await look()).refusal.error).toBe('already_done')
})

test('fails a payout only with a reason', async () => {
  const { creator, id } = await askForPayout()
  expect((await api.call(staff, staffMoney.decide, { id, status: 'failed' })).refusal.error).toBe('invalid_input')
  expect((await api.call(creator, payouts.earnings, {})).data.available).toBe(0)
  await api.call(staff, staffMoney.decide, { id, status: 'failed', reason: 'The bank knows no such account' })
  expect((await api.call(creator, payouts.earnings, {})).data.available).toBe(80)
  expect((await acts())[0]).toMatchObject({ action: 'payout.failed', note: 'The bank knows no such account' })
})

test('refuses staff to decide their own payout, see its account, or refund their own sale', async () => {
  const { creator, id } = await askForPayout()
  const fan = await api.makeUser()
  await giveCoins(api, fan, 5)
  await api.call(fan, chat.tip, { id: creator.id, amount: 5 })
  const [tip] = (await api.call(fan, wallet.transactions, { kind: 'tip' })).data.data
  await api.db.run(makeAllStaff, { users: [creator.id, fan.id] })
  expect((await api.call(creator, staffMoney.decide, { id, status: 'approved' })).refusal.error).toBe('own_thing')
  expect((await api.call(creator, staffMoney.openAccount, { id })).refusal.error).toBe('own_thing')
  for (const who of [creator, fan])
    expect((await api.call(who, staffMoney.refund, { entry_id: tip?.id ?? '', reason: 'mine' })).refusal.error).toBe(
      'own_thing',
    )
})

test('finds a sale by its receipt, either side or its payment, and refunds it with a reason', async () => {
  const creator = await makeCreator(api)
  const fan = await api.makeUser()
  const { id: topup } = (await api.call(fan, wallet.beginTopup, { amount: 20 })).data
  await api.db.transact((tx) =>
    applyProviderUpdate(tx, api.ctx, { id: topup }, { status: 'paid', paymentRef: `pi_${fan.username}` }),
  )
  const { mediaId } = await makePaidPost(api, creator, 8)
  await api.call(fan, media.unlock, { id: mediaId, expected_price: 8 })
  const [line] = (await api.call(fan, wallet.transactions, { kind: 'post' })).data.data
  const find = async (q: string) => (await api.call(staff, staffMoney.sales, { q })).data.data
  const keys = [
    line?.id ?? '',
    topup,
    `pi_${fan.username}`,
    `＠${fan.username.toUpperCase()}`,
    creator.username,
    `${fan.id}@EXAMPLE`,
  ]
  for (const q of keys) {
    const found = await find(q)
    expect([q, found.map((it) => it.id)]).toEqual([q, [line?.id]])
    expect(found[0]).toMatchObject({
      kind: 'post',
      amount: 8,
      buyer: { id: fan.id },
      creator: { id: creator.id },
      taken_back: null,
    })
  }
  for (const q of ['nobody_at_all', '%', 'pi_none', crypto.randomUUID()]) expect([q, await find(q)]).toEqual([q, []])
  await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'Not as shown' })
  const [back] = (await api.call(fan, wallet.transactions, { kind: 'refund' })).data.data
  expect(await find(back?.id ?? '')).toMatchObject([
    { id: line?.id, taken_back: { kind: 'refund', reason: 'Not as shown' } },
  ])
  expect((await acts())[0]).toMatchObject({ action: 'sale.refund', object_id: line?.id, note: 'Not as shown' })
})

test('pages through the sales in which a user bought or sold, the latest first', async () => {
  const [creator, other] = [await makeCreator(api), await makeCreator(api)]
  const fan = await api.makeUser()
  for (const it of [fan, creator]) await giveCoins(api, it, 20)
  const sold: number[] = []
  for (const [from, to, amount] of [
    [fan, creator, 1],
    [creator, other, 2],
    [fan, other, 3],
    [fan, creator, 4],
    [creator, other, 5],
  ] as const) {
    await api.call(from, chat.tip, { id: to.id, amount })
    if (from === creator || to === creator) sold.unshift(amount)
  }
  const found: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await api.call(staff, staffMoney.sales, { q: creator.username, limit: 2, cursor })
    found.push(...data.data.map((it) => it.amount))
    cursor = data.next
  }
  expect(found).toEqual(sold)
})

test('lists disputes with what they took, reversed and restored', async () => {
  const creator = await makeCreator(api)
  const fan = await api.makeUser()
  const { id } = (await api.call(fan, wallet.beginTopup, { amount: 20 })).data
  const applyUpdate = (update: Parameters<typeof applyProviderUpdate>[3]) =>
    api.db.transact((tx) => applyProviderUpdate(tx, api.ctx, { id }, update))
  await applyUpdate({ status: 'paid' })
  await api.call(fan, chat.tip, { id: creator.id, amount: 20 })
  const known = { ref: `dp_${id}`, amountCents: 2000, reason: 'fraudulent', at: Date.now() }
  await applyUpdate({ dispute: { ...known, withdrawn: true } })
  const seen = async (status: 'open' | 'won' | 'lost') =>
    (await api.call(staff, staffMoney.disputes, { status })).data.data.find((it) => it.ref === known.ref)
  expect(await seen('open')).toMatchObject({ user: { id: fan.id }, amount: 20, taken: true, undone: 1, restored: 0 })
  await applyUpdate({ dispute: { ...known, outcome: 'won' } })
  expect(await seen('open')).toBeUndefined()
  expect(await seen('won')).toMatchObject({ taken: false, undone: 1, restored: 1 })
})

test('is refused to everyone but staff', async () => {
  const fan = await api.makeUser()
  expect((await api.call(fan, staffMoney.sales, {})).refusal.error).toBe('not_staff')
  expect((await api.call(fan, staffMoney.startLedgerCheck, {})).refusal.error).toBe('not_staff')
})

const makeAllStaff = statement(
  'test_make_all_staff',
  { users: uuids },
  {},
  ({ users }) => `update users set role = 'staff' where id = any(${users})`,
)
