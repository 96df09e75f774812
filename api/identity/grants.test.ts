import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { acting } from '../../contract/acting.ts'
import { agencies as contract } from '../../contract/agencies.ts'
import { agencyTeam } from '../../contract/agency-team.ts'
import { chat } from '../../contract/chat.ts'
import { impersonationMaxMs } from '../../contract/limits.ts'
import type { Shift } from '../../contract/policy/shift.ts'
import { profile } from '../../contract/profile.ts'
import { teamInbox } from '../../contract/team-inbox.ts'
import { users as usersContract } from '../../contract/users.ts'
import { actAs, join, makeAgency } from '../../tests/support/agency.ts'
import type { Actor } from '../../tests/support/api.ts'
import { block } from '../../tests/support/relations.ts'
import { shiftFromNow } from '../../tests/support/shifts.ts'
import { testApi } from '../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../tests/support/two-agencies.ts'
import { agencies, agencyClaims, agencyCreators, agencyGrants, agencyMembers } from '../platform/db/schema/agencies.ts'
import { sessions, users } from '../platform/db/schema/identity.ts'
import { bool, statement, uuid } from '../platform/db/statement.ts'
import { claimIsHeld } from './grants.ts'
import { toShiftRow } from './shifts.ts'

/** Each thing that ends a grant, set in the rows alone: an operator loses everything with any one of them. */
const api = testApi()
type Place = Awaited<ReturnType<typeof makeAgency>>
const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]

const setGrant = (place: Place, change: Partial<typeof agencyGrants.$inferInsert>) =>
  api.db.update(agencyGrants).set(change).where(eq(agencyGrants.id, place.grantId))
const setShift = (place: Place, shift: Shift) => {
  const { shifts, shift_zone } = toShiftRow(shift)
  return setGrant(place, { shifts, shiftZone: shift_zone })
}
const setUser = (user: Actor, change: Partial<typeof users.$inferInsert>) =>
  api.db.update(users).set(change).where(eq(users.id, user.id))

const nothing = { acts: 401, begins: 403, reads: 0, creatorLists: 0, agencyLists: 0 }
const everything = { acts: 200, begins: 200, reads: 1, creatorLists: 1, agencyLists: 1 }

let fan: Actor
beforeAll(async () => {
  fan = await api.makeUser()
})

it.each<[string, (place: Place) => Promise<unknown>, Partial<typeof nothing>]>([
  ['nothing', async () => undefined, everything],
  ['is revoked', (it) => setGrant(it, { revokedAt: past }), nothing],
  ['has expired', (it) => setGrant(it, { until: past }), nothing],
  ['expires later', (it) => setGrant(it, { until: future }), everything],
  ['has not begun', (it) => setGrant(it, { startsAt: future }), nothing],
  ['is on shift', (it) => setShift(it, shiftFromNow(-60, 120)), everything],
  // Who manages it and whom it is about see it at any time.
  ['is off shift', (it) => setShift(it, shiftFromNow(60)), { ...nothing, creatorLists: 1, agencyLists: 1 }],
  [
    'is of a former member',
    (it) => api.db.update(agencyMembers).set({ endedAt: past }).where(eq(agencyMembers.id, it.memberId)),
    nothing,
  ],
  [
    'is on a creator who has left',
    (it) => api.db.update(agencyCreators).set({ status: 'ended' }).where(eq(agencyCreators.id, it.linkId)),
    nothing,
  ],
  [
    'is of an agency that is dissolved',
    (it) => api.db.update(agencies).set({ dissolvedAt: past }).where(eq(agencies.id, it.agencyId)),
    { acts: 401, begins: 403, reads: 0, creatorLists: 0 },
  ],
  [
    'is of an operator whom the creator blocks',
    (it) => block(api, it.creator, it.operator),
    { acts: 401, begins: 404, reads: 0 },
  ],
  [
    'is on a creator who has closed the account',
    (it) => setUser(it.creator, { deletedAt: past }),
    { acts: 401, begins: 404, reads: 0 },
  ],
  [
    'is of an operator without a confirmed address',
    (it) => setUser(it.operator, { emailVerified: false }),
    { acts: 401, begins: 403 },
  ],
  [
    'lacks the chat by its ceiling',
    (it) => api.db.update(agencyCreators).set({ canChat: false }).where(eq(agencyCreators.id, it.linkId)),
    { acts: 200, begins: 200, reads: 0 },
  ],
  ['lacks the chat', (it) => setGrant(it, { canChat: false }), { acts: 200, begins: 200, reads: 0 }],
])('a grant that %s', async (_, change, expected) => {
  const place = await makeAgency(api)
  await api.call(fan, usersContract.follow, { id: place.creator.id })
  await api.call(fan, chat.send, { receiver_id: place.creator.id, content: 'Hello' })
  const browser = await actAs(api, place.operator, place.creator)
  await change(place)
  const rows = (answer: { status: number; data: { data: unknown[] } }) =>
    answer.status === 200 ? answer.data.data : []
  const inbox = await api.call(place.operator, teamInbox.inbox, {})
  const access = await api.call(place.creator, contract.access, {})
  const pairs = await api.call(place.owner, agencyTeam.grants, { id: place.agencyId, given: 'yes' })
  expect({
    acts: (await api.call(browser, profile.get, {})).status,
    begins: (await api.call(place.operator, acting.start, { targetId: place.creator.id })).status,
    reads: rows(inbox).length,
    creatorLists: rows(access).length,
    agencyLists: rows(pairs).length,
  }).toMatchObject(expected)
})

