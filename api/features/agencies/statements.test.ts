import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies, type TwoAgencies } from '../../../tests/support/two-agencies.ts'
import { transferAgencies } from './agencies.ts'
import { readOwnGrants } from './grant-statements.ts'
import { declineInvitation, withdrawInvitation } from './invitation-statements.ts'
import { creatorsOfPairs } from './page-statements.ts'
import { closeOldGrants, lockActiveLinks, lockMembers } from './put-grant-statements.ts'
import {
  changeCeiling,
  countOwned,
  dissolve,
  endInvitedLink,
  endLinkRow,
  endLinksOfAgency,
  endMember,
  endMembers,
  findCreator,
  openLink,
  ownedWithSuccessor,
  readCreators,
  readLinksOfCreator,
  readManagers,
  setRole,
} from './statements.ts'

/** What each statement does to rows of two agencies that are alike, where some have ended and one is only invited. */
const api = testApi()
let world: TwoAgencies
let pending: string
beforeEach(async () => {
  world = await makeTwoAgencies(api)
  const { aube, people } = world
  await api.call(aube.owner, agencies.changeMember, { id: aube.id, memberId: memberOf('olivia'), role: 'admin' })
  const invited = { id: aube.id, kind: 'creator', username: people.cleo.username } as const
  pending = (await api.call(aube.owner, agencies.invite, invited)).data.id
  world.names.set(`agency_creators ${pending}`, 'aube: cleo, invited')
})

const memberOf = (name: 'olivia' | 'pablo') => world.aube.members[name] ?? ''
const linkOf = (name: 'alice' | 'bea') => world.aube.links[name] ?? ''
const changed = async (act: () => Promise<unknown>) => {
  const rows = await rowsChangedBy(api, tables, async () => void (await act()))
  return rows.map((id) => world.names.get(id) ?? id).sort()
}
const onlyChat = rights('can_chat')
const tables = ['agency_members', 'agency_creators', 'agency_grants', 'agency_invitations']

describe('members', () => {
  it('change and end one by one, once', async () => {
    const member = memberOf('pablo')
    const promote = () => api.db.run(setRole, { member, role: 'admin' })
    const end = () => api.db.run(endMember, { member })
    expect([await changed(promote), await changed(end)]).toEqual([['aube: pablo'], ['aube: pablo']])
    expect([await changed(end), await changed(() => api.db.run(setRole, { member, role: 'operator' }))]).toEqual([
      [],
      [],
    ])
  })

  it('are found and locked for their own agency while they go on', async () => {
    const { aube, brume } = world
    const lock = async (agency: string) =>
      (await api.db.run(lockMembers, { agency, members: [memberOf('pablo')] })).map((it) => it.id)
    expect([await lock(aube.id), await lock(brume.id)]).toEqual([[memberOf('pablo')], []])
    await api.db.run(endMember, { member: memberOf('pablo') })
    expect(await lock(aube.id)).toEqual([])
  })

  it('end together with those of their agency, once', async () => {
    const { aube } = world
    await api.db.run(endMember, { member: memberOf('pablo') })
    const endAll = () => api.db.run(endMembers, { agency: aube.id })
    expect([await changed(endAll), await changed(endAll)]).toEqual([['aube: olivia', 'aube: owner'], []])
  })

  it('are managers while they go on and are more than operators', async () => {
    const { aube, people } = world
    const managers = async () => (await api.db.run(readManagers, { agency: aube.id })).map((it) => it.user_id).sort()
    expect(await managers()).toEqual([people.anna.id, people.olivia.id].sort())
    await api.db.run(endMember, { member: memberOf('olivia') })
    expect(await managers()).toEqual([people.anna.id])
  })

  it('own an agency and succeed its owner while they go on', async () => {
    const { aube, people } = world
    const owned = async () => [
      await api.db.run(countOwned, { owner: people.anna.id }),
      await api.db.run(ownedWithSuccessor, { owner: people.anna.id }),
    ]
    expect(await owned()).toEqual([[{ count: 1 }], [{ agency_id: aube.id, successor: memberOf('olivia') }]])
    await api.db.run(endMember, { member: memberOf('olivia') })
    expect(await owned()).toEqual([[{ count: 1 }], [{ agency_id: aube.id, successor: null }]])
    await api.db.run(endMembers, { agency: aube.id })
    expect(await owned()).toEqual([[{ count: 0 }], []])
  })
})

