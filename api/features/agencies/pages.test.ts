import { beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { agencyTeam } from '../../../contract/agency-team.ts'
import { join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencyCreators, agencyMembers } from '../../platform/db/schema/agencies.ts'

/** An agency with more members and creators than a page has, of whom one is both. */
const api = testApi()
let place: Awaited<ReturnType<typeof makeAgency>>
let team: Actor[]
let creators: Actor[]
let both: Actor
const memberIds = new Map<string, string>()
const linkIds = new Map<string, string>()

beforeAll(async () => {
  place = await makeAgency(api, rights('can_chat'))
  memberIds.set(place.operator.id, place.memberId)
  linkIds.set(place.creator.id, place.linkId)
  team = await Promise.all(Array.from({ length: 7 }, (_, at) => api.makeUser({ displayName: `Member ${at}` })))
  both = await api.makeUser({ displayName: 'Both', isCreator: true, priceCents: 0 })
  creators = await Promise.all(
    Array.from({ length: 3 }, (_, at) => api.makeUser({ displayName: `Star ${at}_%`, isCreator: true, priceCents: 0 })),
  )
  const agencyId = place.agencyId
  for (const [at, it] of [...team, both].entries()) {
    memberIds.set(it.id, newId())
    const role = at === 6 ? ('admin' as const) : ('operator' as const)
    await api.db.insert(agencyMembers).values({ id: memberIds.get(it.id) ?? '', agencyId, userId: it.id, role })
  }
  for (const it of [...creators, both]) {
    linkIds.set(it.id, newId())
    const link = { id: linkIds.get(it.id) ?? '', agencyId, userId: it.id, status: 'active' as const, canChat: true }
    await api.db.insert(agencyCreators).values(link)
  }
})

/** All pages of a list, one after another. */
async function whole<Row>(read: (cursor: string | undefined) => Promise<{ data: Row[]; next: string | null }>) {
  const rows: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor)
    rows.push(...page.data)
    expect(rows.length, 'a page leads back').toBeLessThan(200)
    if (page.next === null) return rows
    cursor = page.next
  }
}
const ids = (people: readonly { id: string }[]) => people.map((it) => it.id)

describe('a team', () => {
  const members = (query: object, actor = place.operator) =>
    whole(
      async (cursor) =>
        (await api.call(actor, agencyTeam.members, { id: place.agencyId, limit: 2, cursor, ...query })).data,
    )

  it('is listed whole, by role and then by age, page by page', async () => {
    const [admin, rest] = [team.slice(6), team.slice(0, 6)]
    const found = await members({})
    expect(found.map((it) => it.user.id)).toEqual(ids([place.owner, ...admin, place.operator, ...rest, both]))
    expect(found.map((it) => it.role).slice(0, 3)).toEqual(['owner', 'admin', 'operator'])
    expect(found[1]?.id).toBe(memberIds.get(admin[0]?.id ?? ''))
  })

  it('is found by a part of either name', async () => {
    expect((await members({ q: 'ember 3' })).map((it) => it.user.id)).toEqual(ids(team.slice(3, 4)))
    expect((await members({ q: both.username.toUpperCase() })).map((it) => it.user.id)).toEqual([both.id])
    expect(await members({ q: 'ember_3' })).toEqual([])
  })

  it('is without who has left, and not found for others', async () => {
    const left = await api.makeUser({ displayName: 'Gone member' })
    const memberId = await join(api, place.owner, place.agencyId, left)
    const pairs = async () =>
      (await api.call(place.owner, agencyTeam.grants, { id: place.agencyId, member: 'gone m' })).data.data.length
    expect([(await members({ q: 'gone m' })).length, await pairs()]).toEqual([1, 1 + creators.length + 1])
    await api.call(place.owner, agencies.removeMember, { id: place.agencyId, memberId })
    expect([(await members({ q: 'gone m' })).length, await pairs()]).toEqual([0, 0])
    for (const endpoint of [agencyTeam.members, agencyTeam.creators, agencyTeam.grants])
      for (const actor of [left, place.creator])
        expect((await api.call(actor, endpoint, { id: place.agencyId })).status).toBe(404)
  })
})