it('holds a claim by the grant of its operator on its creator, while its lease runs', async () => {
  const { people, aube } = await makeTwoAgencies(api)
  const claim = { agencyId: aube.id, creatorId: people.alice.id, fanId: fan.id }
  await api.db.insert(agencyClaims).values({ ...claim, operatorId: people.olivia.id, until: future })
  const isHeld = async () => (await api.db.run(heldClaims, { fan: fan.id })).map((it) => it.is_held)
  expect(await isHeld()).toEqual([true])
  await api.db.update(agencyClaims).set({ until: past }).where(eq(agencyClaims.fanId, fan.id))
  expect(await isHeld()).toEqual([false])
  await api.db.update(agencyClaims).set({ until: future }).where(eq(agencyClaims.fanId, fan.id))
  // Olivia still holds Bea, and Pablo holds Alice.
  const grantId = aube.grants['olivia for alice'] ?? ''
  await api.db.update(agencyGrants).set({ canChat: false }).where(eq(agencyGrants.id, grantId))
  expect(await isHeld()).toEqual([false])
  await api.db.update(agencyGrants).set({ canChat: true, revokedAt: past }).where(eq(agencyGrants.id, grantId))
  expect(await isHeld()).toEqual([false])
})
const heldClaims = statement(
  'test_held_claims',
  { fan: uuid },
  { is_held: bool },
  ({ fan }) => `select ${claimIsHeld} as is_held from agency_claims k where k.fan_id = ${fan}`,
)

it('begins acting only for the member who holds the grant, as its creator, in its agency', async () => {
  const [place, elsewhere] = [await makeAgency(api), await makeAgency(api)]
  const colleague = await api.makeUser()
  await join(api, place.owner, place.agencyId, colleague)
  const begin = async (who: Actor, target: Actor, agency_id?: string) =>
    (await api.call(who, acting.start, { targetId: target.id, ...(agency_id === undefined ? {} : { agency_id }) }))
      .status
  expect(await begin(colleague, place.creator)).toBe(403)
  expect(await begin(place.operator, elsewhere.creator)).toBe(403)
  expect(await begin(place.operator, place.creator, elsewhere.agencyId)).toBe(403)
  expect(await begin(place.operator, place.creator, place.agencyId)).toBe(200)
})

it.each<[string, (place: Place) => Promise<unknown>]>([
  ['has expired', (it) => setSession(it, { expiresAt: past })],
  ['is idle for a week', (it) => setSession(it, { updatedAt: new Date(Date.now() - 7.1 * 86_400_000) })],
  ['is of an operator who has closed the account', (it) => setUser(it.operator, { deletedAt: past })],
  ['acts as a creator who has closed the account', (it) => setUser(it.creator, { deletedAt: past })],
])('a session that %s reads nothing', async (_, change) => {
  const place = await makeAgency(api)
  const browser = await actAs(api, place.operator, place.creator)
  const reads = async () => (await api.call(browser, usersContract.following, {})).status
  expect(await reads()).toBe(200)
  await change(place)
  expect(await reads()).toBe(401)
})
const setSession = (place: Place, change: Partial<typeof sessions.$inferInsert>) =>
  api.db.update(sessions).set(change).where(eq(sessions.actingGrantId, place.grantId))

it('stops acting for no session that has expired', async () => {
  const place = await makeAgency(api)
  const browser = await actAs(api, place.operator, place.creator)
  await setSession(place, { expiresAt: past })
  expect((await api.call(browser, acting.stop, {})).status).toBe(401)
  const [session] = await api.db.select().from(sessions).where(eq(sessions.actingGrantId, place.grantId))
  expect(session?.actingSince).not.toBeNull()
})

it('stops nothing in a session that does not act, and refuses one that has expired', async () => {
  const user = await api.makeUser()
  const stop = () => api.call(user, acting.stop, {})
  const stopped = await stop()
  expect([stopped.status, stopped.headers.getSetCookie()]).toEqual([200, []])
  expect((await api.call(user, profile.get, {})).status).toBe(200)
  await api.db.update(sessions).set({ expiresAt: past }).where(eq(sessions.id, user.sessionId))
  expect((await stop()).status).toBe(401)
})

it('acting ends after its longest time', async () => {
  const place = await makeAgency(api)
  const browser = await actAs(api, place.operator, place.creator)
  const since = (ms: number) =>
    api.db
      .update(sessions)
      .set({ actingSince: new Date(Date.now() - ms) })
      .where(eq(sessions.actingGrantId, place.grantId))
  await since(impersonationMaxMs - 60_000)
  expect((await api.call(browser, profile.get, {})).status).toBe(200)
  await since(impersonationMaxMs + 60_000)
  expect((await api.call(browser, profile.get, {})).status).toBe(401)
})
