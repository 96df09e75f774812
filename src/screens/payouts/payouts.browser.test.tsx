import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PayoutMethod } from '../../../contract/payouts.ts'
import { answered, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { reauthenticate } from '../../server/account.functions.ts'
import { addPayoutMethod, getPayoutMethods, removePayoutMethod, requestPayout } from '../../server/payouts.functions.ts'
import { Methods } from './methods.tsx'
import { RequestPayout } from './take-out.tsx'

const usable: PayoutMethod = {
  id: '1',
  kind: 'iban',
  label: 'DE·· 3000',
  holder: 'Mina Okafor',
  usable_from: '2026-01-04T12:00:00.000Z',
  is_usable: true,
}
const waiting: PayoutMethod = {
  ...usable,
  id: '2',
  label: 'FR·· 2606',
  usable_from: '2026-03-05T12:00:00.000Z',
  is_usable: false,
}
const later: PayoutMethod = { ...waiting, id: '3', label: 'FR·· 1111', usable_from: '2026-03-06T12:00:00.000Z' }

const show = async (methods: PayoutMethod[]) => {
  vi.mocked(getPayoutMethods).mockResolvedValue(answered({ data: methods }))
  await renderFor(
    signedIn(mina),
    <>
      <RequestPayout available={80} />
      <Methods />
    </>,
  )
  for (const { label } of methods) await expect.element(page.getByText(label, { exact: true }).first()).toBeVisible()
}
const payOut = page.getByRole('region', { name: 'Take earnings out' }).getByRole('button', { name: 'Pay out €80.00' })
const sheet = page.getByRole('dialog')
const old = refused('fresh_sign_in_required', 403)
const inputsOf = (call: unknown) => vi.mocked(call as typeof requestPayout).mock.calls.map(([it]) => it?.data)

/** Presses and confirms. */
async function pressTwice(button: typeof payOut) {
  await userEvent.click(button)
  await userEvent.click(sheet.getByRole('button', { name: 'Pay out €80.00' }))
}

/** Fills in the sheet that asks who is there. */
async function confirmPassword() {
  vi.mocked(reauthenticate).mockResolvedValue(answered({ until: '2026-03-02T12:15:00.000Z' }))
  await userEvent.fill(sheet.getByLabelText('Password'), 'correct-horse')
  await userEvent.click(sheet.getByRole('button', { name: 'Go on' }))
  await expect.element(sheet).not.toBeInTheDocument()
}

it('says of each method from when it works, and pays out to the one that does', async () => {
  vi.mocked(requestPayout).mockResolvedValue(answered({ id: '9', status: 'requested' }))
  await show([waiting, usable])
  await expect.element(page.getByText('Works from March 5, 2026')).toBeVisible()
  await expect.element(page.getByText('A payout goes to DE·· 3000.')).toBeVisible()
  await pressTwice(payOut)
  await expect.poll(() => inputsOf(requestPayout)).toEqual([{ amount: 80, method_id: '1' }])
})

it('lets the creator choose among several methods that work', async () => {
  vi.mocked(requestPayout).mockResolvedValue(answered({ id: '9', status: 'requested' }))
  await show([usable, { ...waiting, is_usable: true }])
  await userEvent.selectOptions(page.getByLabelText('It goes to'), '2')
  await pressTwice(payOut)
  await expect.poll(() => inputsOf(requestPayout)).toEqual([{ amount: 80, method_id: '2' }])
})

it('explains why nothing can be paid out while every method waits', async () => {
  await show([later, waiting])
  await expect.element(payOut).toHaveAttribute('aria-disabled', 'true')
  await expect.element(payOut).toHaveAccessibleDescription('This account is new and works from March 5, 2026')
})

it('says until when an account waits if the refusal comes from the API', async () => {
  vi.mocked(requestPayout).mockResolvedValue(
    refused('payout_method_waiting', 409, { usable_from: '2026-03-05T12:00:00.000Z' }),
  )
  await show([usable])
  await pressTwice(payOut)
  await expect.element(page.getByRole('alert')).toHaveTextContent('This account is new and works from March 5, 2026')
})

it('asks for the password before a method is removed, and removes it after all', async () => {
  vi.mocked(removePayoutMethod)
    .mockResolvedValueOnce(old)
    .mockResolvedValue(answered({ ok: true }))
  await show([usable])
  await userEvent.click(page.getByRole('button', { name: 'Remove DE·· 3000' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Remove' }))
  await confirmPassword()
  await expect.element(page.getByRole('status')).toHaveTextContent('The account is removed')
  expect(inputsOf(removePayoutMethod)).toEqual([{ id: '1' }, { id: '1' }])
})

it('asks for the password before a method is added, with what was written kept', async () => {
  vi.mocked(addPayoutMethod).mockResolvedValueOnce(old).mockResolvedValue(answered(waiting))
  await show([usable])
  await userEvent.click(page.getByRole('button', { name: 'Add an account' }))
  await expect.element(page.getByText('A new account is paid to after 3 days')).toBeVisible()
  await userEvent.fill(page.getByLabelText('IBAN'), 'FR1420041010050500013M02606')
  await userEvent.fill(page.getByLabelText('In the name of'), 'Mina Okafor')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await confirmPassword()
  await expect.element(page.getByRole('button', { name: 'Add an account' })).toBeVisible()
  const sent = { kind: 'iban', account: 'FR1420041010050500013M02606', holder: 'Mina Okafor' }
  expect(inputsOf(addPayoutMethod)).toEqual([sent, sent])
})
