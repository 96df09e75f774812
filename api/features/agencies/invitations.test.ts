import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { block } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { agencyInvitations } from '../../platform/db/schema/agencies.ts'
import { users } from '../../platform/db/schema/identity.ts'

const api = testApi()

it('invites neither who is behind a block, nor oneself, nor a user as a creator', async () => {
  const { owner, agencyId } = await makeAgency(api)
  const [blocker, blocked, fan] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  await block(api, blocker, owner)
  await block(api, owner, blocked)
  const invite = async ({ username }: Actor, kind: 'member' | 'creator' = 'member') =>
    (await api.call(owner, agencies.invite, { id: agencyId, kind, username })).refusal.error
  expect([await invite(blocker), await invite(blocked)]).toEqual(['not_found', 'not_found'])
  expect([await invite(owner), await invite(fan, 'creator')]).toEqual(['own_thing', 'not_creator'])
  expect(await invite(fan)).toBeUndefined()
})

it('invites no one who is in already, and admins by the owner alone', async () => {
  const { owner, agencyId: id, operator, creator, memberId } = await makeAgency(api)
  const [admin, guest] = [await api.makeUser(), await api.makeUser()]
  const adminId = await join(api, owner, id, admin)
  await api.call(owner, agencies.changeMember, { id, memberId: adminId, role: 'admin' })
  const invite = async (by: Actor, { username }: Actor, change: { kind?: 'creator'; role?: 'admin' } = {}) =>
    (await api.call(by, agencies.invite, { id, kind: 'member', username, ...change })).refusal.error
  expect([await invite(owner, operator), await invite(owner, creator, { kind: 'creator' })]).toEqual([
    'already_done',
    'already_done',
  ])
  expect(await invite(admin, guest, { role: 'admin' })).toBe('forbidden')
  expect(await invite(owner, guest, { role: 'admin' })).toBeUndefined()
  await api.call(owner, agencies.removeMember, { id, memberId })
  expect(await invite(owner, operator)).toBeUndefined()
})

it('is accepted for a creator by one who still is a creator', async () => {
  const owner = await api.makeUser()
  const creator = await api.makeUser({ isCreator: true, priceCents: 999 })
  const { id } = (await api.call(owner, agencies.create, { name: 'Aube' })).data
  const invited = { id, kind: 'creator', username: creator.username } as const
  const invitation = (await api.call(owner, agencies.invite, invited)).data.id
  const setCreator = (isCreator: boolean) => api.db.update(users).set({ isCreator }).where(eq(users.id, creator.id))
  await setCreator(false)
  expect((await api.call(creator, agencies.accept, { id: invitation })).refusal.error).toBe('not_creator')
  await setCreator(true)
  expect((await api.call(creator, agencies.accept, { id: invitation })).status).toBe(200)
})

it('withdraws no invitation of another agency', async () => {
  const { aube, brume, people } = await makeTwoAgencies(api)
  const changed = await rowsChangedBy(api, ['agency_invitations'], async () => {
    const theirs = { id: aube.id, invitationId: brume.invitations.pablo ?? '' }
    expect((await api.call(people.anna, agencies.withdraw, theirs)).status).toBe(404)
  })
  expect(changed).toEqual([])
})

it('answers an invitation once, and shows no other user whether it was', async () => {
  const { aube, people } = await makeTwoAgencies(api)
  const accept = async (who: Actor, id = '') => (await api.call(who, agencies.accept, { id })).status
  const { guest, boris } = aube.invitations
  expect(await accept(people.guest, guest)).toBe(200)
  expect([await accept(people.guest, guest), await accept(people.pablo, guest)]).toEqual([409, 404])
  await api.call(people.anna, agencies.withdraw, { id: aube.id, invitationId: boris ?? '' })
  expect(await accept(people.boris, boris)).toBe(404)
})

it('neither shows nor accepts an invitation that was sent while its agency was dissolved', async () => {
  const { aube, people } = await makeTwoAgencies(api)
  const id = aube.invitations.guest ?? ''
  await api.call(people.anna, agencies.dissolve, { id: aube.id })
  await api.db.update(agencyInvitations).set({ status: 'pending' }).where(eq(agencyInvitations.id, id))
  expect((await api.call(people.guest, agencies.invitations, {})).data.data).toEqual([])
  expect((await api.call(people.guest, agencies.accept, { id })).status).toBe(404)
})
