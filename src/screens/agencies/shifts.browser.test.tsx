import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { agency, grantPair, operator, several } from '../../../tests/support/costly-things.ts'
import { noFlags } from '../../lib/flag-labels.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import {
  getAccess,
  getAgencies,
  getEndedAccess,
  getInvitations,
  getLinks,
  getMyActivity,
  putGrant,
} from '../../server/agencies.functions.ts'
import { putGrants } from '../../server/agency-team.functions.ts'
import { AgencyAccessSection } from './access-section.tsx'
import { AgenciesScreen } from './agencies-screen.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { GrantSheet } from './grant-sheet.tsx'
import { SeveralSheet } from './several-sheet.tsx'

const weekdays = [1, 2, 3, 4, 5]
const windows = weekdays.map((day) => ({ day, from: '09:00', to: '17:00' }))
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const shift = { zone: 'Europe/Paris', windows, is_on: true, changes_at: inHours(1) }
const given = { ...grantPair, grant: grantPair.grant && { ...grantPair.grant, shift } }
const asked = (mock: { mock: { lastCall?: unknown[] | undefined } }) =>
  (mock.mock.lastCall?.[0] as { data: Record<string, unknown> } | undefined)?.data
const words = 'Mon–Fri 09:00–17:00, Paris'

beforeEach(() => {
  vi.mocked(putGrant).mockResolvedValue(answered(given.grant as never))
  vi.mocked(putGrants).mockResolvedValue(answered({ data: [] }))
})
afterEach(() => overwriteGetLocale(() => 'en'))

const showGrant = (pair: GrantPair) =>
  renderFor(signedIn(mina), <GrantSheet agencyId="agency" pair={pair} onClose={() => undefined} />)
const sheet = page.getByRole('dialog')
const save = () => userEvent.click(sheet.getByRole('button', { name: 'Save' }))

it('sets weekly windows for a grant, and says in words what they are', async () => {
  await showGrant(grantPair)
  await expect.element(sheet.getByRole('group', { name: 'Shift 1' })).not.toBeInTheDocument()
  await userEvent.click(sheet.getByRole('switch', { name: 'Only in weekly shifts' }))
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Time zone' }), 'Europe/Paris')
  await expect.element(sheet.getByRole('status')).toHaveTextContent(`${words} · 40 h a week`)
  await userEvent.click(sheet.getByRole('button', { name: 'Add another' }))
  const second = sheet.getByRole('group', { name: 'Shift 2' })
  await expect.element(sheet.getByRole('status')).toHaveTextContent('Choose a day at least.')
  await userEvent.click(second.getByRole('button', { name: 'Sunday' }))
  await userEvent.fill(second.getByLabelText('From'), '22:00')
  await userEvent.fill(second.getByLabelText('Until'), '22:10')
  await expect.element(second.getByText('A shift is at least 15 minutes long.')).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.fill(second.getByLabelText('Until'), '06:00')
  await expect.element(second.getByText('Ends on the next day')).toBeVisible()
  await expect
    .element(sheet.getByRole('status'))
    .toHaveTextContent('Mon–Fri 09:00–17:00; Sun 22:00–06:00, Paris · 48 h a week')
  await save()
  await expect
    .poll(() => asked(vi.mocked(putGrant))?.shift)
    .toEqual({ zone: 'Europe/Paris', windows: [...windows, { day: 7, from: '22:00', to: '06:00' }] })
})

