import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { agencyTeam } from '../../../contract/agency-team.ts'
import { chat } from '../../../contract/chat.ts'
import { type Shift, shiftsAtMost } from '../../../contract/policy/shift.ts'
import { profile } from '../../../contract/profile.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { actAs, join, makeAgency, withCookieOf } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { follow } from '../../../tests/support/relations.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { office, shiftFromNow } from '../../../tests/support/shifts.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { toShiftRow } from '../../identity/shifts.ts'
import { agencyGrants } from '../../platform/db/schema/agencies.ts'
import { sessions } from '../../platform/db/schema/identity.ts'

/** A grant that is limited to weekly windows (product §79): what is open on shift and off shift, to whom it is shown, and how it is set. */
const api = testApi()
type Place = Awaited<ReturnType<typeof makeAgency>>
let place: Place
let fan: Actor
beforeEach(async () => {
  place = await makeAgency(api)
  fan = await api.makeUser()
  await follow(api, fan, place.creator)
  await api.call(fan, chat.send, { receiver_id: place.creator.id, content: 'Hello' })
})

const onNow = () => shiftFromNow(-60, 120)
const later = () => shiftFromNow(60)
const put = (shift: Shift | null | undefined, change: object = {}) =>
  api.call(place.owner, agencies.putGrant, {
    ...place.place,
    permissions: allRights,
    ...(shift !== undefined && { shift }),
    ...change,
  })
/** Sets it in the row alone, as time does. */
const setShift = (shift: Shift) => {
  const { shifts, shift_zone } = toShiftRow(shift)
  return api.db.update(agencyGrants).set({ shifts, shiftZone: shift_zone }).where(eq(agencyGrants.id, place.grantId))
}

describe('an operator', () => {
  it.each([
    ['always', undefined, true],
    ['on shift', onNow, true],
    ['off shift', later, false],
  ] as const)('%s', async (_, shift, isOpen) => {
    if (shift !== undefined) await put(shift())
    const desk = { agency_id: place.agencyId, as_creator_id: place.creator.id, fan_id: fan.id }
    const claim = { agency_id: place.agencyId, creator_id: place.creator.id, fan_id: fan.id }
    const begun = await api.call(place.operator, acting.start, { targetId: place.creator.id })
    expect(begun.status).toBe(isOpen ? 200 : 403)
    if (!isOpen) {
      const begins = Date.parse(begun.refusal.begins_at ?? '') - Date.now()
      expect([begun.refusal.error, begins > 58 * 60_000, begins <= 60 * 60_000]).toEqual(['off_shift', true, true])
    }
    const own = isOpen ? withCookieOf(place.operator, begun.headers) : place.operator
    const person = isOpen ? withCookieOf(own, (await api.call(own, acting.stop, {})).headers) : place.operator
    expect({
      reads: (await api.call(person, teamInbox.inbox, {})).data.data.length,
      opens: (await api.call(person, teamInbox.conversation, desk)).status,
      claims: (await api.call(person, teamInbox.claim, claim)).status,
      waiting: (await api.call(person, teamInbox.creators, {})).data.data.map((it) => it.waiting),
    }).toEqual(
      isOpen
        ? { reads: 1, opens: 200, claims: 200, waiting: [1] }
        : { reads: 0, opens: 403, claims: 404, waiting: [0] },
    )
  })

  it('is not offered a conversation by a colleague, nor holds one, while off shift', async () => {
    const colleague = await api.makeUser()
    const memberId = await join(api, place.owner, place.agencyId, colleague)
    await api.call(place.owner, agencies.putGrant, { ...place.place, memberId, permissions: allRights })
    const claim = { agency_id: place.agencyId, creator_id: place.creator.id, fan_id: fan.id }
    const handOver = async () =>
      (await api.call(colleague, teamInbox.claim, { ...claim, operator_id: place.operator.id })).status
    const desk = { agency_id: place.agencyId, as_creator_id: place.creator.id }
    const holder = async () =>
      (await api.call(colleague, teamInbox.inbox, {})).data.data.map((it) => it.claim?.operator?.id)
    const offered = async () => (await api.call(colleague, teamInbox.colleagues, desk)).data.data.map((it) => it.id)
    expect([await offered(), await handOver(), await holder()]).toEqual([[place.operator.id], 200, [place.operator.id]])
    await setShift(later())
    expect([await offered(), await holder(), await handOver()]).toEqual([[], [undefined], 404])
  })

  it('stops acting when the shift ends, and reads when it was and when the next one begins', async () => {
    await put(onNow())
    const browser = await actAs(api, place.operator, place.creator)
    expect((await api.call(browser, profile.get, {})).data.id).toBe(place.creator.id)
    const actsNow = async () => (await api.call(place.creator, agencies.access, {})).data.data[0]?.acting
    expect(await actsNow()).toBe(true)
    await setShift(shiftFromNow(-120, 119))
    expect(await actsNow()).toBe(false)
    await api.db
      .update(sessions)
      .set({ actingSince: new Date(Date.now() - 30 * 60_000) })
      .where(eq(sessions.actingGrantId, place.grantId))
    const answer = await api.call(browser, profile.get, {})
    expect([answer.status, answer.refusal]).toMatchObject([401, { shouldLogout: true }])
    const own = withCookieOf(browser, (await api.call(browser, acting.stop, {})).headers)
    const { ended } = (await api.call(own, acting.ended, {})).data
    expect(ended).toMatchObject({ why: 'off_shift', by: null, agency: { id: place.agencyId } })
    const week = 7 * 86_400_000
    expect(Date.parse(ended?.next_shift ?? '') - Date.now()).toBeGreaterThan(week - 130 * 60_000)
  })

  it('does not go on acting in the next shift with what was begun in the last one', async () => {
    await put(onNow())
    const browser = await actAs(api, place.operator, place.creator)
    const beganAgo = (minutes: number) =>
      api.db
        .update(sessions)
        .set({ actingSince: new Date(Date.now() - minutes * 60_000) })
        .where(eq(sessions.actingGrantId, place.grantId))
    await beganAgo(50)
    expect((await api.call(browser, profile.get, {})).status).toBe(200)
    await beganAgo(70)
    expect((await api.call(browser, profile.get, {})).refusal).toMatchObject({ shouldLogout: true })
  })

  it('acts under the grant that is on shift, where two agencies have given one', async () => {
    const other = await makeAgency(api)
    const memberId = await join(api, other.owner, other.agencyId, place.operator)
    const invited = await api.call(other.owner, agencies.invite, {
      ...{ id: other.agencyId, kind: 'creator' as const, username: place.creator.username },
    })
    await api.call(place.creator, agencies.accept, { id: invited.data.id })
    const elsewhere = { id: other.agencyId, memberId, creatorId: invited.data.id, permissions: rights('can_chat') }
    await api.call(other.owner, agencies.putGrant, elsewhere)
    await put(later())
    const begun = await api.call(place.operator, acting.start, { targetId: place.creator.id })
    expect(begun.data.impersonationData.agency_id).toBe(other.agencyId)
  })
})

