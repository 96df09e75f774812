import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { agencyTeam } from '../../../contract/agency-team.ts'
import { join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { purgeDeleted } from '../account/erasure.ts'

const api = testApi()

it('lets each user own ten agencies at a time, whatever they are members of', async () => {
  const [owner, other] = [await api.makeUser(), await api.makeUser()]
  const create = async (who: Actor, name: string) => api.call(who, agencies.create, { name })
  const first = await makeAgency(api)
  await join(api, first.owner, first.agencyId, owner)
  for (let made = 1; made <= 10; made++) expect((await create(owner, `Agency ${made}`)).status).toBe(201)
  expect((await create(owner, 'One too many')).refusal.error).toBe('rate_limited')
  expect((await create(other, 'Of another')).status).toBe(201)
  const [last] = (await api.call(owner, agencies.list, {})).data.data
  await api.call(owner, agencies.dissolve, { id: last?.id ?? '' })
  expect((await create(owner, 'Again')).status).toBe(201)
})

it('lists as many of one’s own agencies as were asked for', async () => {
  const [first, second, third] = [await makeAgency(api), await makeAgency(api), await makeAgency(api)]
  const person = await api.makeUser()
  const members = [first, second, third].map((it) => join(api, it.owner, it.agencyId, person))
  const [, , memberId = ''] = await Promise.all(members)
  await api.call(person, agencies.removeMember, { id: third.agencyId, memberId })
  const { data, next } = (await api.call(person, agencies.list, { limit: 1 })).data
  expect(data.map((it) => it.id)).toEqual([second.agencyId])
  const rest = (await api.call(person, agencies.list, { cursor: next ?? '' })).data
  expect([rest.data.map((it) => it.id), rest.next]).toEqual([[first.agencyId], null])
})

it('passes an agency to no admin who has left or whose account is closed, and not when an operator’s account is', async () => {
  const agency = await makeAgency(api)
  const { owner, agencyId: id } = agency
  const admin = async () => {
    const person = await api.makeUser()
    const memberId = await join(api, owner, id, person)
    await api.call(owner, agencies.changeMember, { id, memberId, role: 'admin' })
    return { person, memberId }
  }
  await join(api, owner, id, await api.makeUser())
  const [left, closed, last] = [await admin(), await admin(), await admin()]
  await api.call(owner, agencies.removeMember, { id, memberId: left.memberId })
  const close = (who: Actor) =>
    api.db.update(users).set({ deletedAt: new Date(), purgeAt: new Date() }).where(eq(users.id, who.id))
  await close(agency.operator)
  await purgeDeleted(api.ctx)
  const seen = await api.call(owner, agencies.get, { id })
  expect(seen.status).toBe(200)
  expect(seen.data.members.flatMap((it) => (it.role === 'owner' ? [it.user.id] : []))).toEqual([owner.id])
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, closed.person.id))
  await close(owner)
  await purgeDeleted(api.ctx)
  const passed = await api.call(last.person, agencies.get, { id })
  expect([passed.status, passed.data.role]).toEqual([200, 'owner'])
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
  const grants = async () =>
    (await api.call(person, agencyTeam.grants, { id: agencyId, given: 'yes' })).data.data.map((it) => it.grant?.id)
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
