import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { profile } from '../../../contract/profile.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency, withCookieOf } from '../../../tests/support/agency.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

describe('losing access', () => {
  const ways: [string, (it: Awaited<ReturnType<typeof makeAgency>>) => Promise<unknown>][] = [
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
  it.each(ways)('%s: the next request is refused with shouldLogout, and stop still works', async (_name, end) => {
    const it = await makeAgency(api)
    const browser = await actAs(api, it.operator, it.creator)
    expect((await api.call(browser, chat.sessions, {})).status).toBe(200)
    const revoked: unknown[] = []
    const { revoke } = api.on.live
    api.on.live.revoke = (whose, reason) => void revoked.push({ ...whose, reason })
    await end(it)
    api.on.live.revoke = revoke
    expect(revoked).toEqual([{ grantId: it.grantId, reason: 'permission_denied' }])
    for (const endpoint of [chat.sessions, profile.get, acting.status]) {
      const answer = await api.call(browser, endpoint, {} as never)
      expect(answer.status).toBe(401)
      expect(answer.refusal).toMatchObject({ error: 'unauthorised', shouldLogout: true })
    }
    const stopped = await api.call(browser, acting.stop, {})
    expect(stopped.data.agency_id).toBe(it.agencyId)
    const me = await api.call(withCookieOf(browser, stopped.headers), profile.get, {})
    expect(me.data.id).toBe(it.operator.id)
  })

  it('does not wake up under a grant that is given again', async () => {
    const it = await makeAgency(api)
    const browser = await actAs(api, it.operator, it.creator)
    await api.call(it.owner, agencies.removeGrant, it.place)
    await api.call(it.owner, agencies.putGrant, { ...it.place, permissions: allRights })
    expect((await api.call(browser, profile.get, {})).status).toBe(401)
    await actAs(api, it.operator, it.creator)
    await api.call(it.creator, users.block, { id: it.operator.id })
    await api.call(it.creator, users.unblock, { id: it.operator.id })
    expect((await api.call(browser, profile.get, {})).status).toBe(401)
  })

  it('a flag taken away closes its doors at once, and the refusal says that acting is over', async () => {
    const it = await makeAgency(api, rights('can_chat', 'can_social'))
    const browser = await actAs(api, it.operator, it.creator)
    expect((await api.call(browser, users.blocked, {})).status).toBe(200)
    await api.call(it.owner, agencies.putGrant, { ...it.place, permissions: rights('can_chat') })
    expect((await api.call(browser, users.blocked, {})).refusal).toMatchObject({
      error: 'permission_denied',
      flag: 'can_social',
      shouldLogout: true,
    })
    expect((await api.call(browser, chat.sessions, {})).status).toBe(200)
    // A door that was never open says nothing of the kind.
    const fresh = await actAs(api, it.operator, it.creator)
    expect((await api.call(fresh, users.blocked, {})).refusal).not.toHaveProperty('shouldLogout')
    await api.call(it.creator, agencies.setCeiling, { id: it.linkId, ceiling: rights('can_social') })
    expect((await api.call(fresh, chat.sessions, {})).refusal).toMatchObject({ flag: 'can_chat', shouldLogout: true })
    // Raising the ceiling again gives nothing back.
    await api.call(it.creator, agencies.setCeiling, { id: it.linkId, ceiling: allRights })
    expect((await api.call(fresh, chat.sessions, {})).status).toBe(403)
  })
})