it('ends acting at once when the shift is changed, for the operator who is off shift by it', async () => {
  await put(onNow())
  await actAs(api, place.operator, place.creator)
  const revoked: unknown[] = []
  const { revoke } = api.ctx.live
  api.ctx.live.revoke = (whose) => void revoked.push(whose)
  await put(shiftFromNow(-30, 90))
  expect(revoked).toEqual([])
  await put(later())
  api.ctx.live.revoke = revoke
  expect(revoked).toEqual([{ grantId: place.grantId }])
})

describe('a shift is shown', () => {
  const shown = async () => ({
    operator: (await api.call(place.operator, agencies.list, {})).data.data[0]?.grants[0]?.shift,
    agency: (await api.call(place.owner, agencyTeam.grants, { id: place.agencyId, given: 'yes' })).data.data[0]?.grant
      ?.shift,
    creator: (await api.call(place.creator, agencies.access, {})).data.data[0]?.shift,
    desk: (await api.call(place.operator, teamInbox.creators, {})).data.data[0]?.shift,
  })

  it.each([
    ['on', onNow, true],
    ['off', later, false],
  ] as const)('to its operator, the agency, the creator and the desk, %s shift', async (_, make, isOn) => {
    const shift = make()
    await put(shift)
    const one = { zone: shift.zone, windows: shift.windows, is_on: isOn }
    expect(await shown()).toMatchObject({ operator: one, agency: one, creator: one, desk: one })
  })

  it('as none where it is always, also by windows that leave nothing out', async () => {
    const none = { operator: null, agency: null, creator: null, desk: null }
    expect(await shown()).toEqual(none)
    await put({ ...office, windows: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '08:00' })) })
    expect(await shown()).toEqual(none)
  })

  it('with windows that touch as one', async () => {
    const window = (from: string, to: string) => ({ day: 7, from, to })
    const { data } = await put({ zone: 'Europe/Paris', windows: [window('22:00', '02:00'), window('20:00', '22:00')] })
    expect(data.shift).toMatchObject({ zone: 'Europe/Paris', windows: [window('20:00', '02:00')] })
  })
})

