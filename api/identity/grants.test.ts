import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { acting, teamInbox } from '../../contract/acting.ts'
import { agencies as contract } from '../../contract/agencies.ts'
import { chat } from '../../contract/chat.ts'
import { impersonationMaxMs } from '../../contract/limits.ts'
import { profile } from '../../contract/profile.ts'
import { users as usersContract } from '../../contract/users.ts'
import { actAs, makeAgency } from '../../tests/support/agency.ts'
import type { Actor } from '../../tests/support/api.ts'
import { block } from '../../tests/support/relations.ts'
import { testApi } from '../../tests/support/test-api.ts'
import { agencies, agencyCreators, agencyGrants, agencyMembers } from '../platform/db/schema/agencies.ts'
import { sessions, users } from '../platform/db/schema/identity.ts'

/** Each thing that ends a grant, set in the rows alone: an operator loses everything with any one of them. */
const api = testApi()
type Place = Awaited<ReturnType<typeof makeAgency>>
const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]

const setGrant = (place: Place, change: Partial<typeof agencyGrants.$inferInsert>) =>
  api.db.update(agencyGrants).set(change).where(eq(agencyGrants.id, place.grantId))
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
  const agency = await api.call(place.owner, contract.get, { id: place.agencyId })
  expect({
    acts: (await api.call(browser, profile.get, {})).status,
    begins: (await api.call(place.operator, acting.start, { targetId: place.creator.id })).status,
    reads: rows(inbox).length,
    creatorLists: rows(access).length,
    agencyLists: agency.status === 200 ? agency.data.grants.length : 0,
  }).toMatchObject(expected)
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
