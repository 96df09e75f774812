import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { agency, grantPair, operator } from '../../../tests/support/costly-things.ts'
import { type AgencyState, agencyState } from '../../lib/agency-tabs.ts'
import { noFlags } from '../../lib/flag-labels.ts'
import { getAgency } from '../../server/agencies.functions.ts'
import { getAgencyCreators, getAgencyMembers, getGrants } from '../../server/agency-team.functions.ts'
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

it('offers an operator neither edit nor choice', async () => {
  vi.mocked(getAgency).mockResolvedValue(answered({ ...agency, role: 'operator' }))
  await show({ tab: 'rights' })
  await expect.element(page.getByRole('region', { name: 'Mina' }).getByText('Chat').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^(Edit|Give|Rights)/ })).not.toBeInTheDocument()
})
