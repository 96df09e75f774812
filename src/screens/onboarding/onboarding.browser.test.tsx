import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, fiona, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { m } from '../../paraglide/messages.js'
import { updateProfile } from '../../server/profile.functions.ts'
import { OnboardingScreen } from './onboarding-screen.tsx'

const newcomer = signedIn(fiona, { username: null, birthdate: null })
/** Of a person who is 14 on every day of this year. */
const minors = `${new Date().getUTCFullYear() - 14}-01-01`
const part = (name: string) => page.getByLabelText(name, { exact: true })
const sheet = page.getByRole('dialog')
const give = async (birthdate: string) => {
  await userEvent.fill(page.getByLabelText('Username'), 'fiona')
  const [year = '', month = '', day = ''] = birthdate.split('-')
  await userEvent.fill(part('Month'), month)
  await userEvent.fill(part('Day'), day)
  await userEvent.fill(part('Year'), year)
  await userEvent.click(page.getByRole('button', { name: 'Come in' }))
}
const sent = () => vi.mocked(updateProfile).mock.calls.map(([it]) => it?.data)

beforeEach(async () => {
  vi.mocked(updateProfile).mockResolvedValue(answered(signedIn(fiona)))
  await renderFor(newcomer, <OnboardingScreen />)
})

it('asks before it sends the birthdate of a minor, and sends nothing when the date is corrected', async () => {
  await give(minors)
  const question = `You were born on January 1, ${minors.slice(0, 4)}, so you are 14. Is that right?`
  await expect.element(sheet).toHaveTextContent(question)
  await userEvent.click(sheet.getByRole('button', { name: 'Correct the date' }))
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(part('Year')).toHaveFocus()
  expect(sent()).toEqual([])
  await give('1990-01-01')
  await vi.waitFor(() => expect(sent()).toEqual([{ username: 'fiona', birthdate: '1990-01-01' }]))
})

it('sends the birthdate of a minor once it is confirmed, and then says where to write', async () => {
  vi.mocked(updateProfile).mockResolvedValue(refused('underage', 403))
  await give(minors)
  await userEvent.click(sheet.getByRole('button', { name: 'Yes, that is right' }))
  await vi.waitFor(() => expect(sent()).toEqual([{ username: 'fiona', birthdate: minors }]))
  await expect.element(page.getByRole('alert')).toHaveTextContent(/for people aged 18 and over.*If the date was wrong/)
  const link = page.getByRole('link', { name: 'Write to us' })
  await expect.element(link).toHaveAttribute('href', '/settings/report?object=Date+of+birth&kind=other')
})

it('says that a name is taken as long as that name stands there', async () => {
  vi.mocked(updateProfile).mockResolvedValue(refused('username_taken', 409))
  await give('1990-01-01')
  const name = page.getByLabelText('Username')
  await expect.element(name).toHaveAccessibleDescription(/taken/)
  await userEvent.fill(name, 'fiona2')
  await expect.element(name).not.toHaveAccessibleDescription(/taken/)
})

it('sends the birthdate of an adult without a question', async () => {
  await give('1990-01-01')
  await vi.waitFor(() => expect(sent()).toEqual([{ username: 'fiona', birthdate: '1990-01-01' }]))
  await expect.element(sheet).not.toBeInTheDocument()
})

it.each([
  [1, /vous avez donc 1 an\. Est-ce exact\u00a0\?$/],
  [14, /vous avez donc 14 ans\. Est-ce exact\u00a0\?$/],
])('asks in French with the right number: %i', (age, question) => {
  expect(m.onboarding_minor_question({ day: '3 février 2012', age }, { locale: 'fr' })).toMatch(question)
})

it('says what is wrong with a day that there is not, and sends nothing', async () => {
  await give('1990-02-30')
  await expect.element(part('Month')).toHaveFocus()
  await expect.element(part('Month')).toHaveAccessibleDescription(/There is no such day/)
  expect(sent()).toEqual([])
  await give('1990-2-3')
  await vi.waitFor(() => expect(sent()).toEqual([{ username: 'fiona', birthdate: '1990-02-03' }]))
})

it('takes a whole date that is pasted into one of its parts', async () => {
  await userEvent.fill(page.getByLabelText('Username'), 'fiona')
  await userEvent.fill(part('Day'), '1990-12-31')
  await userEvent.click(page.getByRole('button', { name: 'Come in' }))
  await vi.waitFor(() => expect(sent()).toEqual([{ username: 'fiona', birthdate: '1990-12-31' }]))
})
