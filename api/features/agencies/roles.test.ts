import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { join, makeAgency } from '../../../tests/support/agency.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'

const api = testApi()

it('lets a user own ten agencies at a time', async () => {
  const owner = await api.makeUser()
  const create = async (name: string) => api.call(owner, agencies.create, { name })
  for (let made = 1; made <= 10; made++) expect((await create(`Agency ${made}`)).status).toBe(201)
  expect((await create('One too many')).refusal.error).toBe('rate_limited')
  const [last] = (await api.call(owner, agencies.list, {})).data.data
  await api.call(owner, agencies.dissolve, { id: last?.id ?? '' })
  expect((await create('Again')).status).toBe(201)
})

it('lets no owner give up the role without a successor', async () => {
  const { owner, agencyId } = await makeAgency(api)
  const { my_member_id } = (await api.call(owner, agencies.get, { id: agencyId })).data
  const change = { id: agencyId, memberId: my_member_id, role: 'operator' as const }
  expect((await api.call(owner, agencies.changeMember, change)).refusal.error).toBe('own_thing')
  expect((await api.call(owner, agencies.get, { id: agencyId })).data.role).toBe('owner')
})

it('shows the grants of the team to an admin, and their own alone to who comes back as an operator', async () => {
  const { owner, agencyId, grantId } = await makeAgency(api)
  const person = await api.makeUser()
  const grants = async () => (await api.call(person, agencies.get, { id: agencyId })).data.grants.map((it) => it.id)
  const memberId = await join(api, owner, agencyId, person)
  await api.call(owner, agencies.changeMember, { id: agencyId, memberId, role: 'admin' })
  expect(await grants()).toEqual([grantId])
  await api.call(owner, agencies.removeMember, { id: agencyId, memberId })
  await join(api, owner, agencyId, person)
  expect(await grants()).toEqual([])
})

it('ends no grant of another agency', async () => {
  const { aube, brume, people } = await makeTwoAgencies(api)
  const theirs = { memberId: brume.members.olivia ?? '', creatorId: brume.links.alice ?? '' }
  const changed = await rowsChangedBy(api, ['agency_grants', 'agency_audit_entries'], async () => {
    expect((await api.call(people.anna, agencies.removeGrant, { id: aube.id, ...theirs })).status).toBe(404)
  })
  expect(changed).toEqual([])
})
