import { beforeAll, expect, test } from 'vitest'
import { analytics } from '../../../contract/analytics.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { payouts, statementParts } from '../../../contract/payouts.ts'
import { referral } from '../../../contract/referral.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { earn, earnReleased, weekMs } from '../../../tests/support/earnings.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { releaseHolds } from './earnings.ts'

const api = testApi({ money: true })
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})

const earnings = async (creator: Actor) => (await api.call(creator, payouts.earnings, {})).data

test('shows the postings of an entry to its owners only', async () => {
  const alice = await makeCreator(api)
  const fiona = await earn(api, alice, 10)
  const [line] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  const { postings } = (await api.call(fiona, wallet.entry, { id: line?.id ?? '' })).data
  expect(postings).toEqual([
    { account: 'wallet', owner: 'you', amount: -10, balance_after: 0 },
    { account: 'fee', owner: 'platform', amount: 2, balance_after: null },
    { account: 'pending', owner: 'other', amount: 8, balance_after: null },
  ])
  expect((await api.call(await api.makeUser(), wallet.entry, { id: line?.id ?? '' })).refusal.error).toBe('not_found')
})

test('lists the movements that sum to each figure of the earnings', async () => {
  const rita = await makeCreator(api)
  const alice = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  await earnReleased(api, alice, 200)
  const fiona = await earn(api, alice, 33.33)
  await giveCoins(api, fiona, 50)
  const { mediaId } = await makePaidPost(api, alice, 12.34)
  await api.call(fiona, media.unlock, { id: mediaId, expected_price: 12.34 })
  await api.call(alice, payouts.transfer, { amount: 30 })
  await api.call(alice, payouts.request, { amount: 40 })
  await api.call(fiona, chat.tip, { id: alice.id, amount: 7.77 })
  const [line] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'refund' })
  const moved = async (who: Actor, of: 'available' | 'pending' | 'referrals', month?: string) => {
    const all: { amount: number; kind: string; counterparty: object | null }[] = []
    for (let cursor: string | undefined; ; ) {
      const { data, next } = (await api.call(who, payouts.movements, { of, month, cursor, limit: 2 })).data
      all.push(...data)
      if (next === null) return { all, sum: Math.round(all.reduce((sum, it) => sum + it.amount * 100, 0)) / 100 }
      cursor = next
    }
  }
  const { pending, available } = await earnings(alice)
  expect((await moved(alice, 'pending')).sum).toBe(pending)
  const opened = await moved(alice, 'available')
  expect(opened.sum).toBe(available)
  expect(opened.all.map((it) => it.kind)).toEqual(['payout', 'transfer', 'release'])
  const month = new Date(api.ctx.now()).toISOString().slice(0, 7)
  const { totals } = (await api.call(alice, payouts.statement, { month })).data
  for (const part of statementParts) {
    const { data } = (await api.call(alice, payouts.statement, { month, part })).data
    expect([part, Math.round(data.reduce((sum, it) => sum + it.net * 100, 0)) / 100]).toEqual([part, totals[part]])
  }
  const invited = await moved(rita, 'referrals', month)
  expect(invited.sum).toBe((await api.call(rita, payouts.statement, { month })).data.totals.referrals)
  expect(new Set(invited.all.map((it) => `${it.kind} ${it.counterparty}`))).toEqual(new Set(['referral null']))
  expect((await moved(rita, 'pending')).sum).toBe((await earnings(rita)).pending)
  expect((await api.call(fiona, payouts.movements, { of: 'available' })).status).toBe(403)
})

test('answers analytics that agree with the ledger to the cent, refunds included', async () => {
  const alice = await makeCreator(api)
  const fiona = await earn(api, alice, 33.33)
  await giveCoins(api, fiona, 100)
  const { mediaId } = await makePaidPost(api, alice, 12.34)
  await api.call(fiona, media.unlock, { id: mediaId, expected_price: 12.34 })
  await api.call(fiona, chat.tip, { id: alice.id, amount: 7.77 })
  const [line] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'refund' })
  const { earnings: rows, top_fans } = (await api.call(alice, analytics.get, {})).data
  const net = rows.reduce((all, row) => all + row.subscriptions + row.tips + row.unlocks, 0)
  const { pending, available } = await earnings(alice)
  expect(Math.round(net * 100)).toBe(Math.round((pending + available) * 100))
  expect(top_fans).toMatchObject([{ user: { id: fiona.id }, spent: 45.67 }])
  expect((await api.call(alice, analytics.get, { from: '2020-01-01', to: '2026-01-01' })).status).toBe(400)
})

test('restores the creator’s month after a refund, also when the platform bears the loss', async () => {
  const rita = await api.makeUser()
  const alice = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  api.turnClock(-weekMs - 1000)
  const fiona = await earn(api, alice, 100)
  api.turnClock(weekMs + 1000)
  await releaseHolds(api.ctx)
  expect((await api.call(rita, referral.stats, {})).data).toMatchObject({ available: 5, pending_earnings: 0 })
  expect((await api.call(rita, payouts.transfer, { amount: 5 })).data).toEqual({ available: 0, coins: 5 })
  const [line] = (await api.call(fiona, wallet.transactions, { kind: 'tip' })).data.data
  await api.call(staff, staffMoney.refund, { entry_id: line?.id ?? '', reason: 'refund' })
  const month = new Date(api.ctx.now()).toISOString().slice(0, 7)
  const [refund] = (await api.call(alice, payouts.statement, { month, part: 'refunds' })).data.data
  expect(refund).toMatchObject({ gross: -100, fee: -20, net: -80 })
})

test('counts each share once for a referrer of both sides of a sale', async () => {
  const rita = await api.makeUser()
  const alice = await api.makeUser({ isCreator: true, priceCents: 999, referredBy: rita.id })
  const fiona = await api.makeUser({ referredBy: rita.id })
  await giveCoins(api, fiona, 200)
  await api.call(fiona, chat.tip, { id: alice.id, amount: 100 })
  await api.call(fiona, chat.tip, { id: (await makeCreator(api)).id, amount: 50 })
  const { total_earnings, items } = (await api.call(rita, referral.stats, {})).data
  expect(total_earnings).toBe(6.5)
  expect(items.map((it) => [it.kind, it.earned]).sort()).toEqual([
    ['creator', 5],
    ['fan', 1.5],
  ])
})
