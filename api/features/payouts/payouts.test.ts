import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { payouts } from '../../../contract/payouts.ts'
import { referral } from '../../../contract/referral.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { earn, earnReleased, weekMs } from '../../../tests/support/earnings.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { ageSession } from '../../../tests/support/step-up.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { statement, text, uuid } from '../../platform/db/statement.ts'
import { releaseHolds } from './earnings.ts'
import { isIban } from './payouts.ts'

const api = testApi({ money: true })
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})

const earnings = async (creator: Actor) => (await api.call(creator, payouts.earnings, {})).data

test('keeps a fee of 20 % and holds the rest for seven days', async () => {
  const alice = await makeCreator(api)
  await earn(api, alice, 100)
  const held = await earnings(alice)
  expect(held).toMatchObject({ pending: 80, available: 0 })
  expect(Date.parse(held.next_release ?? '') - api.ctx.now()).toBeGreaterThan(weekMs - 60_000)
  await releaseHolds(api.ctx)
  expect(await earnings(alice)).toMatchObject({ pending: 80, available: 0 })
  api.turnClock(weekMs + 1000)
  await Promise.all([releaseHolds(api.ctx), releaseHolds(api.ctx)])
  expect(await earnings(alice)).toEqual({ pending: 0, available: 80, next_release: null })
  api.turnClock(-weekMs - 1000)
})

test('does not release a held sale that was taken back, nor touch the others', async () => {
  const alice = await makeCreator(api)
  const fiona = await api.makeUser()
  await giveCoins(api, fiona, 400)
  api.turnClock(-weekMs - 1000)
  for (let sold = 0; sold < 16; sold++) await api.call(fiona, chat.tip, { id: alice.id, amount: 10 })
  const { data } = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data
  for (const line of data.slice(0, 8)) await api.call(staff, staffMoney.refund, { entry_id: line.id, reason: 'refund' })
  api.turnClock(weekMs + 1000)
  for (let sold = 0; sold < 16; sold++) await api.call(fiona, chat.tip, { id: alice.id, amount: 10 })
  await releaseHolds(api.ctx)
  expect(await earnings(alice)).toMatchObject({ pending: 128, available: 64 })
})

test('pays out at least 20 covered coins, one payout at a time, through its states', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  const ask = (amount: number) => api.call(alice, payouts.request, { amount })
  expect((await ask(19.99)).refusal.error).toBe('invalid_amount')
  expect((await ask(80.01)).refusal).toMatchObject({ error: 'insufficient_coins', shortfall: 0.01 })
  const answers = await Promise.all([ask(50), ask(50), ask(50)])
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409])
  const id = answers.find((it) => it.status === 200)?.data.id ?? ''
  expect(await earnings(alice)).toMatchObject({ available: 30 })
  const decide = (status: 'approved' | 'processing' | 'paid' | 'failed', by = staff) =>
    api.call(by, staffMoney.decide, { id, status })
  expect((await decide('approved', alice)).refusal.error).toBe('not_staff')
  expect((await decide('paid')).refusal.error).toBe('already_done')
  expect((await decide('approved')).data.status).toBe('approved')
  expect((await api.call(alice, payouts.cancel, { id })).refusal.error).toBe('already_done')
  expect((await decide('processing')).data.status).toBe('processing')
  expect((await decide('paid')).data.status).toBe('paid')
  expect((await decide('failed')).refusal.error).toBe('already_done')
  expect((await api.call(alice, payouts.list, {})).data.data).toMatchObject([{ amount: 50, status: 'paid' }])
})

test('returns the coins of a failed or cancelled payout', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  const first = (await api.call(alice, payouts.request, { amount: 80 })).data.id
  expect((await api.call(await makeCreator(api), payouts.cancel, { id: first })).refusal.error).toBe('not_found')
  const key = { 'idempotency-key': 'back' }
  // The staff member repeats a call whose answer was lost.
  for (let time = 0; time < 2; time++)
    expect((await api.call(alice, payouts.cancel, { id: first }, key)).data.status).toBe('cancelled')
  expect((await api.call(alice, payouts.cancel, { id: first })).refusal.error).toBe('already_done')
  expect(await earnings(alice)).toMatchObject({ available: 80 })
  const second = (await api.call(alice, payouts.request, { amount: 80 })).data.id
  await api.call(staff, staffMoney.decide, { id: second, status: 'failed', reason: 'Account closed' })
  expect(await earnings(alice)).toMatchObject({ available: 80 })
  expect((await api.call(alice, payouts.list, {})).data.data[0]).toMatchObject({
    status: 'failed',
    reason: 'Account closed',
  })
})

test('refuses a payout after an old sign-in', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  await ageSession(api, alice)
  expect((await api.call(alice, payouts.request, { amount: 20 })).refusal.error).toBe('fresh_sign_in_required')
})

