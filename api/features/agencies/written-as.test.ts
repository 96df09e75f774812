import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { users } from '../../../contract/users.ts'
import { writtenAsHeader } from '../../../contract/written-as.ts'
import { actAs, join, makeAgency, withCookieOf } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { shiftFromNow } from '../../../tests/support/shifts.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencyAuditEntries, agencyGrants } from '../../platform/db/schema/agencies.ts'
import { messages } from '../../platform/db/schema/chat.ts'

const api = testApi()
type Agency = Awaited<ReturnType<typeof makeAgency>>

/** The browser of an operator whose acting has ended, as its open page makes it: stopped, with a session of its own. */
async function stopIn(browser: Actor): Promise<Actor> {
  return withCookieOf(browser, (await api.call(browser, acting.stop, {})).headers)
}

describe('a write names the account that its page was opened for', () => {
  it('refuses a message of the creator once the session is the operator’s own, and the other way round', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    const fan = await api.makeUser()
    const send = (browser: Actor, writer: Actor) =>
      api.call(browser, chat.send, { receiver_id: fan.id, content: 'for you alone' }, { [writtenAsHeader]: writer.id })
    const browser = await actAs(api, agency.operator, agency.creator)
    expect((await send(browser, agency.operator)).refusal.error).toBe('identity_changed')
    expect((await send(browser, agency.creator)).status).toBe(201)
    await api.call(agency.creator, agencies.endAccess, { grantId: agency.grantId })
    expect((await send(browser, agency.creator)).refusal).toMatchObject({ error: 'unauthorised', shouldLogout: true })
    const own = await stopIn(browser)
    const refused = await send(own, agency.creator)
    expect([refused.status, refused.refusal.error]).toEqual([409, 'identity_changed'])
    const sent = await api.db.select().from(messages).where(eq(messages.receiverId, fan.id))
    expect(sent.map((it) => it.senderId)).toEqual([agency.creator.id])
    expect((await send(own, agency.operator)).status).toBe(201)
  })

  it('lets reads through, and a page that stops acting though another has stopped already', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    const header = { [writtenAsHeader]: agency.creator.id }
    const own = await stopIn(await actAs(api, agency.operator, agency.creator))
    expect((await api.call(own, chat.conversations, {}, header)).status).toBe(200)
    expect((await api.call(own, acting.stop, {})).status).toBe(200)
  })
})

describe('how the latest acting ended', () => {
  const ended = async (own: Actor) => (await api.call(own, acting.ended, {})).data.ended

  const endings: [string, (it: Agency) => Promise<unknown>, (it: Agency) => object][] = [
    [
      'the creator ends it',
      (it) => api.call(it.creator, agencies.endAccess, { grantId: it.grantId }),
      (it) => ({ why: 'revoked', by: { id: it.creator.id }, agency: { id: it.agencyId, name: 'Sand & Company' } }),
    ],
    [
      'the creator blocks the operator',
      (it) => api.call(it.creator, users.block, { id: it.operator.id }),
      (it) => ({ why: 'revoked', by: { id: it.creator.id } }),
    ],
    [
      'the agency takes the rights away',
      (it) => api.call(it.owner, agencies.removeGrant, it.place),
      (it) => ({ why: 'revoked', by: { id: it.owner.id } }),
    ],
    [
      'the member is removed',
      (it) => api.call(it.owner, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
      (it) => ({ why: 'revoked', by: { id: it.owner.id }, agency: null }),
    ],
    [
      'the agency is dissolved',
      (it) => api.call(it.owner, agencies.dissolve, { id: it.agencyId }),
      () => ({ why: 'revoked', agency: null }),
    ],
    [
      'a right is taken away',
      (it) => api.call(it.owner, agencies.putGrant, { ...it.place, permissions: rights('can_social') }),
      () => ({ why: 'reduced', by: null }),
    ],
    [
      'its time is over',
      (it) => api.db.update(agencyGrants).set({ until: new Date() }).where(eq(agencyGrants.id, it.grantId)),
      () => ({ why: 'expired', by: null, next_shift: null }),
    ],
    [
      'the shift is over',
      (it) => api.call(it.owner, agencies.putGrant, { ...it.place, permissions: allRights, shift: shiftFromNow(60) }),
      () => ({ why: 'off_shift', by: null, next_shift: expect.any(String) }),
    ],
    [
      'the creator’s account is closed',
      async (it) => {
        const staff = await api.makeUser({ role: 'staff' })
        await api.call(staff, staffRoom.suspend, { id: it.creator.id, reason: 'to be looked at' })
      },
      () => ({ why: 'closed', by: null }),
    ],
    ['the operator stops', async () => undefined, () => ({ why: 'stopped', by: null })],
  ]
  it.each(endings)('%s', async (_, end, expected) => {
    const agency = await makeAgency(api, rights('can_chat', 'can_social'))
    expect(await ended(agency.operator)).toBeNull()
    const browser = await actAs(api, agency.operator, agency.creator)
    await end(agency)
    const own = await stopIn(browser)
    expect(await ended(own)).toMatchObject({ creator: { id: agency.creator.id }, ...expected(agency) })
  })

  it('keeps the reason when the access is ended after the operator has stopped', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    const own = await stopIn(await actAs(api, agency.operator, agency.creator))
    await api.call(agency.creator, agencies.endAccess, { grantId: agency.grantId })
    expect(await ended(own)).toMatchObject({ why: 'stopped' })
  })

  it('is measured from their own start, not from that of a colleague who began later', async () => {
    const agency = await makeAgency(api, rights('can_chat', 'can_social'))
    const colleague = await api.makeUser()
    const memberId = await join(api, agency.owner, agency.agencyId, colleague)
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, memberId, permissions: rights('can_chat') })
    const browser = await actAs(api, agency.operator, agency.creator)
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: rights('can_social') })
    await actAs(api, colleague, agency.creator)
    expect(await ended(await stopIn(browser))).toMatchObject({ why: 'reduced' })
  })

  it('is told for an hour', async () => {
    const { operator, creator, agencyId, grantId } = await makeAgency(api, rights('can_chat'))
    const stoppedBefore = (minutes: number) =>
      api.db.insert(agencyAuditEntries).values({
        ...{ id: newId(), agencyId, grantId, actorId: operator.id, subjectId: creator.id, action: 'acting.stop' },
        createdAt: new Date(Date.now() - minutes * 60_000),
      })
    await stoppedBefore(59)
    expect(await ended(operator)).toMatchObject({ creator: { id: creator.id } })
    await stoppedBefore(61)
    expect(await ended(operator)).toBeNull()
  })

  it('is of no other operator', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    await stopIn(await actAs(api, agency.operator, agency.creator))
    expect(await ended(agency.owner)).toBeNull()
  })
})
