import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { answered, fiona, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { agency, grantPair, operator } from '../../../tests/support/costly-things.ts'
import { type AgencyState, agencyState } from '../../lib/agency-tabs.ts'
import { noFlags } from '../../lib/flag-labels.ts'
import { getAgency } from '../../server/agencies.functions.ts'
import { getAgencyCreators, getAgencyMembers, getGrants, putGrants } from '../../server/agency-team.functions.ts'
import { AgencyScreen } from './agency-screen.tsx'

const ceiling = { ...noFlags, can_chat: true }
const asMina = { ...grantPair.creator, ceiling }
const bea = { ...grantPair.creator, id: 'bea', user: { ...mina, id: 'b', username: 'bea', display_name: 'Bea' } }
const noor = { ...operator, id: 'noor', user: { ...fiona, id: 'n', username: 'noor', display_name: 'Noor' } }
const given = {
  id: '1',
  member_id: 'noor',
  creator_id: 'link',
  permissions: { ...noFlags, can_chat: true },
  until: null,
  shift: null,
}
const pairs: GrantPair[] = [
  { member: operator, creator: asMina, grant: null },
  { member: noor, creator: asMina, grant: given },
  { member: operator, creator: bea, grant: null },
]

beforeEach(() => {
  vi.mocked(getAgency).mockResolvedValue(answered(agency))
  vi.mocked(getGrants).mockImplementation(async ({ data }) =>
    answered(data.cursor ? { data: pairs.slice(2), next: null } : { data: pairs.slice(0, 2), next: 'more' }),
  )
  vi.mocked(getAgencyMembers).mockResolvedValue(answered({ data: [operator], next: null }))
  vi.mocked(getAgencyCreators).mockResolvedValue(answered({ data: [grantPair.creator], next: null }))
})

const show = async (state: AgencyState) => {
  const { router } = await renderFor(signedIn(mina), <AgencyScreen id="agency" state={state} />)
  return () => agencyState(router.latestLocation.search)
}
const asks = (mock: { mock: { lastCall?: unknown[] | undefined } }) => mock.mock.lastCall?.[0]

it('lists who may do what as whom by creator, with the pages that follow', async () => {
  await show({ tab: 'rights' })
  const ofMina = page.getByRole('region', { name: 'Mina' })
  await expect.element(ofMina.getByText('Chat').first()).toBeVisible()
  await expect.element(ofMina.getByRole('button', { name: 'Give rights: Rights of Fiona as Mina' })).toBeVisible()
  await expect.element(ofMina.getByRole('button', { name: 'Edit: Rights of Noor as Mina' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Bea' }).getByText('No access')).toBeVisible()
  expect(vi.mocked(getGrants)).toHaveBeenCalledTimes(2)
})

it('asks for what the address names, and says that no name fits', async () => {
  vi.mocked(getGrants).mockResolvedValue(answered({ data: [], next: null }))
  await show({ tab: 'rights', creator: 'min', member: 'noo', given: 'yes' })
  await expect.element(page.getByText('No name fits this search. Take a letter away.')).toBeVisible()
  expect(asks(vi.mocked(getGrants))).toMatchObject({ data: { creator: 'min', member: 'noo', given: 'yes' } })
})

it('has fields as high as a finger on a phone', async () => {
  await page.viewport(390, 844)
  await show({ tab: 'rights' })
  for (const name of ['Search creators', 'Search the team']) {
    const field = page.getByRole('searchbox', { name })
    await expect.element(field).toBeVisible()
    expect(field.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  }
  await page.viewport(1024, 768)
})

it('puts the names and the choice into the address', async () => {
  const address = await show({ tab: 'rights', member: 'noo' })
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search creators' }), 'min')
  await expect.poll(address).toMatchObject({ tab: 'rights', creator: 'min', member: 'noo' })
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Rights' }), 'With rights only')
  await expect.poll(address).toMatchObject({ given: 'yes', member: 'noo' })
})

it.each([
  ['team', 'Search the team', getAgencyMembers],
  ['creators', 'Search creators', getAgencyCreators],
] as const)('searches a long list of the %s', async (tab, label, read) => {
  const address = await show({ tab: tab === 'team' ? tab : undefined, q: 'fio' })
  await expect.poll(() => asks(vi.mocked(read))).toMatchObject({ data: { q: 'fio' } })
  await userEvent.fill(page.getByRole('searchbox', { name: label }), 'fiona')
  await expect.poll(address).toMatchObject({ q: 'fiona' })
})

it('has no search over a short team', async () => {
  await show({ tab: 'team' })
  await expect.element(page.getByRole('link', { name: 'Fiona' })).toBeVisible()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
})

it('sets the rights of several members of one creator at once, and leaves out what does not fit', async () => {
  vi.mocked(putGrants).mockResolvedValue(answered({ data: [] }))
  await show({ tab: 'rights' })
  await userEvent.click(page.getByRole('button', { name: 'Rights for several' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'Rights of Fiona as Mina' }))
  await expect.element(page.getByRole('checkbox', { name: 'Rights of Fiona as Bea' })).toBeVisible()
  await userEvent.click(page.getByRole('checkbox', { name: 'Rights of Noor as Mina' }))
  await expect.element(page.getByRole('checkbox', { name: 'Rights of Fiona as Bea' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('status').getByText('2 chosen')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Set rights' }))
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByRole('switch', { name: 'Media' })).toBeDisabled()
  await userEvent.click(sheet.getByRole('switch', { name: 'Chat' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Set rights' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Set rights' }))
  await expect
    .poll(() => asks(vi.mocked(putGrants)))
    .toEqual({
      data: {
        id: 'agency',
        member_ids: ['member', 'noor'],
        creator_ids: ['link'],
        permissions: { ...noFlags, can_chat: true },
        until: null,
      },
    })
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

it('names whose access the creator has ended, where that is why nothing changed', async () => {
  const fields = { member_ids: ['noor'], creator_ids: ['link'] }
  vi.mocked(putGrants).mockResolvedValue(refused('consent_required', 403, { fields }))
  await show({ tab: 'rights' })
  await userEvent.click(page.getByRole('button', { name: 'Rights for several' }))
  for (const name of ['Fiona', 'Noor'])
    await userEvent.click(page.getByRole('checkbox', { name: `Rights of ${name} as Mina` }))
  await userEvent.click(page.getByRole('button', { name: 'Set rights' }))
  await userEvent.click(page.getByRole('dialog').getByRole('switch', { name: 'Chat' }))
  for (let press = 0; press < 2; press++)
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Set rights' }))
  await expect
    .element(page.getByRole('dialog').getByText('Nothing has changed. Ended by the creator: Noor as Mina.'))
    .toBeVisible()
})

it('offers an operator neither edit nor choice', async () => {
  vi.mocked(getAgency).mockResolvedValue(answered({ ...agency, role: 'operator' }))
  await show({ tab: 'rights' })
  await expect.element(page.getByRole('region', { name: 'Mina' }).getByText('Chat').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^(Edit|Give|Rights)/ })).not.toBeInTheDocument()
})