test('checks and seals account numbers and shows their last digits', async () => {
  const alice = await makeCreator(api)
  expect(
    (await api.call(alice, payouts.addMethod, { kind: 'iban', account: 'DE89370400440532013001', holder: 'Alice' }))
      .status,
  ).toBe(400)
  const { data } = await api.call(alice, payouts.addMethod, {
    kind: 'iban',
    account: 'de89 3704 0044 0532 0130 00',
    holder: 'Alice',
  })
  expect(data.label).toBe('DE·· 3000')
  const rows = await api.db.run(readSealed, { id: data.id })
  expect(Buffer.from(rows[0]?.sealed ?? '', 'base64').toString()).not.toContain('3704')
  expect((await api.call(alice, payouts.methods, {})).data.data).toHaveLength(1)
  expect((await api.call(alice, payouts.removeMethod, { id: data.id })).data.ok).toBe(true)
  expect(isIban('FR1420041010050500013M02606')).toBe(true)
})

test('moves available earnings to the wallet, and no more', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  const move = (amount: number) => api.call(alice, payouts.transfer, { amount })
  expect((await move(-5)).refusal.error).toBe('invalid_amount')
  expect((await move(80.01)).refusal.error).toBe('insufficient_coins')
  const answers = await Promise.all(Array.from({ length: 9 }, () => move(10)))
  expect(answers.filter((it) => it.status === 200)).toHaveLength(8)
  expect((await api.call(alice, wallet.get, {})).data.coins).toBe(80)
})

test('reverses sale and entitlement once on a refund and shows both sides the reason', async () => {
  const alice = await makeCreator(api)
  const fiona = await api.makeUser()
  await giveCoins(api, fiona, 10)
  const { mediaId } = await makePaidPost(api, alice, 10)
  await api.call(fiona, media.unlock, { id: mediaId, expected_price: 10 })
  const [line] = (await api.call(fiona, wallet.transactions, {})).data.data
  const refund = () => api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'Not as shown' })
  const answers = await Promise.all([refund(), refund(), refund()])
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409])
  expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(10)
  expect((await api.call(fiona, media.unlocked, {})).data.data).toEqual([])
  expect(await earnings(alice)).toMatchObject({ pending: 0, available: 0 })
  const [back] = (await api.call(fiona, wallet.transactions, {})).data.data
  expect(back).toMatchObject({ kind: 'refund', amount: 10, reason: 'Not as shown', counterparty: { id: alice.id } })
  expect((await api.call(staff, staffMoney.refund, { entry_id: back?.id ?? '', reason: 'again' })).refusal.error).toBe(
    'not_found',
  )
})

test('books a refund after the payout as the loss of the platform, with no account below zero', async () => {
  const alice = await makeCreator(api)
  const fiona = await api.makeUser()
  await giveCoins(api, fiona, 100)
  api.turnClock(-weekMs - 1000)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 100 })
  api.turnClock(weekMs + 1000)
  await releaseHolds(api.ctx)
  await api.call(alice, payouts.request, { amount: 80 })
  const [line] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  expect((await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'stolen card' })).status).toBe(
    200,
  )
  expect((await api.call(fiona, wallet.get, {})).data.coins).toBe(100)
  expect(await earnings(alice)).toMatchObject({ pending: 0, available: 0 })
})

test('pays referrers 5 % of a creator and 1 % of a fan out of the fee, held, clawed back, never from themselves', async () => {
  const rita = await api.makeUser()
  const rob = await api.makeUser()
  const alice = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  const fiona = await api.makeUser({ referredBy: rob.id })
  await giveCoins(api, fiona, 200)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 100 })
  const stats = async (who: Actor) => (await api.call(who, referral.stats, {})).data
  expect(await stats(rita)).toMatchObject({
    signups: 1,
    active: 1,
    pending_earnings: 5,
    total_earnings: 5,
    items: [{ kind: 'creator', earned: 5 }],
  })
  expect(await stats(rob)).toMatchObject({
    pending_earnings: 1,
    total_earnings: 1,
    items: [{ kind: 'fan', earned: 1 }],
  })
  expect(await earnings(alice)).toMatchObject({ pending: 80 })
  const [line] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'refund' })
  expect(await stats(rita)).toMatchObject({ pending_earnings: 0, total_earnings: 0 })
  await giveCoins(api, rita, 10)
  await api.call(rita, chat.tip, { id: alice.id, amount: 10 })
  expect(await stats(rita)).toMatchObject({ total_earnings: 0 })
  api.turnClock(91 * 86_400_000)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 10 })
  expect(await stats(rob)).toMatchObject({ active: 0, total_earnings: 0 })
  expect(await stats(rita)).toMatchObject({ active: 1, total_earnings: 0.5 })
  api.turnClock(280 * 86_400_000)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 10 })
  expect(await stats(rita)).toMatchObject({ active: 0, total_earnings: 0.5 })
  api.turnClock(-371 * 86_400_000)
  await api.call(null, referral.countClick, { code: (await stats(rita)).code })
  await api.call(null, referral.countClick, { code: 'NOBODYS1' })
  expect((await stats(rita)).clicks).toBe(1)
})

const readSealed = statement(
  'test_read_sealed',
  { id: uuid },
  { sealed: text },
  ({ id }) => `select sealed from payout_methods where id = ${id}`,
)