describe('creators', () => {
  const found = (query: object) =>
    whole(
      async (cursor) =>
        (await api.call(place.owner, agencyTeam.creators, { id: place.agencyId, limit: 2, cursor, ...query })).data,
    )

  it('are listed whole and found by name, with their ceilings, also invited ones', async () => {
    const invited = await api.makeUser({ displayName: 'Later star', isCreator: true, priceCents: 0 })
    const input = { id: place.agencyId, kind: 'creator' as const, username: invited.username }
    const invitation = (await api.call(place.owner, agencies.invite, input)).data
    const all = await found({})
    expect(all.map((it) => it.user.id)).toEqual(ids([place.creator, ...creators, both, invited]))
    expect(all.map((it) => it.status)).toEqual([...Array(5).fill('active'), 'invited'])
    expect(all[1]?.ceiling).toEqual(rights('can_chat', 'show_in_analytics'))
    expect((await found({ q: '1_%' })).map((it) => it.user.id)).toEqual(ids(creators.slice(1, 2)))
    const pairs = async () =>
      (await api.call(place.owner, agencyTeam.grants, { id: place.agencyId, creator: 'later', member: 'member 0' }))
        .data.data.length
    expect(await pairs()).toBe(0)
    await api.call(invited, agencies.accept, { id: invitation.id })
    expect(await pairs()).toBe(1)
    await api.call(invited, agencies.endLink, { id: invitation.id })
    expect([await pairs(), (await found({ q: 'later' })).length]).toEqual([0, 0])
    const back = (await api.call(place.owner, agencies.invite, input)).data
    await api.call(invited, agencies.accept, { id: back.id })
    const first = { id: place.agencyId, creator: 'later', member: 'member 0', limit: 1 }
    expect((await api.call(place.owner, agencyTeam.grants, first)).data.data).toHaveLength(1)
    await api.call(invited, agencies.endLink, { id: back.id })
    const again = (await api.call(place.owner, agencies.invite, input)).data
    expect((await found({ q: 'later' })).map((it) => it.status)).toEqual(['invited'])
    await api.call(place.owner, agencies.withdraw, { id: place.agencyId, invitationId: again.id })
    expect(await found({ q: 'later' })).toEqual([])
  })
})

describe('pairs of creator and member', () => {
  const pairs = (query: object = {}, actor = place.owner) =>
    whole(
      async (cursor) =>
        (await api.call(actor, agencyTeam.grants, { id: place.agencyId, limit: 4, cursor, ...query })).data,
    )
  const named = (rows: Awaited<ReturnType<typeof pairs>>) => rows.map((it) => [it.creator.user.id, it.member.user.id])

  it('are each listed once, by creator and by member, but no user with themselves', async () => {
    const stars = [place.creator, ...creators, both]
    const members = [place.owner, place.operator, ...team, both]
    const expected = stars.flatMap((star) => members.filter((it) => it.id !== star.id).map((it) => [star.id, it.id]))
    const rows = await pairs()
    expect(named(rows)).toEqual(expected)
    const given = rows.filter((it) => it.grant !== null)
    expect(given).toMatchObject([
      {
        creator: { id: place.linkId, status: 'active' },
        member: { id: place.memberId, role: 'operator' },
        grant: { id: place.grantId, member_id: place.memberId, creator_id: place.linkId, until: null },
      },
    ])
    expect(given[0]?.grant?.permissions).toEqual(rights('can_chat'))
    expect(await pairs({ given: 'yes' })).toEqual(given)
  })

  it('are chosen by the names of creators and of members', async () => {
    const [first, second] = team
    expect(named(await pairs({ creator: 'star 2', member: 'member' }))).toEqual(
      team.map((it) => [creators[2]?.id, it.id]),
    )
    expect(named(await pairs({ member: 'Member 1' }))).toEqual(
      [place.creator, ...creators, both].map((it) => [it.id, second?.id]),
    )
    expect(named(await pairs({ creator: both.username, member: first?.username }))).toEqual([[both.id, first?.id]])
    expect(await pairs({ creator: 'both', member: 'both' })).toEqual([])
  })

  it('are an operator’s own only', async () => {
    expect(named(await pairs({}, place.operator))).toEqual(
      [place.creator, ...creators, both].map((it) => [it.id, place.operator.id]),
    )
    expect(named(await pairs({ creator: 'both' }, both))).toEqual([])
    const admin = team[6]
    expect(await pairs({}, admin)).toHaveLength((await pairs()).length)
  })

  it('are not in the answer about the agency, which has the grants of the one who asks', async () => {
    const grants = async (actor: Actor) => (await api.call(actor, agencies.get, { id: place.agencyId })).data.grants
    expect(await grants(place.owner)).toEqual([])
    expect((await grants(place.operator)).map((it) => it.id)).toEqual([place.grantId])
  })
})
