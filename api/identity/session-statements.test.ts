import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionDays } from '../../contract/limits.ts'
import { actAs, makeAgency } from '../../tests/support/agency.ts'
import type { Actor } from '../../tests/support/api.ts'
import { block } from '../../tests/support/relations.ts'
import { testApi } from '../../tests/support/test-api.ts'
import { agencies, agencyCreators, agencyGrants, agencyMembers } from '../platform/db/schema/agencies.ts'
import { sessions, users } from '../platform/db/schema/identity.ts'
import { liveSessions } from '../platform/live/statements.ts'
import { readSessions } from './statements.ts'
import { hashToken } from './viewer.ts'

/** What is read of a session, by every row that can end it or the grant it acts under. */
const api = testApi()
let world: Awaited<ReturnType<typeof makeAgency>>
let session: Actor
beforeEach(async () => {
  world = await makeAgency(api)
  session = await actAs(api, world.operator, world.creator)
})

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const read = async (actor: Actor) => {
  const token = decodeURIComponent(actor.cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  return (await api.db.run(readSessions, { hashes: [hashToken(token)] }))[0]
}
const idOf = async (actor: Actor) => (await read(actor))?.session_id ?? ''

describe('the session of an operator who acts', () => {
  it('names the grant and the creator', async () => {
    expect(await read(session)).toMatchObject({
      user_id: world.operator.id,
      target_id: world.creator.id,
      grant_id: world.grantId,
      grant_active: true,
    })
  })

  const grant = (change: Partial<typeof agencyGrants.$inferInsert>) =>
    api.db.update(agencyGrants).set(change).where(eq(agencyGrants.id, world.grantId))
  const endings: [string, () => Promise<unknown>][] = [
    ['the grant is ended', () => grant({ revokedAt: new Date() })],
    ['the grant has run out', () => grant({ until: inDays(-1) })],
    ['the grant has not begun', () => grant({ startsAt: inDays(1) })],
    [
      'the member has left',
      () => api.db.update(agencyMembers).set({ endedAt: new Date() }).where(eq(agencyMembers.id, world.memberId)),
    ],
    [
      'the creator has left',
      () => api.db.update(agencyCreators).set({ status: 'ended' }).where(eq(agencyCreators.id, world.linkId)),
    ],
    [
      'the agency is dissolved',
      () => api.db.update(agencies).set({ dissolvedAt: new Date() }).where(eq(agencies.id, world.agencyId)),
    ],
    ['the creator blocks the operator', () => block(api, world.creator, world.operator)],
  ]
  it.each(endings)('has no active grant once %s', async (_, end) => {
    await end()
    expect(await read(session)).toMatchObject({ grant_id: world.grantId, grant_active: false })
  })

  it('keeps its grant while that has an end to come, and when the operator blocks the creator', async () => {
    await grant({ until: inDays(1) })
    await block(api, world.operator, world.creator)
    expect(await read(session)).toMatchObject({ grant_active: true })
  })

  it('has no creator once their account is closed', async () => {
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, world.creator.id))
    expect(await read(session)).toMatchObject({ target_id: null })
  })

  it('is none of those that go on as themselves', async () => {
    const own = await idOf(world.operator)
    expect(await api.db.run(liveSessions, { sessions: [own, await idOf(session)] })).toEqual([{ id: own }])
  })
})

describe('a session', () => {
  const change = async (actor: Actor, set: Partial<typeof sessions.$inferInsert>) =>
    api.db
      .update(sessions)
      .set(set)
      .where(eq(sessions.id, await idOf(actor)))
  const live = async (id: string) => (await api.db.run(liveSessions, { sessions: [id] })).length

  it('is found until it expires', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    const [before, other] = [await idOf(fiona), await idOf(frank)]
    await change(fiona, { expiresAt: inDays(-1) })
    expect([await read(fiona), await live(before)]).toEqual([undefined, 0])
    expect([(await read(frank))?.user_id, await live(other)]).toEqual([frank.id, 1])
  })

  it('is found while it is used', async () => {
    const fiona = await api.makeUser()
    await change(fiona, { updatedAt: inDays(1 - sessionDays.idle) })
    expect((await read(fiona))?.user_id).toBe(fiona.id)
    await change(fiona, { updatedAt: inDays(-1 - sessionDays.idle) })
    expect(await read(fiona)).toBeUndefined()
  })

  it('is not found once the account is closed', async () => {
    const fiona = await api.makeUser()
    const id = await idOf(fiona)
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, fiona.id))
    expect([await read(fiona), await live(id)]).toEqual([undefined, 0])
  })
})
