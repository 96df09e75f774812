import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StaffUser, StaffVerification } from '../../../contract/staff.ts'
import type { StaffPayout } from '../../../contract/staff-money.ts'
import { answered, fiona, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { reauthenticate } from '../../server/account.functions.ts'
import { allowBirthdate, getUsers, getVerifications, suspendUser } from '../../server/staff.functions.ts'
import { decidePayout, getStaffPayouts } from '../../server/staff-money.functions.ts'
import { PayoutQueue } from './money/payout-queue.tsx'
import { StaffUsers } from './staff-users.tsx'
import { Verifications } from './verifications.tsx'

const staff = signedIn({ ...fiona, username: 'sam' }, { role: 'staff' })
const payout: StaffPayout = {
  id: '1',
  amount: 1_200,
  status: 'approved',
  method: 'DE·· 3000',
  reason: null,
  created_at: '2026-03-02T12:00:00.000Z',
  settled_at: null,
  user: { id: mina.id, username: 'mina' },
  approved_by: { id: fiona.id, username: 'sam' },
  needs_second_person: true,
  method_removed: false,
}
const user: StaffUser = {
  id: mina.id,
  username: 'mina',
  display_name: 'Mina',
  avatar: null,
  email: 'mina@demo.test',
  email_verified: true,
  is_creator: true,
  role: 'user',
  created_at: '2026-01-01T00:00:00.000Z',
  suspended_at: null,
  suspended_reason: null,
  deleted_at: null,
  refused_birthdate: null,
}
const verification: StaffVerification = {
  user: { id: mina.id, username: 'mina', display_name: 'Mina', avatar: null },
  status: 'pending',
  legal_name: 'Mina Okafor',
  birthdate: '1990-01-01',
  onboarding_birthdate: '1990-01-01',
  country: 'BE',
  document_kind: 'passport',
  document: '/document',
  selfie: '/selfie',
  reason: null,
  submitted_at: '2026-03-02T12:00:00.000Z',
  decided_at: null,
}

const sheet = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const showPayout = async (change: Partial<StaffPayout>) => {
  vi.mocked(getStaffPayouts).mockResolvedValue(answered({ data: [{ ...payout, ...change }], next: null }))
  await renderFor(staff, <PayoutQueue />)
  await expect.element(page.getByText('@mina')).toBeVisible()
}
const confirmPassword = async () => {
  vi.mocked(reauthenticate).mockResolvedValue(answered({ until: '2026-03-02T12:15:00.000Z' }))
  await userEvent.fill(page.getByLabelText('Password'), 'correct-horse')
  await userEvent.click(button('Go on'))
  await expect.element(page.getByLabelText('Password')).not.toBeInTheDocument()
}

it('names the approver of a large payout and leaves only failing it to them', async () => {
  await showPayout({})
  await expect.element(page.getByText('Approved by @sam')).toBeVisible()
  for (const name of ['Sent to the bank', 'It is paid']) {
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button(name)).toHaveAccessibleDescription(/another person must pay it out/)
  }
  await expect.element(button('It failed')).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Show the account (is logged)')).not.toBeInTheDocument()
})

it('lets a second person pay it out', async () => {
  await showPayout({ needs_second_person: false })
  await expect.element(page.getByText('Approved by @sam')).toBeVisible()
  await expect.element(button('Show the account (is logged)')).toBeVisible()
  await expect.element(button('It is paid')).not.toHaveAttribute('aria-disabled', 'true')
})

it('offers no account that the creator has removed', async () => {
  await showPayout({ needs_second_person: false, method_removed: true })
  await expect.element(page.getByText(/The creator has removed this account/)).toBeVisible()
  await expect.element(button('Show the account (is logged)')).not.toBeInTheDocument()
})

it('asks for the password over the question whether a payout is paid, and pays it after all', async () => {
  await showPayout({ needs_second_person: false })
  vi.mocked(decidePayout)
    .mockResolvedValueOnce(refused('fresh_sign_in_required', 403))
    .mockResolvedValue(answered({ id: '1', status: 'paid' }))
  await userEvent.click(button('It is paid'))
  await userEvent.click(sheet.getByRole('button', { name: 'It is paid' }))
  await confirmPassword()
  await expect.element(page.getByRole('status')).toHaveTextContent('The payout is now: Paid')
  expect(vi.mocked(decidePayout).mock.calls.map(([it]) => it?.data)).toEqual([
    { id: '1', status: 'paid' },
    { id: '1', status: 'paid' },
  ])
})

