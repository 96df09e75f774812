import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../api/features.ts'
import { toShiftRow } from '../../api/identity/shifts.ts'
import { agencyCreators, agencyGrants } from '../../api/platform/db/schema/agencies.ts'
import { users } from '../../api/platform/db/schema/identity.ts'
import { agencies } from '../../contract/agencies.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Permissions } from '../../contract/profile.ts'
import { actAs, join, makeAgency } from '../support/agency.ts'
import type { Actor } from '../support/api.ts'
import { block } from '../support/relations.ts'
import { allRights, rights } from '../support/rights.ts'
import { shiftFromNow } from '../support/shifts.ts'
import { testApi } from '../support/test-api.ts'
import { onBehalfEndpoints, onBehalfInputs, onBehalfParts } from './on-behalf-matrix.ts'
import { expectedOutcome, flagSets, held } from './oracle.ts'

/** What an operator in person may do for a creator whom a call names, and that nothing else opens it. */
const api = testApi()
let endpoints: Map<string, Endpoint>
beforeAll(() => {
  const onBehalf = features(api.ctx).filter(({ endpoint }) => endpoint.access.onBehalf !== undefined)
  endpoints = new Map(onBehalf.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
})

const { shifts, shift_zone: shiftZone } = toShiftRow(shiftFromNow(60))
type Place = Awaited<ReturnType<typeof makeAgency>>

async function ask(
  who: Actor,
  name: string,
  place: { agencyId: string; creator: Actor },
  input = onBehalfInputs[name],
) {
  const endpoint = endpoints.get(name)
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`)
  const target = { agency_id: place.agencyId, as_creator_id: place.creator.id }
  const { status, refusal } = await api.call(who, endpoint, { ...target, ...input } as never)
  return { status, refusal: refusal as { error?: string; flag?: string } }
}
const names = Object.keys(onBehalfEndpoints)
const setFlags = (grantId: string, flags: Permissions) =>
  api.db
    .update(agencyGrants)
    .set({
      canChat: flags.can_chat,
      canPayment: flags.can_payment,
      canMedias: flags.can_medias,
      canProfile: flags.can_profile,
      canSocial: flags.can_social,
      showInAnalytics: flags.show_in_analytics,
    })
    .where(eq(agencyGrants.id, grantId))

describe('endpoints that run as a creator whom the call names', () => {
  it('are those of the table, with its flags', () => {
    const declared = [...endpoints].map(([name, { access }]) => [name, [...(access.onBehalf ?? [])]])
    expect(Object.fromEntries(declared)).toEqual(onBehalfEndpoints)
  })

  it('answer as the table says, for 64 flag sets', async () => {
    const place = await makeAgency(api)
    const wrong: string[] = []
    for (const permissions of flagSets) {
      await setFlags(place.grantId, permissions)
      const cases = [
        ...names.map((name) => ({ name, input: onBehalfInputs[name], needs: onBehalfEndpoints[name] ?? [] })),
        ...onBehalfParts,
      ]
      for (const { name, input, needs } of cases) {
        const verdict = expectedOutcome(needs, permissions, await ask(place.operator, name, place, input), 0)
        if (verdict !== null) wrong.push(`${name} ${JSON.stringify(input)} with ${held(permissions)}: ${verdict}`)
      }
    }
    expect(wrong.slice(0, 20)).toEqual([])
  })

  it.each<[string, (place: Place) => Promise<unknown>]>([
    ['the grant is revoked', (it) => api.call(it.owner, agencies.removeGrant, it.place)],
    ['the creator ends the access', (it) => api.call(it.creator, agencies.endAccess, { grantId: it.grantId })],
    ['the creator leaves the agency', (it) => api.call(it.creator, agencies.endLink, { id: it.linkId })],
    ['the agency is dissolved', (it) => api.call(it.owner, agencies.dissolve, { id: it.agencyId })],
    [
      'the operator is removed',
      (it) => api.call(it.owner, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
    ],
    ['the grant has expired', (it) => setGrant(it, { until: new Date(Date.now() - 1_000) })],
    ['the grant has not begun', (it) => setGrant(it, { startsAt: new Date(Date.now() + 60_000) })],
    ['the shift is over', (it) => setGrant(it, { shifts, shiftZone })],
    ['the link is not active', (it) => setLink(it, { status: 'invited' })],
    ['the creator is no creator any more', (it) => setUser(it.creator, { isCreator: false })],
    ['the creator has closed the account', (it) => setUser(it.creator, { deletedAt: new Date() })],
    ['the creator blocks the operator', (it) => block(api, it.creator, it.operator)],
  ])('refuse with 403 once %s', async (_, change) => {
    const place = await makeAgency(api)
    for (const name of names) expect((await ask(place.operator, name, place)).status, name).not.toBe(403)
    await change(place)
    for (const name of names)
      expect((await ask(place.operator, name, place)).refusal, name).toMatchObject({ error: 'forbidden' })
  })
  const setGrant = (it: Place, change: Partial<typeof agencyGrants.$inferInsert>) =>
    api.db.update(agencyGrants).set(change).where(eq(agencyGrants.id, it.grantId))
  const setLink = (it: Place, change: Partial<typeof agencyCreators.$inferInsert>) =>
    api.db.update(agencyCreators).set(change).where(eq(agencyCreators.id, it.linkId))
  const setUser = ({ id }: Actor, change: Partial<typeof users.$inferInsert>) =>
    api.db.update(users).set(change).where(eq(users.id, id))

  it('need the ceiling of the creator as well as the grant', async () => {
    const place = await makeAgency(api)
    await setLink(place, { canChat: false, canMedias: false })
    for (const name of names)
      expect((await ask(place.operator, name, place)).refusal, name).toMatchObject({
        error: 'permission_denied',
        flag: onBehalfEndpoints[name]?.[0],
      })
  })

  it('serve the member who holds the grant, for its creator, in its agency, and no one else', async () => {
    const [place, elsewhere] = [await makeAgency(api), await makeAgency(api)]
    const colleague = await api.makeUser()
    await join(api, place.owner, place.agencyId, colleague)
    const fan = await api.makeUser()
    const others: [string, Actor, { agencyId: string; creator: Actor }][] = [
      ['a colleague without a grant', colleague, place],
      ['the owner without a grant', place.owner, place],
      ['a stranger', fan, place],
      ['the creator', place.creator, place],
      ['another creator', place.operator, { agencyId: place.agencyId, creator: elsewhere.creator }],
      ['another agency', place.operator, { agencyId: elsewhere.agencyId, creator: place.creator }],
      ['a fan instead of a creator', place.operator, { agencyId: place.agencyId, creator: fan }],
      ['themselves', place.operator, { agencyId: place.agencyId, creator: place.operator }],
    ]
    for (const name of names) {
      for (const [who, actor, target] of others)
        expect((await ask(actor, name, target)).refusal.error, `${name}: ${who}`).toBe('forbidden')
    }
  })

  it('are closed to a session that acts, because acting does not nest', async () => {
    const place = await makeAgency(api, allRights)
    const browser = await actAs(api, place.operator, place.creator)
    for (const name of names)
      expect((await ask(browser, name, place)).refusal, name).toMatchObject({
        error: 'permission_denied',
        flag: 'owner',
      })
  })

  it('need the operator’s confirmed address', async () => {
    const place = await makeAgency(api, rights('can_chat', 'can_medias'))
    await api.db.update(users).set({ emailVerified: false }).where(eq(users.id, place.operator.id))
    for (const name of names)
      expect((await ask(place.operator, name, place)).refusal.error, name).toBe('email_verification_required')
  })
})
