import { beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { agencyTeam } from '../../../contract/agency-team.ts'
import { chat } from '../../../contract/chat.ts'
import { actAs } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies, type TwoAgencies } from '../../../tests/support/two-agencies.ts'

/** Of two agencies that share people each list shows whole what it should, and nothing of the other agency. */
const api = testApi()
let world: TwoAgencies
let nameOf: (user: { id: string }) => string
let fan: Actor

beforeAll(async () => {
  world = await makeTwoAgencies(api)
  const { people } = world
  fan = await api.makeUser()
  const byId = new Map(Object.entries({ ...people, fan }).map(([name, { id }]) => [id, name]))
  nameOf = ({ id }) => byId.get(id) ?? 'a stranger'
  for (const it of [people.alice, people.bea, people.cleo]) await follow(api, fan, it)
  // A fan asks, Pablo answers as Alice; Olivia writes as Bea for Aube and as Cleo for Brume, Guest as Alice.
  await api.call(fan, chat.send, { receiver_id: people.alice.id, content: 'A question' })
  await api.call(fan, chat.send, { receiver_id: people.cleo.id, content: 'Another' })
  const pablo = await actAs(api, people.pablo, people.alice)
  await api.call(pablo, chat.send, { receiver_id: fan.id, content: 'An answer' })
  await api.call(pablo, chat.send, { receiver_id: fan.id, content: 'And more' })
  const olivia = await actAs(api, people.olivia, people.bea)
  await api.call(olivia, chat.send, { receiver_id: fan.id, content: 'Good evening' })
  const again = await actAs(api, people.olivia, people.cleo)
  await api.call(again, chat.send, { receiver_id: fan.id, content: 'An answer' })
  const guest = await actAs(api, people.guest, people.alice)
  await api.call(guest, chat.send, { receiver_id: fan.id, content: 'Good night' })
})

const namesOf = (users: { id: string }[]) => users.map(nameOf).sort()

describe('an agency', () => {
  const seen = async (actor: Actor, id: string) => {
    const pairs = (await api.call(actor, agencyTeam.grants, { id, given: 'yes' })).data.data
    const { members, creators, invitations } = (await api.call(actor, agencies.get, { id })).data
    const member = new Map(members.map((it) => [it.id, nameOf(it.user)]))
    const creator = new Map(creators.map((it) => [it.id, nameOf(it.user)]))
    return {
      members: [...member.values()].sort(),
      creators: [...creator.values()].sort(),
      grants: pairs.map((it) => `${member.get(it.member.id)} for ${creator.get(it.creator.id)}`).sort(),
      invitations: namesOf(invitations.map((it) => it.user)),
    }
  }
  it('shows a manager all of its own, and an operator their own grants', async () => {
    const { aube, brume, people } = world
    expect(await seen(people.anna, aube.id)).toEqual({
      members: ['anna', 'olivia', 'pablo'],
      creators: ['alice', 'bea'],
      grants: ['olivia for alice', 'olivia for bea', 'pablo for alice', 'pablo for bea'],
      invitations: ['boris', 'guest'],
    })
    expect((await seen(people.olivia, aube.id)).grants).toEqual(['olivia for alice', 'olivia for bea'])
    expect((await seen(people.guest, brume.id)).grants).toEqual(['guest for alice', 'guest for cleo'])
    expect((await api.call(people.boris, agencies.get, { id: aube.id })).status).toBe(404)
  })
  it('is listed for its members', async () => {
    const listed = async (actor: Actor) => (await api.call(actor, agencies.list, {})).data.data.map((it) => it.name)
    const { people } = world
    expect(await listed(people.olivia)).toEqual(['brume', 'aube'])
    expect(await listed(people.pablo)).toEqual(['aube'])
    expect(await listed(people.guest)).toEqual(['brume'])
    expect(await listed(people.alice)).toEqual([])
  })
  it('shows what its own team did, whole, of one operator or one creator, and an operator their own', async () => {
    const { aube, brume, people } = world
    const acts = async (actor: Actor, id: string, filter: object = {}) =>
      (await api.call(actor, agencies.activity, { id, ...filter })).data.data
        .filter((it) => it.action === 'chat.send')
        .map((it) => `${nameOf(it.actor)} as ${nameOf(it.subject)}`)
    expect(await acts(people.anna, aube.id)).toEqual(['olivia as bea', 'pablo as alice', 'pablo as alice'])
    expect(await acts(people.boris, brume.id)).toEqual(['guest as alice', 'olivia as cleo'])
    expect(await acts(people.anna, aube.id, { actor: people.olivia.id })).toEqual(['olivia as bea'])
    expect(await acts(people.anna, aube.id, { subject: people.alice.id })).toEqual(['pablo as alice', 'pablo as alice'])
    expect(await acts(people.olivia, aube.id)).toEqual(['olivia as bea'])
    expect((await api.call(people.boris, agencies.activity, { id: aube.id })).status).toBe(404)
  })
  it('counts what its members wrote for its creators, and their answers', async () => {
    const { aube, brume, people } = world
    const figures = async (actor: Actor, id: string) =>
      Object.fromEntries(
        (await api.call(actor, agencies.figures, { id })).data.data.map((it) => [
          nameOf(it.operator),
          [it.messages, it.answer_seconds === null ? 'no answer' : 'answers'],
        ]),
      )
    expect(await figures(people.anna, aube.id)).toEqual({
      anna: [0, 'no answer'],
      olivia: [1, 'no answer'],
      pablo: [2, 'answers'],
    })
    expect(await figures(people.boris, brume.id)).toEqual({
      boris: [0, 'no answer'],
      guest: [1, 'no answer'],
      olivia: [1, 'answers'],
    })
    expect(await figures(people.olivia, aube.id)).toEqual({ olivia: [1, 'no answer'] })
  })
})

