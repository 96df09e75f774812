import { afterEach, expect, test } from 'vitest'
import { payoutMethodWaitDays } from '../../../contract/limits.ts'
import { notifications } from '../../../contract/notifications.ts'
import { payouts } from '../../../contract/payouts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { earnReleased } from '../../../tests/support/earnings.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { addUsableMethod, ageSession, demoIban } from '../../../tests/support/step-up.ts'
import { storedMails } from '../../../tests/support/stored-mails.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })
const waitMs = payoutMethodWaitDays * 86_400_000
let turned = 0
const turn = (ms: number) => {
  turned += ms
  api.turnClock(ms)
}
afterEach(() => turn(-turned))

const add = (creator: Actor) =>
  api.call(creator, payouts.addMethod, { kind: 'iban', account: demoIban, holder: 'Alice Demo' })
const methodsOf = async (creator: Actor) => (await api.call(creator, payouts.methods, {})).data.data
const notesOf = async (creator: Actor) =>
  (await api.call(creator, notifications.list, {})).data.data.filter((it) => it.type.startsWith('payout_method_'))
const mailsTo = async (creator: Actor) =>
  (await storedMails(api)).filter((it) => it.to === `${creator.id}@example.test`)

test('refuses to add or remove a method, or to move earnings into the wallet, after an old sign-in', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  const method = await addUsableMethod(api, alice)
  await ageSession(api, alice)
  expect((await add(alice)).refusal.error).toBe('fresh_sign_in_required')
  expect((await api.call(alice, payouts.removeMethod, { id: method.id })).refusal.error).toBe('fresh_sign_in_required')
  expect((await api.call(alice, payouts.transfer, { amount: 20 })).refusal.error).toBe('fresh_sign_in_required')
  expect(await methodsOf(alice)).toMatchObject([{ id: method.id }])
  expect((await api.call(alice, payouts.earnings, {})).data.available).toBe(80)
})

test('lets a payout be cancelled after an old sign-in, because the coins only return to the earnings', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  await addUsableMethod(api, alice)
  const { id } = (await api.call(alice, payouts.request, { amount: 20 })).data
  await ageSession(api, alice)
  expect((await api.call(alice, payouts.cancel, { id })).data.status).toBe('cancelled')
  expect((await api.call(alice, payouts.earnings, {})).data.available).toBe(80)
})

test('refuses a payout to a method of less than three days with the time from which it works, the first included', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  const began = api.ctx.now()
  const method = (await add(alice)).data
  expect(method.is_usable).toBe(false)
  expect(Date.parse(method.usable_from)).toBeGreaterThanOrEqual(began + waitMs)
  expect(Date.parse(method.usable_from)).toBeLessThanOrEqual(api.ctx.now() + waitMs)
  const waiting = { error: 'payout_method_waiting', usable_from: method.usable_from }
  for (const input of [{ amount: 20 }, { amount: 20, method_id: method.id }])
    expect((await api.call(alice, payouts.request, input)).refusal).toMatchObject(waiting)
  expect((await api.call(alice, payouts.earnings, {})).data.available).toBe(80)
  turn(Date.parse(method.usable_from) - api.ctx.now() - 5_000)
  expect((await api.call(alice, payouts.request, { amount: 20 })).refusal).toMatchObject(waiting)
  turn(5_000)
  expect(await methodsOf(alice)).toMatchObject([{ id: method.id, is_usable: true, usable_from: method.usable_from }])
  expect((await api.call(alice, payouts.request, { amount: 20 })).status).toBe(200)
})

