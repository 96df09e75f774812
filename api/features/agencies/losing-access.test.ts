import { describe, expect, it } from 'vitest'
import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { notifications } from '../../../contract/notifications.ts'
import { profile } from '../../../contract/profile.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { users } from '../../../contract/users.ts'
import { actAs, join, makeAgency, withCookieOf } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi()

describe('losing access', () => {
  const endings: [string, (it: Awaited<ReturnType<typeof makeAgency>>) => Promise<unknown>][] = [
    ['the grant is removed', (it) => api.call(it.owner, agencies.removeGrant, it.place)],
    ['the creator ends it', (it) => api.call(it.creator, agencies.endAccess, { grantId: it.grantId })],
    ['the creator leaves', (it) => api.call(it.creator, agencies.endLink, { id: it.linkId })],
    [
      'the creator is let go',
      (it) => api.call(it.owner, agencies.removeCreator, { id: it.agencyId, creatorId: it.linkId }),
    ],
    [
      'the member is removed',
      (it) => api.call(it.owner, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
    ],
    [
      'the member leaves',
      (it) => api.call(it.operator, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
    ],
    ['the agency is dissolved', (it) => api.call(it.owner, agencies.dissolve, { id: it.agencyId })],
    ['the target blocks', (it) => api.call(it.creator, users.block, { id: it.operator.id })],
  ]
  it.each(endings)('%s: refuses the next request with shouldLogout, and stop still works', async (_name, end) => {
    const agency = await makeAgency(api)
    const browser = await actAs(api, agency.operator, agency.creator)
    expect((await api.call(browser, chat.conversations, {})).status).toBe(200)
    const revoked: unknown[] = []
    const { revoke } = api.ctx.live
    api.ctx.live.revoke = (whose, reason) => void revoked.push({ ...whose, reason })
    await end(agency)
    api.ctx.live.revoke = revoke
    expect(revoked).toEqual([{ grantId: agency.grantId, reason: 'permission_denied' }])
    for (const endpoint of [chat.conversations, profile.get, acting.status]) {
      const answer = await api.call(browser, endpoint, {} as never)
      expect(answer.status).toBe(401)
      expect(answer.refusal).toMatchObject({ error: 'unauthorised', shouldLogout: true })
    }
    const stopped = await api.call(browser, acting.stop, {})
    expect(stopped.data.agency_id).toBe(agency.agencyId)
    const me = await api.call(withCookieOf(browser, stopped.headers), profile.get, {})
    expect(me.data.id).toBe(agency.operator.id)
  })

  it('does not resume under a new grant', async () => {
    const agency = await makeAgency(api)
    const browser = await actAs(api, agency.operator, agency.creator)
    await api.call(agency.owner, agencies.removeGrant, agency.place)
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: allRights })
    expect((await api.call(browser, profile.get, {})).status).toBe(401)
    await actAs(api, agency.operator, agency.creator)
    await api.call(agency.creator, users.block, { id: agency.operator.id })
    await api.call(agency.creator, users.unblock, { id: agency.operator.id })
    expect((await api.call(browser, profile.get, {})).status).toBe(401)
  })

  it('gives access that the creator ended again only once they allow it, and notifies them of it', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    const receivedTypes = async () =>
      (await api.call(agency.creator, notifications.list, {})).data.data.filter((one) => one.type === 'agency_granted')
    const first = { actor: { id: agency.operator.id }, object: { url: '/settings/accounts' } }
    expect(await receivedTypes()).toMatchObject([first])
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: allRights })
    expect(await receivedTypes()).toHaveLength(1)
    await api.call(agency.creator, agencies.endAccess, { grantId: agency.grantId })
    const restore = () => api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: allRights })
    expect((await restore()).refusal).toMatchObject({ error: 'consent_required' })
    // Nor does a new membership of the same operator.
    await api.call(agency.owner, agencies.removeMember, { id: agency.agencyId, memberId: agency.memberId })
    const memberId = await join(api, agency.owner, agency.agencyId, agency.operator)
    const again = { ...agency.place, memberId, permissions: allRights }
    expect((await api.call(agency.owner, agencies.putGrant, again)).refusal).toMatchObject({
      error: 'consent_required',
    })
    expect(await receivedTypes()).toHaveLength(1)
    const ended = async () => (await api.call(agency.creator, agencies.endedAccess, {})).data.data
    expect(await ended()).toMatchObject([{ operator: { id: agency.operator.id }, agency: { id: agency.agencyId } }])
    const allow = (who: Actor) => api.call(who, agencies.allowAccess, { grantId: agency.grantId })
    expect([(await allow(agency.owner)).status, (await allow(agency.creator)).status]).toEqual([404, 200])
    expect(await ended()).toEqual([])
    expect((await api.call(agency.owner, agencies.putGrant, again)).status).toBe(200)
    expect(await receivedTypes()).toMatchObject([first, first])
    // No flag opens it.
    const browser = await actAs(api, agency.operator, agency.creator)
    const { data } = (await api.call(browser, notifications.list, {})).data
    expect(data.filter((one) => one.type.startsWith('agency_'))).toEqual([])
  })

  it('refuses an operator who acts to block or unblock a colleague', async () => {
    const agency = await makeAgency(api)
    const lea = await api.makeUser()
    const memberId = await join(api, agency.owner, agency.agencyId, lea)
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, memberId, permissions: allRights })
    const browser = await actAs(api, agency.operator, agency.creator)
    const asLea = await actAs(api, lea, agency.creator)
    for (const id of [lea.id, agency.owner.id, agency.operator.id])
      expect((await api.call(browser, users.block, { id })).refusal).toMatchObject({
        error: 'permission_denied',
        flag: 'owner',
      })
    expect((await api.call(asLea, profile.get, {})).status).toBe(200)
    // The creator ends lea's access; leaving the agency first does not help lea.
    await api.call(agency.creator, users.block, { id: lea.id })
    for (const leave of [
      async () => undefined,
      () => api.call(lea, agencies.removeMember, { id: agency.agencyId, memberId }),
    ]) {
      await leave()
      expect((await api.call(browser, users.unblock, { id: lea.id })).refusal).toMatchObject({ flag: 'owner' })
    }
    const again = await join(api, agency.owner, agency.agencyId, lea)
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, memberId: again, permissions: allRights })
    expect((await api.call(lea, acting.start, { targetId: agency.creator.id })).status).not.toBe(200)
    const fan = await api.makeUser()
    expect((await api.call(browser, users.block, { id: fan.id })).status).toBe(200)
    expect((await api.call(browser, users.unblock, { id: fan.id })).status).toBe(200)
  })

  it('closes the conversation list of a creator who was suspended or has left', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    const fan = await api.makeUser()
    await api.call(agency.creator, chat.send, { receiver_id: fan.id, content: 'between us' })
    const fans = async () => (await api.call(agency.operator, teamInbox.inbox, {})).data.data.map((row) => row.fan.id)
    const place = { agency_id: agency.agencyId, creator_id: agency.creator.id, fan_id: fan.id }
    await api.call(fan, users.follow, { id: agency.creator.id })
    await api.call(fan, chat.send, { receiver_id: agency.creator.id, content: 'yes' })
    expect(await fans()).toEqual([fan.id])
    const staff = await api.makeUser({ role: 'staff' })
    await api.call(staff, staffRoom.suspend, { id: agency.creator.id, reason: 'to be looked at' })
    expect(await fans()).toEqual([])
    expect((await api.call(agency.operator, teamInbox.claim, place)).status).toBe(404)
    await api.call(staff, staffRoom.unsuspend, { id: agency.creator.id })
    expect(await fans()).toEqual([fan.id])
  })

  it('refuses a removed flag’s endpoints at once, and says that acting has ended', async () => {
    const agency = await makeAgency(api, rights('can_chat', 'can_social'))
    const browser = await actAs(api, agency.operator, agency.creator)
    expect((await api.call(browser, users.blocked, {})).status).toBe(200)
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: rights('can_chat') })
    expect((await api.call(browser, users.blocked, {})).refusal).toMatchObject({
      error: 'permission_denied',
      flag: 'can_social',
      shouldLogout: true,
    })
    expect((await api.call(browser, chat.conversations, {})).status).toBe(200)
    // An endpoint that was never open keeps the acting session.
    const fresh = await actAs(api, agency.operator, agency.creator)
    expect((await api.call(fresh, users.blocked, {})).refusal).not.toHaveProperty('shouldLogout')
    await api.call(agency.creator, agencies.setCeiling, { id: agency.linkId, ceiling: rights('can_social') })
    expect((await api.call(fresh, chat.conversations, {})).refusal).toMatchObject({
      flag: 'can_chat',
      shouldLogout: true,
    })
    // Raising the ceiling again restores nothing.
    await api.call(agency.creator, agencies.setCeiling, { id: agency.linkId, ceiling: allRights })
    expect((await api.call(fresh, chat.conversations, {})).status).toBe(403)
  })
})