describe('a shift is set', () => {
  it('and stays where it is not sent, until it is sent as none', async () => {
    const { windows } = (await put(office)).data.shift ?? {}
    expect((await put(undefined)).data.shift?.windows).toEqual(windows)
    expect((await put(null)).data.shift).toBeNull()
  })

  it('without changing the grant, while its operator is off shift', async () => {
    await put(later())
    expect((await put(onNow())).data.id).toBe(place.grantId)
    await put(later())
    await api.call(place.creator, agencies.endAccess, { grantId: place.grantId })
    expect((await api.call(place.creator, agencies.access, {})).data.data).toEqual([])
  })

  const [first] = office.windows
  it.each<[string, unknown]>([
    ['no window', { ...office, windows: [] }],
    ['a window of 14 minutes', { ...office, windows: [{ day: 1, from: '23:50', to: '00:04' }] }],
    ['more windows than there may be', { ...office, windows: Array.from({ length: shiftsAtMost + 1 }, () => first) }],
    ['an eighth day', { ...office, windows: [{ ...first, day: 8 }] }],
    ['a time that no clock shows', { ...office, windows: [{ ...first, to: '24:00' }] }],
    ['no time zone', { ...office, zone: 'Europe/Nowhere' }],
    ['an offset for a time zone', { ...office, zone: '+01:00' }],
    ['a short name of a time zone', { ...office, zone: 'CET' }],
  ])('but not with %s', async (_, shift) => {
    const answer = await put(shift as Shift)
    expect([answer.status, answer.refusal.error]).toEqual([400, 'invalid_input'])
    expect((await put(undefined)).data.shift).toBeNull()
  })

  it('with the shortest window and as many as there may be', async () => {
    const times = [
      ['08:00', '08:15'],
      ['09:00', '09:15'],
      ['23:50', '00:05'],
    ] as const
    const windows = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => times.map(([from, to]) => ({ day, from, to })))
    expect((await put({ zone: 'Asia/Kolkata', windows })).data.shift?.windows).toHaveLength(shiftsAtMost)
  })

  it('by managers alone', async () => {
    const ask = (who: Actor) =>
      api.call(who, agencies.putGrant, { ...place.place, permissions: allRights, shift: office })
    expect([(await ask(place.operator)).status, (await ask(place.creator)).status]).toEqual([403, 404])
  })

  it('for several at once, leaving to each its rights and its end, or with the same rights', async () => {
    const colleague = await api.makeUser()
    const memberId = await join(api, place.owner, place.agencyId, colleague)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const theirs = { ...place.place, memberId, permissions: rights('can_chat'), until }
    await api.call(place.owner, agencies.putGrant, theirs)
    const several = { id: place.agencyId, member_ids: [place.memberId, memberId], creator_ids: [place.linkId] }
    const { data } = (await api.call(place.owner, agencyTeam.putGrants, { ...several, shift: office })).data
    const grantOf = (member: string) => data.find((it) => it.member_id === member)
    expect(grantOf(place.memberId)).toMatchObject({ permissions: allRights, until: null, shift: office })
    expect(grantOf(memberId)).toMatchObject({ permissions: rights('can_chat'), until, shift: office })
    const same = { ...several, permissions: rights('can_medias'), shift: null }
    for (const grant of (await api.call(place.owner, agencyTeam.putGrants, same)).data.data)
      expect(grant).toMatchObject({ permissions: rights('can_medias'), until: null, shift: null })
  })

  it('alone for none who has no rights', async () => {
    const memberId = await join(api, place.owner, place.agencyId, await api.makeUser())
    const several = { id: place.agencyId, member_ids: [place.memberId, memberId], creator_ids: [place.linkId] }
    const answer = await api.call(place.owner, agencyTeam.putGrants, { ...several, shift: office })
    expect([answer.status, answer.refusal.fields]).toMatchObject([400, { permissions: ['missing'] }])
    expect((await put(undefined)).data.shift).toBeNull()
  })
})

it('stands in the log of the creator and of the agency with what it was before', async () => {
  await put(office)
  await put(undefined)
  await put(null)
  const words = 'Mon Tue Wed Thu Fri 09:00-17:00, Europe/Paris'
  const expected = [
    [{ field: 'shift', before: words, after: 'always' }],
    [],
    [{ field: 'shift', before: 'always', after: words }],
    [],
  ]
  const query = { area: 'agencies', actor: place.owner.id }
  const logs = [
    await api.call(place.creator, agencies.myActivity, query),
    await api.call(place.owner, agencies.activity, { id: place.agencyId, ...query }),
  ]
  for (const log of logs)
    expect(log.data.data.filter((it) => it.action === 'agencies.put_grant').map((it) => it.changes)).toEqual(expected)
  // A grant that begins with a shift has nothing before it.
  const memberId = await join(api, place.owner, place.agencyId, await api.makeUser())
  await put(office, { memberId })
  const [latest] = (await api.call(place.creator, agencies.myActivity, query)).data.data
  expect(latest?.changes).toEqual([{ field: 'shift', before: null, after: words }])
})
