import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { actAs, join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies, type TwoAgencies } from '../../../tests/support/two-agencies.ts'
import { sessions } from '../../platform/db/schema/identity.ts'

const api = testApi()
const hourMs = 3_600_000

it('shows the creator who acts as her now, not a session that has expired or lasted eight hours', async () => {
  const { operator, creator } = await makeAgency(api)
  const isActing = async () => (await api.call(creator, agencies.access, {})).data.data.map((it) => it.acting)
  const set = (change: Partial<typeof sessions.$inferInsert>) =>
    api.db.update(sessions).set(change).where(eq(sessions.userId, operator.id))
  await actAs(api, operator, creator)
  expect(await isActing()).toEqual([true])
  await set({ expiresAt: new Date(Date.now() - 1000) })
  expect(await isActing()).toEqual([false])
  await set({ expiresAt: new Date(Date.now() + hourMs), actingSince: new Date(Date.now() - 9 * hourMs) })
  expect(await isActing()).toEqual([false])
})

it('lets a creator end the access to herself alone, and once', async () => {
  const { aube, people } = await makeTwoAgencies(api)
  const end = async (grant = '') => (await api.call(people.alice, agencies.endAccess, { grantId: grant })).status
  const changed = await rowsChangedBy(api, ['agency_grants'], async () => {
    expect(await end(aube.grants['olivia for bea'])).toBe(404)
  })
  expect(changed).toEqual([])
  expect([await end(aube.grants['olivia for alice']), await end(aube.grants['olivia for alice'])]).toEqual([200, 404])
})

it('leaves what has ended as it ended when she lowers the ceiling', async () => {
  const { aube, people, names } = await makeTwoAgencies(api)
  await api.call(people.alice, agencies.endAccess, { grantId: aube.grants['olivia for alice'] ?? '' })
  const changed = await rowsChangedBy(api, ['agency_grants'], async () => {
    const ceiling = { id: aube.links.alice ?? '', ceiling: rights('can_chat') }
    expect((await api.call(people.alice, agencies.setCeiling, ceiling)).status).toBe(200)
  })
  expect(changed.map((id) => names.get(id))).toEqual(['aube: pablo for alice'])
})

it('gives a member who is a creator of the agency no access to themselves, and ends none that there is not', async () => {
  const { owner, creator, agencyId, linkId } = await makeAgency(api)
  const place = { id: agencyId, creatorId: linkId, memberId: await join(api, owner, agencyId, creator) }
  const put = await api.call(owner, agencies.putGrant, { ...place, permissions: rights('can_chat') })
  expect(put.refusal.error).toBe('own_thing')
  expect((await api.call(owner, agencies.removeGrant, place)).status).toBe(404)
})

it('lets an operator block operators of other creators, not those of hers', async () => {
  const { people } = await makeTwoAgencies(api)
  const browser = await actAs(api, people.pablo, people.bea)
  const block = async (id: string) => (await api.call(browser, users.block, { id })).status
  expect([await block(people.olivia.id), await block(people.boris.id)]).toEqual([403, 200])
})

it('holds neither a deleted post nor a broadcast that was sent when she leaves', async () => {
  const { operator, creator, linkId } = await makeAgency(api)
  const browser = await actAs(api, operator, creator)
  const later = new Date(Date.now() + hourMs).toISOString()
  const post = (await api.call(browser, posts.create, { text: 'x', visibility: 'public', publish_at: later })).data
  await api.call(browser, posts.remove, { id: post.id })
  const id = await sendBroadcast(api, browser, { audience: 'all', content: 'News' })
  expect((await api.call(creator, agencies.endLink, { id: linkId })).data.held).toBe(0)
  expect((await api.call(creator, broadcasts.get, { id })).data.status).toBe('sent')
})

describe('access that a creator has ended', () => {
  const endedFor = async ({ people, names }: TwoAgencies) =>
    (await api.call(people.alice, agencies.endedAccess, {})).data.data.map((it) => names.get(`agency_grants ${it.id}`))

  it('is listed to her alone while the agency represents her, and allowed again for the operator named', async () => {
    const world = await makeTwoAgencies(api)
    const { aube, brume, people } = world
    const act = async (actor: Actor, endpoint: typeof agencies.endAccess | typeof agencies.allowAccess, grantId = '') =>
      expect((await api.call(actor, endpoint, { grantId })).status).toBe(200)
    for (const it of [
      aube.grants['olivia for alice'],
      aube.grants['pablo for alice'],
      brume.grants['olivia for alice'],
    ])
      await act(people.alice, agencies.endAccess, it)
    await act(people.bea, agencies.endAccess, aube.grants['olivia for bea'])
    const [olivia, pablo] = ['aube: olivia for alice', 'aube: pablo for alice']
    expect(await endedFor(world)).toEqual(['brume: olivia for alice', pablo, olivia])
    await act(people.alice, agencies.allowAccess, aube.grants['olivia for alice'])
    expect(await endedFor(world)).toEqual(['brume: olivia for alice', pablo])
    await api.call(people.alice, agencies.endLink, { id: brume.links.alice ?? '' })
    expect(await endedFor(world)).toEqual([pablo])
  })

  it('is not allowed for good: she ends what the agency gave again, and it needs her word again', async () => {
    const { aube, people } = await makeTwoAgencies(api)
    const place = { id: aube.id, memberId: aube.members.olivia ?? '', creatorId: aube.links.alice ?? '' }
    const give = () => api.call(people.anna, agencies.putGrant, { ...place, permissions: rights('can_chat') })
    const first = { grantId: aube.grants['olivia for alice'] ?? '' }
    await api.call(people.alice, agencies.endAccess, first)
    await api.call(people.alice, agencies.allowAccess, first)
    const second = { grantId: (await give()).data.id }
    await api.call(people.alice, agencies.allowAccess, first)
    await api.call(people.alice, agencies.endAccess, second)
    expect((await give()).refusal.error).toBe('consent_required')
    const listed = (await api.call(people.alice, agencies.endedAccess, {})).data.data
    expect(listed.map((it) => it.id)).toEqual([second.grantId])
  })
})