test('keeps paying to the method that works while a newer one waits, and not to the newer one when it is removed', async () => {
  const alice = await makeCreator(api)
  await earnReleased(api, alice, 100)
  const old = await addUsableMethod(api, alice)
  const account = 'FR1420041010050500013M02606'
  const fresh = (await api.call(alice, payouts.addMethod, { kind: 'iban', account, holder: 'Mallory' })).data
  expect((await api.call(alice, payouts.request, { amount: 20 })).status).toBe(200)
  const [payout] = (await api.call(alice, payouts.list, {})).data.data
  expect(payout).toMatchObject({ method: old.label })
  await api.call(alice, payouts.cancel, { id: payout?.id ?? '' })
  await api.call(alice, payouts.removeMethod, { id: old.id })
  expect((await api.call(alice, payouts.request, { amount: 20 })).refusal).toMatchObject({
    error: 'payout_method_waiting',
    usable_from: fresh.usable_from,
  })
})

test('shows a method to its creator only, who alone removes it and is paid to it, until it is removed', async () => {
  const [alice, bea] = [await makeCreator(api), await makeCreator(api)]
  await earnReleased(api, bea, 100)
  const method = await addUsableMethod(api, alice)
  expect([await methodsOf(alice), await methodsOf(bea)]).toMatchObject([[{ id: method.id }], []])
  const request = (method_id?: string) => api.call(bea, payouts.request, { amount: 20, method_id })
  expect((await request(method.id)).refusal.error).toBe('not_found')
  expect((await api.call(bea, payouts.removeMethod, { id: method.id })).refusal.error).toBe('not_found')
  expect(await methodsOf(alice)).toHaveLength(1)
  const { id } = await addUsableMethod(api, bea)
  await api.call(bea, payouts.removeMethod, { id })
  expect(await methodsOf(bea)).toEqual([])
  expect((await request(id)).refusal.error).toBe('not_found')
  await request()
  expect((await api.call(bea, payouts.list, {})).data.data).toMatchObject([{ method: null, status: 'requested' }])
  expect((await mailsTo(bea)).map((it) => it.subject)).toHaveLength(2)
})

test('reports each new and each removed method by mail and in the app, without the account', async () => {
  const alice = await makeCreator(api)
  const { data } = await add(alice)
  await api.call(alice, payouts.removeMethod, { id: data.id })
  expect((await api.call(alice, payouts.removeMethod, { id: data.id })).refusal.error).toBe('not_found')
  const sent = await mailsTo(alice)
  expect(sent.map((it) => it.subject).sort()).toEqual(['A payout account was added', 'A payout account was removed'])
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(data.usable_from),
  )
  expect(sent.find((it) => it.subject.endsWith('added'))?.text).toContain(day)
  for (const { text } of sent) {
    expect(text).toContain('If this was not you')
    expect(text).toContain('/settings/payouts')
    expect(text).not.toContain('3000')
    expect(text).not.toContain('you can ignore this message')
  }
  expect((await notesOf(alice)).map((it) => [it.type, it.object.url])).toEqual([
    ['payout_method_removed', '/settings/payouts'],
    ['payout_method_added', '/settings/payouts'],
  ])
})

test('reports a method in French, and when every group of notifications is off', async () => {
  const alice = await api.makeUser({ isCreator: true, priceCents: 0, locale: 'fr' })
  const { groups } = (await api.call(alice, notifications.settings, {})).data
  for (const { group } of groups)
    await api.call(alice, notifications.setSettings, { group, app: false, email: false, push: false, discreet: true })
  const forced = { group: 'security' as never, app: false }
  expect((await api.call(alice, notifications.setSettings, forced)).refusal.error).toBe('invalid_input')
  await add(alice)
  expect((await notesOf(alice)).map((it) => it.type)).toEqual(['payout_method_added'])
  expect((await mailsTo(alice)).map((it) => it.subject)).toEqual(['Un compte de versement a été ajouté'])
})

test('reports nothing when an account is refused', async () => {
  const alice = await makeCreator(api)
  expect(
    (await api.call(alice, payouts.addMethod, { kind: 'paypal', account: 'no address', holder: 'Al' })).status,
  ).toBe(400)
  expect(await mailsTo(alice)).toEqual([])
  expect(await notesOf(alice)).toEqual([])
})