describe('a creator', () => {
  it('sees the agencies that represent her, and every operator who may act as her', async () => {
    const { people } = world
    const links = async (actor: Actor) =>
      (await api.call(actor, agencies.links, {})).data.data.map((it) => it.agency.name)
    expect(await links(people.alice)).toEqual(['brume', 'aube'])
    expect(await links(people.bea)).toEqual(['aube'])
    const access = (await api.call(people.alice, agencies.access, {})).data.data
    const rows = access.map((it) => [
      it.agency.name,
      nameOf(it.operator),
      it.acting ? 'acts' : 'rests',
      it.last_action_at === null ? 'never acted' : 'acted',
    ])
    expect(rows.sort()).toEqual([
      ['aube', 'olivia', 'rests', 'never acted'],
      ['aube', 'pablo', 'acts', 'acted'],
      ['brume', 'guest', 'acts', 'acted'],
      ['brume', 'olivia', 'rests', 'never acted'],
    ])
  })
  it('sees what was done as her, and with whom', async () => {
    const mine = async (actor: Actor, filter: object = {}) =>
      (await api.call(actor, agencies.myActivity, filter)).data.data
        .filter((it) => it.action === 'chat.send')
        .map((it) => `${nameOf(it.actor)} to ${it.about && nameOf(it.about)}`)
    const { people } = world
    expect(await mine(people.alice)).toEqual(['guest to fan', 'pablo to fan', 'pablo to fan'])
    expect(await mine(people.alice, { actor: people.guest.id })).toEqual(['guest to fan'])
    expect(await mine(people.bea)).toEqual(['olivia to fan'])
  })
})

it('shows each their own invitations', async () => {
  const invited = async (actor: Actor) =>
    (await api.call(actor, agencies.invitations, {})).data.data.map((it) => it.agency.name)
  const { people } = world
  expect(await invited(people.guest)).toEqual(['aube'])
  expect(await invited(people.anna)).toEqual(['brume'])
  expect(await invited(people.olivia)).toEqual([])
})

it('shows nothing of an agency that has ended, and nothing that has ended of one that goes on', async () => {
  const { aube, brume, people } = world
  const pair = { id: aube.id, memberId: aube.members.pablo ?? '', creatorId: aube.links.alice ?? '' }
  await api.call(people.anna, agencies.removeGrant, pair)
  await api.call(people.anna, agencies.removeCreator, { id: aube.id, creatorId: aube.links.bea ?? '' })
  await api.call(people.anna, agencies.withdraw, { id: aube.id, invitationId: aube.invitations.guest ?? '' })
  await api.call(people.boris, agencies.dissolve, { id: brume.id })
  const { data } = await api.call(people.anna, agencies.get, { id: aube.id })
  expect(namesOf(data.creators.map((it) => it.user))).toEqual(['alice'])
  const pairs = (await api.call(people.anna, agencyTeam.grants, { id: aube.id, given: 'yes' })).data.data
  expect(pairs.map((it) => it.grant?.id)).toEqual([aube.grants['olivia for alice']])
  expect(namesOf(data.invitations.map((it) => it.user))).toEqual(['boris'])
  expect((await api.call(people.alice, agencies.access, {})).data.data.map((it) => nameOf(it.operator))).toEqual([
    'olivia',
  ])
  expect((await api.call(people.alice, agencies.links, {})).data.data.map((it) => it.agency.name)).toEqual(['aube'])
  for (const it of [people.boris, people.guest, people.anna, people.pablo])
    expect((await api.call(it, agencies.invitations, {})).data.data.map((one) => one.agency.name)).toEqual(
      it === people.boris ? ['aube'] : [],
    )
  expect((await api.call(people.olivia, agencies.list, {})).data.data.map((it) => it.name)).toEqual(['aube'])
  for (const endpoint of [
    agencies.get,
    agencies.activity,
    agencies.figures,
    agencyTeam.members,
    agencyTeam.creators,
    agencyTeam.grants,
  ])
    expect((await api.call(people.boris, endpoint, { id: brume.id })).status).toBe(404)
})
