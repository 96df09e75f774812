import { beforeAll, expect, test } from 'vitest'
import { coinsOf } from '../../../contract/coins.ts'
import { secondPersonCents } from '../../../contract/limits.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { earnReleased } from '../../../tests/support/earnings.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { addUsableMethod, demoIban } from '../../../tests/support/step-up.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { statement, uuid } from '../../platform/db/statement.ts'

const api = testApi({ money: true })
let approver: Actor
let second: Actor
beforeAll(async () => {
  approver = await api.makeUser({ role: 'staff' })
  second = await api.makeUser({ role: 'staff' })
})

const limit = coinsOf(secondPersonCents)
/** A payout of so many coins that waits for staff. */
async function askFor(amount: number) {
  const creator = await makeCreator(api)
  await earnReleased(api, creator, 1_300)
  const method = await addUsableMethod(api, creator)
  const { id } = (await api.call(creator, payouts.request, { amount, method_id: method.id })).data
  return { creator, id, method }
}
const decide = (by: Actor, id: string, status: 'approved' | 'processing' | 'paid' | 'failed', reason?: string) =>
  api.call(by, staffMoney.decide, { id, status, ...(reason && { reason }) })
const shownTo = async (by: Actor, id: string) =>
  (await api.call(by, staffMoney.payouts, { limit: 100 })).data.data.find((it) => it.id === id)

test('above the limit, lets the approver neither open the account nor send or settle the payout', async () => {
  const { id } = await askFor(limit + 0.01)
  expect(await shownTo(approver, id)).toMatchObject({ approved_by: null, needs_second_person: false })
  expect((await decide(approver, id, 'approved')).status).toBe(200)
  const approvedBy = { id: approver.id, username: approver.username }
  expect(await shownTo(approver, id)).toMatchObject({ approved_by: approvedBy, needs_second_person: true })
  expect(await shownTo(second, id)).toMatchObject({ approved_by: approvedBy, needs_second_person: false })
  for (const status of ['processing', 'paid'] as const)
    expect((await decide(approver, id, status)).refusal.error).toBe('second_person_required')
  expect((await api.call(approver, staffMoney.openAccount, { id })).refusal.error).toBe('second_person_required')
  expect((await api.call(second, staffMoney.openAccount, { id })).data.account).toBe(demoIban)
  expect((await decide(second, id, 'processing')).status).toBe(200)
  expect((await decide(approver, id, 'paid')).refusal.error).toBe('second_person_required')
  expect(await shownTo(approver, id)).toMatchObject({ approved_by: approvedBy, needs_second_person: true })
  expect((await decide(second, id, 'paid')).status).toBe(200)
  const { data } = (await api.call(second, staffRoom.auditLog, {})).data
  expect(data.map((it) => [it.staff.id, it.action, it.object_id])).toEqual([
    [second.id, 'payout.paid', id],
    [second.id, 'payout.processing', id],
    [second.id, 'payout.account', id],
    [approver.id, 'payout.approved', id],
  ])
})

test('above the limit, lets the approver fail the payout, because its coins return to the creator', async () => {
  const { creator, id } = await askFor(limit + 0.01)
  await decide(approver, id, 'approved')
  expect((await decide(approver, id, 'failed', 'The bank knows no such account')).status).toBe(200)
  expect((await api.call(creator, payouts.earnings, {})).data.available).toBe(1_040)
})

test('up to the limit, lets one person approve and settle a payout', async () => {
  const { id } = await askFor(limit)
  await decide(approver, id, 'approved')
  expect(await shownTo(approver, id)).toMatchObject({ needs_second_person: false })
  expect((await api.call(approver, staffMoney.openAccount, { id })).status).toBe(200)
  expect((await decide(approver, id, 'paid')).status).toBe(200)
})

test('knows the approver of a payout that a version without this rule approved', async () => {
  const { id } = await askFor(limit + 0.01)
  await decide(approver, id, 'approved')
  await api.db.run(forgetApprover, { id })
  expect(await shownTo(approver, id)).toMatchObject({ approved_by: { id: approver.id }, needs_second_person: true })
  expect((await decide(approver, id, 'paid')).refusal.error).toBe('second_person_required')
  expect((await decide(second, id, 'paid')).status).toBe(200)
})

test('opens no account that the creator has removed since the payout was requested', async () => {
  const { creator, id, method } = await askFor(20)
  await decide(approver, id, 'approved')
  expect(await shownTo(approver, id)).toMatchObject({ method: method.label, method_removed: false })
  await api.call(creator, payouts.removeMethod, { id: method.id })
  expect(await shownTo(approver, id)).toMatchObject({ method: method.label, method_removed: true })
  expect((await api.call(approver, staffMoney.openAccount, { id })).refusal.error).toBe('gone')
})

const forgetApprover = statement(
  'test_forget_approver',
  { id: uuid },
  {},
  ({ id }) => `update payouts set approved_by = null where id = ${id}`,
)
