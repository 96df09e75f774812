import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import type { AuditEntry } from '../../../contract/agency-shapes.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { notifications } from '../../../contract/notifications.ts'
import { users } from '../../../contract/users.ts'
import { actAs, join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users as people } from '../../platform/db/schema/identity.ts'
import { purgeDeleted } from '../account/erasure.ts'

const api = testApi()

const read = async (actor: Actor, id: string) => (await api.call(actor, agencies.get, { id })).data

describe('an agency whose owner’s account is deleted', () => {
  const leave = async (actor: Actor) => {
    await api.db.update(people).set({ deletedAt: new Date(), purgeAt: new Date() }).where(eq(people.id, actor.id))
    await purgeDeleted(api.ctx)
  }

  it('passes to the longest-serving admin and changes nothing else', async () => {
    const agency = await makeAgency(api, allRights)
    const [later, first] = [await api.makeUser(), await api.makeUser()]
    for (const actor of [first, later]) {
      const memberId = await join(api, agency.owner, agency.agencyId, actor)
      await api.call(agency.owner, agencies.changeMember, { id: agency.agencyId, memberId, role: 'admin' })
    }
    await leave(agency.owner)
    const { role, members, creators } = await read(first, agency.agencyId)
    expect(role).toBe('owner')
    expect(members.filter((one) => one.role === 'owner').map((one) => one.user.id)).toEqual([first.id])
    expect(creators).toMatchObject([{ status: 'active' }])
    expect((await actAs(api, agency.operator, agency.creator)).cookie).toBeTruthy()
  })

  it('ends without an admin: its grants and acting sessions end, and its creators are notified', async () => {
    const agency = await makeAgency(api, allRights)
    const browser = await actAs(api, agency.operator, agency.creator)
    expect((await api.call(browser, users.get, { username: agency.creator.username })).status).toBe(200)
    await leave(agency.owner)
    expect((await api.call(agency.operator, agencies.get, { id: agency.agencyId })).status).toBe(404)
    expect((await api.call(browser, chat.conversations, {})).refusal).toMatchObject({ shouldLogout: true })
    const received = (await api.call(agency.creator, notifications.list, {})).data.data
    expect(received.map((one) => one.type)).toContain('agency_ended')
  })
})

