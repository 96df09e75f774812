import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { agencyTeam } from '../../../contract/agency-team.ts'
import { audience } from '../../../contract/audience.ts'
import { chat } from '../../../contract/chat.ts'
import { grantsAtOnce } from '../../../contract/limits.ts'
import { notifications } from '../../../contract/notifications.ts'
import { actAs, join } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies, type TwoAgencies } from '../../../tests/support/two-agencies.ts'
import { newId } from '../../platform/db/ids.ts'

/** Rights for several at once: of two operators for Alice, or of one for Alice and Bea, of two agencies that are alike. */
const api = testApi()
let world: TwoAgencies
beforeEach(async () => {
  world = await makeTwoAgencies(api)
})

const member = (name: 'olivia' | 'pablo') => world.aube.members[name] ?? ''
const link = (name: 'alice' | 'bea') => world.aube.links[name] ?? ''
const team = () => [member('olivia'), member('pablo')]
const onlyChat = rights('can_chat')
const put = (members: string[], creators: string[], change: object = {}, actor: Actor = world.people.anna) =>
  api.call(actor, agencyTeam.putGrants, {
    ...{ id: world.aube.id, member_ids: members, creator_ids: creators, permissions: onlyChat },
    ...change,
  })
const end = (name: 'olivia' | 'pablo', creator: 'alice' | 'bea') =>
  api.call(world.people.anna, agencies.removeGrant, {
    ...{ id: world.aube.id, memberId: member(name), creatorId: link(creator) },
  })
const allowed = async () =>
  new Map(
    (await api.call(world.people.anna, agencyTeam.grants, { id: world.aube.id, given: 'yes' })).data.data.map(
      ({ grant, ...it }) => [
        `${it.member.user.id} ${it.creator.user.id}`,
        Object.entries(grant?.permissions ?? {}).flatMap(([flag, isOn]) => (isOn ? [flag] : [])),
      ],
    ),
  )

describe('rights for several at once', () => {
  it('are the same for several members and one creator, until the same time, and of no other pair', async () => {
    const { olivia, pablo, alice, bea } = world.people
    const before = await allowed()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { data } = await put(team(), [link('alice')], { until })
    expect(data.data.map((it) => it.member_id).sort()).toEqual(team().sort())
    for (const grant of data.data)
      expect(grant).toMatchObject({ creator_id: link('alice'), permissions: onlyChat, until })
    const after = await allowed()
    for (const it of [olivia, pablo]) {
      expect(after.get(`${it.id} ${alice.id}`)).toEqual(['can_chat'])
      expect(after.get(`${it.id} ${bea.id}`)).toEqual(before.get(`${it.id} ${bea.id}`))
    }
  })

  it('are for one member and several creators, whose analytics follow the ceiling of each when they are not named', async () => {
    const { alice, pablo, bea } = world.people
    await api.call(alice, agencies.setCeiling, { id: link('alice'), ceiling: rights('can_chat') })
    expect(
      (await put([member('pablo')], [link('alice'), link('bea')], { permissions: { can_chat: true } })).status,
    ).toBe(200)
    const after = await allowed()
    expect(after.get(`${pablo.id} ${alice.id}`)).toEqual(['can_chat'])
    expect(after.get(`${pablo.id} ${bea.id}`)).toEqual(['can_chat', 'show_in_analytics'])
  })

  it('stand in the log once for each, and tell a creator of each operator who is new to them', async () => {
    const { anna, alice, olivia, pablo } = world.people
    await end('pablo', 'alice')
    const news = async () =>
      (await api.call(alice, notifications.list, {})).data.data.filter((it) => it.type === 'agency_granted').length
    const lines = async () =>
      (await api.call(alice, agencies.myActivity, { area: 'agencies', actor: anna.id })).data.data
        .filter((it) => it.action === 'agencies.put_grant')
        .map((it) => it.object?.id)
    const [newsBefore, linesBefore] = [await news(), await lines()]
    await put([...team(), member('pablo')], [link('alice')])
    expect(await news()).toBe(newsBefore + 1)
    expect((await lines()).slice(0, 2).sort()).toEqual([olivia.id, pablo.id].sort())
    expect(await lines()).toHaveLength(linesBefore.length + 2)
  })

  it('end at once the shifts that had more, and leave one that has the same', async () => {
    const { olivia, pablo, alice } = world.people
    await put([member('pablo')], [link('alice')])
    const [lost, same] = [await actAs(api, olivia, alice), await actAs(api, pablo, alice)]
    await put(team(), [link('alice')])
    expect((await api.call(lost, audience.count, {})).refusal).toMatchObject({ shouldLogout: true })
    expect((await api.call(same, audience.count, {})).refusal.shouldLogout).toBeUndefined()
    expect((await api.call(same, chat.conversations, {})).status).toBe(200)
    // A session that acted under an ended grant does not resume under the one that takes its place.
    await end('pablo', 'alice')
    await put(team(), [link('alice')])
    expect((await api.call(same, chat.conversations, {})).refusal).toMatchObject({ shouldLogout: true })
  })
})