it('passes an agency on past an admin who leaves at that moment', async () => {
  const { aube, people } = world
  await api.db.run(setRole, { member: memberOf('pablo'), role: 'admin' })
  let passed: Promise<unknown> = Promise.resolve()
  await api.db.transact(async (tx) => {
    await tx.run(endMember, { member: memberOf('olivia') })
    passed = api.db.transact((other) => transferAgencies(other, api.ctx, people.anna.id))
    await Promise.race([passed, untilLockAwaited(api)])
  })
  await passed
  const { members } = (await api.call(people.pablo, agencies.get, { id: aube.id })).data
  expect(members.find((it) => it.id === memberOf('pablo'))?.role).toBe('owner')
})

describe('invitations', () => {
  it('are withdrawn by their own agency and answered by the one who has them, once', async () => {
    const { aube, brume, people } = world
    const invitation = aube.invitations.guest ?? ''
    const anyone = { user: null, agency: null }
    const withdraw = (agency: string) => () => api.db.run(withdrawInvitation, { invitation, ...anyone, agency })
    const decline = (user: string) => () => api.db.run(declineInvitation, { invitation, ...anyone, user })
    expect([await changed(withdraw(brume.id)), await changed(decline(people.boris.id))]).toEqual([[], []])
    expect(await changed(decline(people.guest.id))).toEqual(['aube: invited guest'])
    expect([await changed(withdraw(aube.id)), await changed(decline(people.guest.id))]).toEqual([[], []])
  })

  it('are answered no more once their agency is dissolved', async () => {
    const { aube, people } = world
    const invitation = aube.invitations.guest ?? ''
    await api.db.run(dissolve, { agency: aube.id })
    expect(
      await changed(() => api.db.run(declineInvitation, { invitation, user: people.guest.id, agency: null })),
    ).toEqual([])
  })
})

describe('grants', () => {
  it('of a member for a creator are closed together, once', async () => {
    const pairs = [{ member_id: memberOf('olivia'), link_id: linkOf('alice') }]
    const close = () => api.db.run(closeOldGrants, { pairs, by: world.people.anna.id })
    expect([await changed(close), await changed(close)]).toEqual([['aube: olivia for alice'], []])
  })
})

it('reads the grants of a member who has not left, and of no other', async () => {
  const { aube, brume, people } = world
  const shown = async (member: Actor) =>
    (await api.db.run(readOwnGrants, { agencies: [aube.id], member: member.id })).map((it) => it.id).sort()
  const of = (name: string) => ['alice', 'bea'].map((creator) => aube.grants[`${name} for ${creator}`] ?? '').sort()
  expect([await shown(people.olivia), await shown(people.pablo)]).toEqual([of('olivia'), of('pablo')])
  expect([await shown(people.anna), await shown(people.boris)]).toEqual([[], []])
  expect(of('olivia')).not.toContain(brume.grants['olivia for alice'])
  const pairs = [{ member_id: memberOf('olivia'), link_id: linkOf('alice') }]
  await api.db.run(closeOldGrants, { pairs, by: people.anna.id })
  expect(await shown(people.olivia)).toEqual([aube.grants['olivia for bea']])
  await api.db.run(endMember, { member: memberOf('olivia') })
  expect(await shown(people.olivia)).toEqual([])
})