describe('an agency', () => {
  it('opens no access before both sides have accepted', async () => {
    const owner = await api.makeUser()
    const creator = await api.makeUser({ isCreator: true, priceCents: 0 })
    const { id } = (await api.call(owner, agencies.create, { name: '  Sand & Company ' })).data
    const invitation = (
      await api.call(owner, agencies.invite, { id, kind: 'creator', username: `@${creator.username}` })
    ).data
    expect(await read(owner, id)).toMatchObject({
      name: 'Sand & Company',
      role: 'owner',
      creators: [{ status: 'invited' }],
    })
    const place = { id, memberId: (await read(owner, id)).my_member_id, creatorId: invitation.id }
    expect((await api.call(owner, agencies.putGrant, { ...place, permissions: rights('can_chat') })).status).toBe(404)
    expect((await api.call(owner, agencies.accept, { id: invitation.id })).status).toBe(404)
    expect((await api.call(creator, agencies.invitations, {})).data.data).toMatchObject([
      { id: invitation.id, kind: 'creator', agency: { id } },
    ])
    await api.call(creator, agencies.accept, { id: invitation.id, ceiling: rights('can_chat', 'can_medias') })
    expect((await api.call(creator, agencies.accept, { id: invitation.id })).status).toBe(409)
    expect((await api.call(creator, agencies.decline, { id: invitation.id })).status).toBe(409)
    expect((await api.call(owner, agencies.invite, { id, kind: 'creator', username: creator.username })).status).toBe(
      409,
    )
    expect((await read(owner, id)).creators).toMatchObject([
      { status: 'active', ceiling: rights('can_chat', 'can_medias') },
    ])
    const beyond = await api.call(owner, agencies.putGrant, {
      ...place,
      permissions: rights('can_chat', 'can_payment'),
    })
    expect(beyond.refusal).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
    const given = await api.call(owner, agencies.putGrant, {
      ...place,
      permissions: { can_chat: true },
      until: new Date(Date.now() + 60_000).toISOString(),
    })
    expect(given.data.permissions).toEqual(rights('can_chat'))
    expect(
      (await api.call(owner, agencies.putGrant, { ...place, permissions: {}, until: '2020-01-01T00:00:00Z' })).status,
    ).toBe(400)
  })

  it('is not found for others, and shows an operator only their own grants', async () => {
    const agency = await makeAgency(api)
    const outsider = await api.makeUser()
    for (const actor of [outsider, agency.creator]) {
      expect((await api.call(actor, agencies.get, { id: agency.agencyId })).status).toBe(404)
      expect((await api.call(actor, agencies.activity, { id: agency.agencyId })).status).toBe(404)
      expect((await api.call(actor, agencies.dissolve, { id: agency.agencyId })).status).toBe(404)
    }
    const second = await api.makeUser()
    await join(api, agency.owner, agency.agencyId, second)
    expect((await read(second, agency.agencyId)).grants).toEqual([])
    expect((await read(agency.operator, agency.agencyId)).grants).toHaveLength(1)
    for (const call of [
      api.call(agency.operator, agencies.update, { id: agency.agencyId, name: 'Mine now' }),
      api.call(agency.operator, agencies.dissolve, { id: agency.agencyId }),
      api.call(agency.operator, agencies.invite, { id: agency.agencyId, kind: 'member', username: outsider.username }),
      api.call(agency.operator, agencies.putGrant, { ...agency.place, permissions: allRights }),
      api.call(agency.operator, agencies.removeCreator, { id: agency.agencyId, creatorId: agency.linkId }),
    ])
      expect((await call).status).toBe(403)
  })

  it('is read with others in as many statements as on its own', async () => {
    const person = await api.makeUser()
    const statements = async () => {
      const run = vi.spyOn(api.ctx.db, 'run')
      const { data } = (await api.call(person, agencies.list, {})).data
      const count = run.mock.calls.filter(([statement]) => /^agencies_|^users_people/.test(statement.name)).length
      run.mockRestore()
      return { data, count }
    }
    const first = await makeAgency(api)
    await join(api, first.owner, first.agencyId, person)
    const alone = await statements()
    const second = await makeAgency(api)
    const memberId = await join(api, second.owner, second.agencyId, person)
    await api.call(second.owner, agencies.putGrant, { ...second.place, memberId, permissions: rights('can_chat') })
    const own = (await api.call(person, agencies.create, { name: 'Mine' })).data.id
    const input = { id: own, kind: 'member' as const, username: second.operator.username }
    await api.call(person, agencies.invite, input)
    const all = await statements()
    // The invitations that are open are one more statement for managers.
    expect(all.count).toBe(alone.count + 1)
    expect(all.data).toMatchObject([
      {
        id: own,
        role: 'owner',
        members: [{ user: { id: person.id } }],
        grants: [],
        invitations: [{ role: 'operator' }],
      },
      { id: second.agencyId, role: 'operator', grants: [{ member_id: memberId }], invitations: [] },
      { id: first.agencyId, role: 'operator', creators: [{ user: { id: first.creator.id } }], grants: [] },
    ])
    for (const agency of all.data) expect(await read(person, agency.id)).toEqual(agency)
  })

  it('has exactly one owner, who leaves by naming a successor or dissolving it', async () => {
    const agency = await makeAgency(api)
    const mine = (await read(agency.owner, agency.agencyId)).my_member_id
    expect((await api.call(agency.owner, agencies.removeMember, { id: agency.agencyId, memberId: mine })).status).toBe(
      403,
    )
    await api.call(agency.owner, agencies.changeMember, {
      id: agency.agencyId,
      memberId: agency.memberId,
      role: 'owner',
    })
    expect((await read(agency.owner, agency.agencyId)).role).toBe('admin')
    expect((await read(agency.operator, agency.agencyId)).role).toBe('owner')
    expect((await api.call(agency.owner, agencies.removeMember, { id: agency.agencyId, memberId: mine })).status).toBe(
      200,
    )
    expect((await api.call(agency.owner, agencies.get, { id: agency.agencyId })).status).toBe(404)
  })

  it('has exactly one owner through any race of transfer, removal and leaving', async () => {
    for (let round = 0; round < 12; round++) {
      const agency = await makeAgency(api)
      const [lea, noa] = [await api.makeUser(), await api.makeUser()]
      const [leaId, noaId] = [
        await join(api, agency.owner, agency.agencyId, lea),
        await join(api, agency.owner, agency.agencyId, noa),
      ]
      const to = (memberId: string, role: 'owner' | 'admin') =>
        api.call(agency.owner, agencies.changeMember, { id: agency.agencyId, memberId, role })
      await to(noaId, 'admin')
      await Promise.all([
        to(leaId, 'owner'),
        to(agency.memberId, 'owner'),
        api.call(noa, agencies.removeMember, { id: agency.agencyId, memberId: leaId }),
        api.call(agency.operator, agencies.removeMember, { id: agency.agencyId, memberId: agency.memberId }),
      ])
      const { members } = await read(noa, agency.agencyId)
      expect(members.filter((member) => member.role === 'owner')).toHaveLength(1)
    }
  })

  it('lets a creator decline a pending link, which leaves no link, and accept a later one', async () => {
    const agency = await makeAgency(api)
    const creator = await api.makeUser({ isCreator: true, priceCents: 0 })
    const input = { id: agency.agencyId, kind: 'creator' as const, username: creator.username }
    const { id } = (await api.call(agency.owner, agencies.invite, input)).data
    expect((await api.call(creator, agencies.endLink, { id })).status).toBe(404)
    expect((await api.call(creator, agencies.accept, { id })).status).toBe(200)
    expect((await api.call(creator, agencies.links, {})).data.data).toMatchObject([{ id }])
  })

  it('counts the messages and reply times of operators, and logs each action for both sides', async () => {
    const agency = await makeAgency(api)
    const fan = await api.makeUser()
    await api.call(fan, users.follow, { id: agency.creator.id })
    await api.call(fan, chat.send, { receiver_id: agency.creator.id, content: 'Are you there?' })
    const browser = await actAs(api, agency.operator, agency.creator)
    const answer = (await api.call(browser, chat.send, { receiver_id: fan.id, content: 'Always.' })).data
    expect(answer.author).toBe('team')
    const { data } = (await api.call(agency.owner, agencies.figures, { id: agency.agencyId })).data
    expect(data.find((row) => row.operator.id === agency.operator.id)).toMatchObject({
      messages: 1,
      sold: 0,
      earned: 0,
    })
    expect(data[0]?.answer_seconds).toBeLessThan(60)
    for (const log of [
      (await api.call(agency.owner, agencies.activity, { id: agency.agencyId, area: 'chat' })).data,
      (await api.call(agency.creator, agencies.myActivity, { area: 'chat', actor: agency.operator.id })).data,
    ]) {
      expect(log.data).toMatchObject([
        {
          actor: { id: agency.operator.id },
          subject: { id: agency.creator.id },
          action: 'chat.send',
          object: { kind: 'message', id: answer.id },
        },
      ])
    }
    await api.call(browser, chatTools.setNote, { userId: fan.id, note: 'likes tea' })
    const noted = { area: 'chat', actor: agency.operator.id }
    const last = (log: { data: AuditEntry[] }) => log.data.find((act) => act.action === 'chat.note')
    const theirs = (await api.call(agency.owner, agencies.activity, { id: agency.agencyId, ...noted })).data
    expect(last(theirs)).toMatchObject({ object: null, about: null })
    expect(last((await api.call(agency.creator, agencies.myActivity, noted)).data)).toMatchObject({
      about: { id: fan.id },
    })
    const rights = (await api.call(agency.owner, agencies.activity, { id: agency.agencyId, area: 'agencies' })).data
    expect(rights.data[0]).toMatchObject({ object: { kind: 'user', id: agency.operator.id } })
    expect((await api.call(agency.creator, agencies.access, {})).data.data).toMatchObject([
      {
        id: agency.grantId,
        agency: { id: agency.agencyId },
        operator: { id: agency.operator.id },
        permissions: allRights,
        until: null,
        acting: true,
      },
    ])
  })
})
