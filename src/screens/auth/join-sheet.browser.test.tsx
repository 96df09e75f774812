import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, fiona, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { readIntent } from '../../lib/stored-intent.ts'
import { getChallenge, getMethods, signIn, verifyTwoFactor } from '../../server/identity.functions.ts'
import { getProfile } from '../../server/profile.functions.ts'
import { followUser, getUser } from '../../server/users.functions.ts'
import { closeIntent, type Intent, useIntent } from '../../stores/intent.ts'
import { JoinSheet } from './join-sheet.tsx'
import { resumeIntent } from './resume-intent.ts'

const sheet = page.getByRole('dialog')

async function open(intent: Intent) {
  vi.mocked(getMethods).mockResolvedValue(answered({ password: true, passkeys: true, google: true, apple: false }))
  vi.mocked(getChallenge).mockResolvedValue(answered({ kind: 'off', challenge: null, site_key: null }))
  useIntent.setState({ intent })
  return renderFor(null, <Opened />)
}

function Opened() {
  const intent = useIntent((it) => it.intent)
  return intent && <JoinSheet intent={intent} />
}

it('names what several months cost together, and remembers how many', async () => {
  await open({ act: 'subscribe', creator: mina, price: 26.97, months: 3 })
  await expect.element(sheet.getByText('€26.97 for 3 months')).toBeVisible()
  expect(readIntent()).toMatchObject({ act: 'subscribe', username: 'mina', months: 3 })
})

it('shows the creator, the price and every way in', async () => {
  await open({ act: 'subscribe', creator: mina, price: 9.99 })
  await expect.element(sheet).toHaveAccessibleName('Join to subscribe to Mina')
  await expect.element(sheet).toHaveTextContent('€9.99 a month')
  await expect.element(sheet).toHaveTextContent('Nothing is charged before you press a button with the price on it.')
  await expect.element(sheet.getByRole('button', { name: 'Sign up' })).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Continue with Apple' })).not.toBeInTheDocument()
  await userEvent.click(sheet.getByRole('button', { name: 'Sign in' }))
  await expect.element(sheet.getByRole('button', { name: /passkey/ })).toBeVisible()
  expect(readIntent()).toMatchObject({ act: 'subscribe', username: 'mina', path: '/@mina' })
})

it('asks for the second step in the sheet, and is still there after a wrong code', async () => {
  vi.mocked(signIn).mockResolvedValue(answered({ twoFactorRedirect: true }))
  vi.mocked(verifyTwoFactor).mockResolvedValueOnce(refused('invalid_input', 400)).mockResolvedValueOnce(answered({}))
  vi.mocked(getProfile).mockResolvedValue(answered(signedIn(fiona)))
  const { queryClient } = await open({ act: 'follow', creator: mina })
  await userEvent.click(sheet.getByRole('button', { name: 'Sign in' }))
  await userEvent.fill(sheet.getByLabelText('E-mail'), 'fiona@demo.test')
  await userEvent.fill(sheet.getByLabelText('Password'), 'secret')
  await userEvent.click(sheet.getByRole('button', { name: 'Sign in', exact: true }))
  await userEvent.fill(sheet.getByRole('textbox'), '123456')
  await userEvent.click(sheet.getByRole('button', { name: 'Sign in', exact: true }))
  await expect.element(sheet.getByRole('alert')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Sign in', exact: true }))
  await vi.waitFor(() => expect(queryClient.getQueryData(['session', 'profile'])).toMatchObject({ username: 'fiona' }))
  expect(readIntent()).toMatchObject({ act: 'follow' })
  closeIntent()
})

it('carries an intent out once, and forgets it', async () => {
  vi.mocked(getUser).mockResolvedValue(answered({ ...mina, is_followed: false }))
  vi.mocked(followUser).mockResolvedValue(answered({ is_followed: true }))
  const { queryClient, router } = await open({ act: 'follow', creator: mina })
  await expect.element(sheet).toBeVisible()
  closeIntent()
  await Promise.all([resumeIntent(queryClient, router), resumeIntent(queryClient, router)])
  expect(vi.mocked(followUser).mock.calls.map(([call]) => call.data)).toEqual([{ id: mina.id }])
  await expect.element(page.getByText('You follow Mina')).toBeVisible()
  expect(readIntent()).toBe(null)
})

it('keeps an intent whose answer is lost for the next load', async () => {
  vi.mocked(getUser).mockResolvedValue(refused('unavailable', 503))
  const { queryClient, router } = await open({ act: 'like', creator: mina, postId: mina.id })
  await expect.element(sheet).toBeVisible()
  closeIntent()
  await resumeIntent(queryClient, router)
  expect(readIntent()).toMatchObject({ act: 'like' })
})

it('forgets an intent whose creator is gone, and says so', async () => {
  vi.mocked(getUser).mockResolvedValue(refused('not_found', 404))
  const { queryClient, router } = await open({ act: 'follow', creator: mina })
  await expect.element(sheet).toBeVisible()
  closeIntent()
  await resumeIntent(queryClient, router)
  await expect.element(page.getByText(refused('not_found', 404).refusal.message)).toBeVisible()
  expect(readIntent()).toBe(null)
})