describe('nothing changes when one of several may not have the rights', () => {
  const tables = ['agency_grants', 'agency_audit_entries', 'notifications']
  it.each<[string, () => ReturnType<typeof put>, number, object]>([
    [
      'a flag beyond the ceiling of one creator',
      () => put([member('olivia')], [link('alice'), link('bea')], { permissions: rights('can_chat', 'can_medias') }),
      403,
      { error: 'permission_denied', flag: 'can_medias' },
    ],
    [
      'a member of another agency',
      () => put([member('olivia'), world.brume.members.guest ?? ''], [link('alice')]),
      404,
      { error: 'not_found' },
    ],
    [
      'a creator of another agency',
      () => put([member('olivia')], [link('alice'), world.brume.links.cleo ?? '']),
      404,
      { error: 'not_found' },
    ],
    [
      'a member who does not exist',
      () => put([member('olivia'), newId()], [link('alice')]),
      404,
      { error: 'not_found' },
    ],
    [
      'several members and several creators',
      () => put(team(), [link('alice'), link('bea')]),
      400,
      { error: 'invalid_input' },
    ],
    [
      'a time that is over',
      () => put(team(), [link('alice')], { until: '2020-01-01T00:00:00Z' }),
      400,
      { error: 'invalid_input' },
    ],
    [
      'a time that is over by the clock of the database',
      async () => {
        api.turnClock(-3_600_000)
        const answer = await put(team(), [link('alice')], { until: new Date(Date.now() - 1_800_000).toISOString() })
        api.turnClock(3_600_000)
        return answer
      },
      404,
      { error: 'not_found' },
    ],
    ['no member', () => put([], [link('alice')]), 400, { error: 'invalid_input' }],
    [
      'more than at once',
      () => put(Array.from({ length: grantsAtOnce + 1 }, newId), [link('alice')]),
      400,
      { error: 'invalid_input' },
    ],
    [
      'an operator who gives them',
      () => put(team(), [link('alice')], {}, world.people.olivia),
      403,
      { error: 'forbidden' },
    ],
    [
      'a manager of another agency',
      () => put(team(), [link('alice')], {}, world.people.boris),
      404,
      { error: 'not_found' },
    ],
  ])('%s', async (_, ask, status, refusal) => {
    await api.call(world.people.bea, agencies.setCeiling, { id: link('bea'), ceiling: rights('can_chat') })
    let answer: Awaited<ReturnType<typeof put>> | undefined
    const changed = await rowsChangedBy(api, tables, async () => {
      answer = await ask()
    })
    expect([answer?.status, answer?.refusal]).toMatchObject([status, refusal])
    expect(changed).toEqual([])
  })

  it('and the answer names whose access a creator has ended, until they allow it again', async () => {
    const { alice } = world.people
    const grantId = world.aube.grants['pablo for alice'] ?? ''
    await api.call(alice, agencies.endAccess, { grantId })
    const changed = await rowsChangedBy(api, tables, async () => {
      const answer = await put(team(), [link('alice')])
      expect(answer.refusal).toMatchObject({
        error: 'consent_required',
        fields: { member_ids: [member('pablo')], creator_ids: [link('alice')] },
      })
    })
    expect(changed).toEqual([])
    await api.call(alice, agencies.allowAccess, { grantId })
    expect((await put(team(), [link('alice')])).data.data).toHaveLength(2)
  })
})

describe('access that a creator has ended holds back', () => {
  it('no other member, no other creator, and no creator who manages the agency and gives it', async () => {
    const { anna, alice } = world.people
    const memberId = await join(api, anna, world.aube.id, alice)
    await api.call(anna, agencies.changeMember, { id: world.aube.id, memberId, role: 'admin' })
    await api.call(alice, agencies.endAccess, { grantId: world.aube.grants['olivia for alice'] ?? '' })
    const status = async (...input: Parameters<typeof put>) => (await put(...input)).status
    expect(await status([member('olivia')], [link('alice')])).toBe(403)
    expect(await status([member('pablo')], [link('alice')])).toBe(200)
    expect(await status([member('olivia')], [link('bea')])).toBe(200)
    expect(await status([member('olivia')], [link('alice')], {}, alice)).toBe(200)
  })
})