it('leads staff without a second factor to where they turn it on', async () => {
  await showPayout({ status: 'requested', approved_by: null, needs_second_person: false })
  vi.mocked(decidePayout).mockResolvedValue(refused('second_factor_required', 403))
  await userEvent.click(button('Approve'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(/second step at sign-in/)
  await expect
    .element(page.getByRole('link', { name: 'Turn on the second step' }))
    .toHaveAttribute('href', '/settings/password')
})

it('suspends no colleague, and a user after the password', async () => {
  vi.mocked(getUsers).mockResolvedValue(
    answered({ data: [{ ...user, id: '2', username: 'kim', role: 'staff' }], next: null }),
  )
  await renderFor(staff, <StaffUsers />)
  await expect.element(button('Suspend')).toHaveAccessibleDescription('Accounts of staff cannot be suspended here')
  vi.mocked(getUsers).mockResolvedValue(answered({ data: [user], next: null }))
  await renderFor(staff, <StaffUsers />)
  vi.mocked(suspendUser)
    .mockResolvedValueOnce(refused('fresh_sign_in_required', 403))
    .mockResolvedValue(answered({ ...user, suspended_at: '2026-03-02T12:00:00.000Z' }))
  await userEvent.click(button('Suspend'))
  await userEvent.fill(page.getByRole('textbox', { name: /Why/ }), 'Fraud')
  await userEvent.click(button('Suspend'))
  await confirmPassword()
  await expect.poll(() => vi.mocked(suspendUser).mock.calls).toHaveLength(2)
})

it('shows the refused birthdate of a user, and allows another one with a note, after the password', async () => {
  const refusedUser = { ...user, refused_birthdate: '2012-02-03' }
  vi.mocked(getUsers).mockResolvedValue(answered({ data: [refusedUser], next: null }))
  await renderFor(staff, <StaffUsers />)
  await expect.element(page.getByText('Refused date of birth: February 3, 2012')).toBeVisible()
  vi.mocked(allowBirthdate)
    .mockResolvedValueOnce(refused('fresh_sign_in_required', 403))
    .mockResolvedValue(answered(user))
  await userEvent.click(button('Allow another date of birth'))
  await userEvent.fill(page.getByRole('textbox', { name: /Why/ }), 'Wrong year')
  vi.mocked(getUsers).mockResolvedValue(answered({ data: [user], next: null }))
  await userEvent.click(button('Allow another date of birth'))
  await confirmPassword()
  await expect.element(page.getByRole('status')).toHaveTextContent('They may give another date of birth now.')
  await expect.element(page.getByText(/Refused date of birth/)).not.toBeInTheDocument()
  expect(vi.mocked(allowBirthdate).mock.lastCall?.[0]?.data).toEqual({ id: mina.id, note: 'Wrong year' })
})

it('fetches the documents of a verification only when asked, after the password', async () => {
  vi.mocked(getVerifications).mockResolvedValue(answered({ data: [verification], next: null }))
  const refusal = { error: 'fresh_sign_in_required', message: 'Please sign in again' }
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const png = await (await fetch(`data:image/png;base64,${pixel}`)).blob()
  const fetched = vi.fn().mockImplementation(async () => new Response(png))
  for (let time = 0; time < 2; time++)
    fetched.mockImplementationOnce(async () => Response.json(refusal, { status: 403 }))
  await renderFor(staff, <Verifications />)
  vi.stubGlobal('fetch', fetched)
  expect(page.getByRole('img', { name: /document/i }).elements()).toHaveLength(0)
  await userEvent.click(button('Show the documents (is logged)'))
  await confirmPassword()
  await expect.element(page.getByRole('img').first()).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/document', '/selfie', '/document', '/selfie'])
})

it('says the age, the country and the document of who wants to be a creator in words', async () => {
  vi.mocked(getVerifications).mockResolvedValue(answered({ data: [verification], next: null }))
  await renderFor(staff, <Verifications />)
  await expect
    .element(page.getByText(/^January 1, 1990 \(\d\d years old\)$|^1 January 1990 \(\d\d years old\)$/))
    .toBeVisible()
  await expect.element(page.getByText('Belgium', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Passport', { exact: true })).toBeVisible()
})