describe('links to creators', () => {
  it('are those of the agencies asked for, also invited ones', async () => {
    const links = async () => (await api.db.run(readCreators, { agencies: [world.aube.id] })).map((it) => it.id).sort()
    expect(await links()).toEqual([linkOf('alice'), linkOf('bea'), pending].sort())
  })

  it('are found and locked for their own agency while they are active', async () => {
    const { aube, brume, people } = world
    const lock = async (agency: string, link: string) =>
      (await api.db.run(lockActiveLinks, { agency, links: [link] })).map((it) => it.id)
    expect(await lock(aube.id, linkOf('alice'))).toEqual([linkOf('alice')])
    expect([await lock(brume.id, linkOf('alice')), await lock(aube.id, pending)]).toEqual([[], []])
    const find = () => api.db.run(findCreator, { agency: aube.id, user: people.bea.id })
    expect(await find()).toHaveLength(1)
    await api.db.run(endLinkRow, { link: linkOf('bea'), agency: aube.id, creator: null })
    expect(await find()).toHaveLength(0)
  })

  it('are shown to their creator while they are active, all or the one asked for', async () => {
    const { brume, people } = world
    const shown = async (creator: string, link: string | null) =>
      (await api.db.run(readLinksOfCreator, { creator, link, after: null, limit: 9 })).map((it) => it.id).sort()
    expect(await shown(people.alice.id, linkOf('alice'))).toEqual([linkOf('alice')])
    expect(await shown(people.alice.id, null)).toEqual([linkOf('alice'), brume.links.alice].sort())
    expect(await shown(people.cleo.id, null)).toEqual([brume.links.cleo])
  })

  it('are those of the pairs of a page, until they end', async () => {
    const links = [linkOf('alice'), pending]
    const found = async () => (await api.db.run(creatorsOfPairs, { links })).map((it) => it.id).sort()
    expect(await found()).toEqual(links.toSorted())
    await api.db.run(endLinkRow, { link: linkOf('alice'), agency: world.aube.id, creator: null })
    // One that has ended would not fit the declared columns either.
    expect(await found().catch(String)).toEqual([pending])
  })

  it('open when they are invited, one by one', async () => {
    const open = (link: string) => () => api.db.run(openLink, { link, ...onlyChat })
    expect([await changed(open(linkOf('alice'))), await changed(open(pending))]).toEqual([[], ['aube: cleo, invited']])
  })

  it('get another ceiling from their own creator while they are active', async () => {
    const { people } = world
    const lower = (link: string, creator: string) => () => api.db.run(changeCeiling, { link, creator, ...onlyChat })
    expect(await changed(lower(linkOf('alice'), people.bea.id))).toEqual([])
    expect(await changed(lower(pending, people.cleo.id))).toEqual([])
    expect(await changed(lower(linkOf('alice'), people.alice.id))).toEqual(['aube: alice'])
  })

  it('end by their agency or by their creator, who declines an invitation instead, once', async () => {
    const { aube, brume, people } = world
    const end = (link: string, agency: string | null, creator: string | null) => () =>
      api.db.run(endLinkRow, { link, agency, creator })
    expect(await changed(end(linkOf('alice'), brume.id, null))).toEqual([])
    expect(await changed(end(linkOf('alice'), null, people.bea.id))).toEqual([])
    expect(await changed(end(pending, null, people.cleo.id))).toEqual([])
    expect(await changed(end(linkOf('alice'), null, people.alice.id))).toEqual(['aube: alice'])
    expect(await changed(end(linkOf('alice'), aube.id, null))).toEqual([])
    expect(await changed(end(pending, aube.id, null))).toEqual(['aube: cleo, invited'])
  })

  it('end when they are only invited', async () => {
    const end = (link: string) => () => api.db.run(endInvitedLink, { link })
    expect([await changed(end(linkOf('bea'))), await changed(end(pending))]).toEqual([[], ['aube: cleo, invited']])
  })

  it('end together with those of their agency, once', async () => {
    const endAll = () => api.db.run(endLinksOfAgency, { agency: world.aube.id })
    expect([await changed(endAll), await changed(endAll)]).toEqual([
      ['aube: alice', 'aube: bea', 'aube: cleo, invited'],
      [],
    ])
  })
})