it('shows the shift that a grant has, changes its days, and takes it away', async () => {
  await showGrant(given)
  const first = sheet.getByRole('group', { name: 'Shift 1' })
  await expect.element(first.getByRole('button', { name: 'Friday' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(first.getByRole('button', { name: 'Saturday' })).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(first.getByRole('button', { name: 'Friday' }))
  await save()
  await expect
    .poll(() => asked(vi.mocked(putGrant))?.shift)
    .toEqual({ zone: 'Europe/Paris', windows: windows.slice(0, 4) })
  await showGrant(given)
  await userEvent.click(sheet.getByRole('switch', { name: 'Only in weekly shifts' }))
  await save()
  await expect.poll(() => asked(vi.mocked(putGrant))?.shift).toBeNull()
})

const differing = {
  ...several,
  chosen: several.chosen.map((pair, at) => ({
    ...pair,
    grant: { ...pair.grant, permissions: at === 0 ? { ...noFlags, can_chat: true } : noFlags },
  })),
}

it('sets the shift of several whose rights differ, and leaves those as they are', async () => {
  await renderFor(signedIn(mina), <SeveralSheet {...differing} />)
  const keep = sheet.getByRole('switch', { name: 'Leave rights and end dates as they are' })
  await expect.element(keep).toBeChecked()
  await expect.element(sheet.getByRole('button', { name: 'Set rights' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Shifts' }), 'In weekly shifts')
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Time zone' }), 'Europe/Paris')
  await userEvent.click(sheet.getByRole('button', { name: 'Set rights' }))
  const question = `2 shifts are set at once: ${words}. Operators who are off shift by it stop acting.`
  await expect.element(sheet.getByText(question)).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Set rights' }))
  await expect
    .poll(() => asked(vi.mocked(putGrants)))
    .toEqual({
      ...{ id: 'agency', member_ids: ['member', 'second'], creator_ids: ['link'] },
      shift: { zone: 'Europe/Paris', windows },
    })
})

it('sets rights and shift of several together, beginning with what they share', async () => {
  const chosen = several.chosen.map((pair) => ({ ...pair, grant: { ...pair.grant, shift } }))
  await renderFor(signedIn(mina), <SeveralSheet {...several} chosen={chosen} />)
  await expect.element(sheet.getByRole('combobox', { name: 'Shifts' })).toHaveValue('weekly')
  await userEvent.click(sheet.getByRole('button', { name: 'Set rights' }))
  await expect.element(sheet.getByText(`Shift: ${words}.`)).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Set rights' }))
  await expect
    .poll(() => asked(vi.mocked(putGrants)))
    .toMatchObject({ permissions: { can_chat: true }, until: null, shift: { windows } })
})

it('offers an operator to act on shift, and says off shift when the next one begins', async () => {
  const mine = (change: object) => ({
    ...agency,
    my_member_id: 'member',
    grants: [{ ...given.grant, id: 'mine', shift: { ...shift, ...change } } as never],
  })
  vi.mocked(getInvitations).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getLinks).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getAgencies).mockResolvedValue(answered({ data: [mine({})], next: null }))
  await renderFor(signedIn(fiona), <AgenciesScreen />)
  await expect.element(page.getByRole('button', { name: 'Act as' })).toBeVisible()
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByText('On shift', { exact: true })).toBeVisible()
  const off = mine({ is_on: false, changes_at: inHours(24) })
  vi.mocked(getAgencies).mockResolvedValue(answered({ data: [off], next: null }))
  await renderFor(signedIn(fiona), <AgenciesScreen />)
  await expect.element(page.getByText(/^Shift begins tomorrow at \d\d:\d\d$/)).toBeVisible()
  await expect.element(page.getByText('Off shift', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Act as' })).not.toBeInTheDocument()
})

it('asks again when a shift begins, so that the way to act is there', async () => {
  const grant = (is_on: boolean, changes_at: string) => ({
    ...agency,
    my_member_id: 'member',
    grants: [{ ...given.grant, shift: { ...shift, is_on, changes_at } } as never],
  })
  vi.mocked(getInvitations).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getLinks).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getAgencies)
    .mockResolvedValueOnce(answered({ data: [grant(false, inHours(0))], next: null }))
    .mockResolvedValue(answered({ data: [grant(true, inHours(1))], next: null }))
  await renderFor(signedIn(fiona), <AgenciesScreen />)
  await expect.element(page.getByRole('button', { name: 'Act as' })).toBeVisible()
})

it('shows a creator in which shifts an operator may act, and whether one is on, in French too', async () => {
  const access = {
    ...{ id: '1', agency: { id: 'agency', name: 'Brandt' }, operator: operator.user, permissions: noFlags },
    ...{ until: null, shift: { ...shift, is_on: false }, last_action_at: null, acting: false },
  }
  vi.mocked(getAccess).mockResolvedValue(answered({ data: [access], next: null }))
  vi.mocked(getLinks).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getEndedAccess).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getMyActivity).mockResolvedValue(answered({ data: [], next: null }))
  await renderFor(signedIn(mina), <AgencyAccessSection />)
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByText('Off shift')).toBeVisible()
  overwriteGetLocale(() => 'fr')
  await renderFor(signedIn(mina), <AgencyAccessSection />)
  await expect.element(page.getByText('lun.–ven. 09:00–17:00, Paris')).toBeVisible()
  await expect.element(page.getByText('Hors créneau')).toBeVisible()
})

it('shows in the log from which shift to which it was changed', async () => {
  const changes = [{ field: 'shift', before: 'always', after: 'Mon Tue 09:00-17:00, Europe/Paris' } as const]
  await renderFor(signedIn(mina), <AuditChanges changes={changes} />)
  await expect.element(page.getByText('At any time')).toBeVisible()
  await expect.element(page.getByText('Mon, Tue 09:00–17:00, Paris')).toBeVisible()
})
