import { describe, expect, it, vi } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { actAs, join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { addFollowers, sendAfter, sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { allRights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { deliver, sendChunk } from '../broadcasts/deliver.ts'

/** Posts and broadcasts that an agency has scheduled do not appear once it may no longer act for the creator. */
const api = testApi()
type Team = Awaited<ReturnType<typeof makeTeam>>

/** An agency whose operator and colleague have each scheduled a post and a broadcast; so has the creator. */
async function makeTeam() {
  const agency = await makeAgency(api)
  const colleague = await api.makeUser()
  const memberId = await join(api, agency.owner, agency.agencyId, colleague)
  await api.call(agency.owner, agencies.putGrant, { ...agency.place, memberId, permissions: allRights })
  const browsers = {
    operator: await actAs(api, agency.operator, agency.creator),
    colleague: await actAs(api, colleague, agency.creator),
  }
  await plan(agency.creator, 'creator')
  for (const [name, browser] of Object.entries(browsers)) await plan(browser, name)
  return { ...agency, asOperator: browsers.operator }
}

const later = () => new Date(Date.now() + 3_600_000).toISOString()
async function plan(actor: Actor, name: string): Promise<void> {
  const post = await api.call(actor, posts.create, { text: name, visibility: 'public', publish_at: later() })
  const sent = await api.call(actor, broadcasts.send, { content: name, audience: 'all', send_at: later() })
  expect([post.status, sent.status]).toEqual([201, 201])
}

/** The authors whose posts and broadcasts still appear. */
async function readScheduled({ creator }: Team) {
  const { data: unpublished } = (await api.call(creator, posts.unpublished, {})).data
  const { data: sent } = (await api.call(creator, broadcasts.list, {})).data
  expect(unpublished.length).toBe(3)
  return {
    posts: unpublished.flatMap((it) => (it.publish_at === null ? [] : [it.text])).sort(),
    broadcasts: sent.flatMap((it) => (it.status === 'scheduled' ? [it.content] : [])).sort(),
  }
}

const all = ['colleague', 'creator', 'operator']
const endings: [string, (it: Team) => Promise<unknown>, string[]][] = [
  [
    'the creator ends it',
    (it) => api.call(it.creator, agencies.endAccess, { grantId: it.grantId }),
    ['colleague', 'creator'],
  ],
  ['the target blocks', (it) => api.call(it.creator, users.block, { id: it.operator.id }), ['colleague', 'creator']],
  ['the creator leaves', (it) => api.call(it.creator, agencies.endLink, { id: it.linkId }), ['creator']],
  [
    'the creator is let go',
    (it) => api.call(it.owner, agencies.removeCreator, { id: it.agencyId, creatorId: it.linkId }),
    ['creator'],
  ],
  ['the agency is dissolved', (it) => api.call(it.owner, agencies.dissolve, { id: it.agencyId }), ['creator']],
  // The agency still acts for the creator, and remains responsible for what its members scheduled.
  ['the grant is removed', (it) => api.call(it.owner, agencies.removeGrant, it.place), all],
  [
    'the member is removed',
    (it) => api.call(it.owner, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
    all,
  ],
]
it.each(endings)('%s', async (_name, end, stay) => {
  const team = await makeTeam()
  expect(await readScheduled(team)).toEqual({ posts: all, broadcasts: all })
  await end(team)
  expect(await readScheduled(team)).toEqual({ posts: stay, broadcasts: stay })
  const { data: acts } = (await api.call(team.creator, agencies.myActivity, {})).data
  const held = acts.filter((it) => it.action.startsWith('agencies.hold_')).length
  expect(held).toBe(2 * (all.length - stay.length))
})

it('keeps posts of an operator who left earlier; they are held when the creator leaves the agency', async () => {
  const team = await makeTeam()
  await api.call(team.owner, agencies.removeMember, { id: team.agencyId, memberId: team.memberId })
  const answer = await api.call(team.creator, agencies.endLink, { id: team.linkId })
  expect(answer.data.held).toBe(4)
  expect(await readScheduled(team)).toEqual({ posts: ['creator'], broadcasts: ['creator'] })
})

it('holds a scheduled post that an operator has edited, but nothing published and nothing of another agency', async () => {
  const team = await makeTeam()
  const other = await makeAgency(api)
  await plan(await actAs(api, other.operator, other.creator), 'elsewhere')
  const { data: unpublished } = (await api.call(team.creator, posts.unpublished, {})).data
  const own = unpublished.find((it) => it.text === 'creator')
  await api.call(team.asOperator, posts.update, { id: own?.id ?? '', text: 'changed' })
  const out = (await api.call(team.asOperator, posts.create, { text: 'out', visibility: 'public' })).data
  expect((await api.call(team.creator, agencies.endAccess, { grantId: team.grantId })).data.held).toBe(3)
  expect((await readScheduled(team)).posts).toEqual(['colleague'])
  expect((await api.call(null, posts.get, { id: out.id })).status).toBe(200)
  const { data: theirs } = (await api.call(other.creator, posts.unpublished, {})).data
  expect(theirs.map((it) => it.publish_at)).not.toContain(null)
})

it('holds a planned broadcast of the creator that an operator has moved', async () => {
  const team = await makeTeam()
  const { data: sent } = (await api.call(team.creator, broadcasts.list, {})).data
  const own = sent.find((it) => it.content === 'creator')
  const move = {
    id: own?.id ?? '',
    moved_from: own?.send_at ?? '',
    send_at: new Date(Date.now() + 7_200_000).toISOString(),
  }
  expect((await api.call(team.asOperator, broadcasts.move, move)).status).toBe(200)
  await api.call(team.creator, agencies.endAccess, { grantId: team.grantId })
  expect((await readScheduled(team)).broadcasts).toEqual(['colleague'])
})

describe('a comparison of two texts by an operator whose access ends', () => {
  const texts = { audience: 'followers', content: 'One', second_content: 'Two', compare_hours: 1 } as const
  async function begin(settle: (id: string) => Promise<unknown>) {
    const agency = await makeAgency(api)
    await addFollowers(api, agency.creator, 200)
    const browser = await actAs(api, agency.operator, agency.creator)
    const { id } = (await api.call(browser, broadcasts.send, texts)).data
    await settle(id)
    const ended = await api.call(agency.creator, agencies.endAccess, { grantId: agency.grantId })
    expect(ended.status).toBe(200)
    await api.runJobs()
    await sendAfter(api, 2)
    const look = async () => (await api.call(agency.creator, broadcasts.get, { id })).data
    return { id, look, creator: agency.creator }
  }

  it('keeps the others waiting for the creator, who then decides', async () => {
    const { id, look, creator } = await begin(() => api.runJobs())
    expect(await look()).toMatchObject({ status: 'comparing', sent: 20, comparison: { rest_at: null, winner: null } })
    await api.call(creator, broadcasts.decideRest, { id, send: 'second' })
    await api.call(creator, broadcasts.decideRest, { id, send: 'wait' })
    await sendAfter(api, 2)
    expect(await look()).toMatchObject({ status: 'comparing', sent: 20 })
    await api.call(creator, broadcasts.decideRest, { id, send: 'better' })
    await sendAfter(api, 2)
    expect(await look()).toMatchObject({ status: 'sent', sent: 200, comparison: { winner: 'first' } })
  })

  it('does so too where it ended while both texts were being sent', async () => {
    const { look } = await begin(deliverPart)
    expect(await look()).toMatchObject({ status: 'comparing', sent: 20, comparison: { rest_at: null } })
  })

  it('and takes back the choice of one who chose', async () => {
    const agency = await makeAgency(api)
    await addFollowers(api, agency.creator, 200)
    const id = await sendBroadcast(api, agency.creator, texts)
    const browser = await actAs(api, agency.operator, agency.creator)
    await api.call(browser, broadcasts.decideRest, { id, send: 'second' })
    await api.call(agency.creator, agencies.endAccess, { grantId: agency.grantId })
    await sendAfter(api, 2)
    const { status, comparison } = (await api.call(agency.creator, broadcasts.get, { id })).data
    expect([status, comparison?.rest_at, comparison?.winner]).toEqual(['comparing', null, null])
  })

  /** The audience is resolved and seven of both texts are out. */
  async function deliverPart(id: string) {
    const transact = api.ctx.db.transact.bind(api.ctx.db)
    let left = 2
    const spy = vi.spyOn(api.ctx.db, 'transact').mockImplementation((work) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : transact(work)
    })
    await deliver(api.ctx, id).catch(() => undefined)
    spy.mockRestore()
    await sendChunk(api.ctx, id, 7)
  }
})
