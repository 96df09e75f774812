import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { requests } from '../../../contract/requests.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies, type TwoAgencies } from '../../../tests/support/two-agencies.ts'
import { agencyClaims, agencyCreators } from '../../platform/db/schema/agencies.ts'
import { chatGrantsOf, openGrants } from './team-inbox-statements.ts'

/** A fan and another one who write to the creators of two agencies: each figure is of its own creator, fan and agency. */
const api = testApi({ money: true })
let world: TwoAgencies
let fan: Actor
let other: Actor
beforeEach(async () => {
  world = await makeTwoAgencies(api)
  const { alice, bea, cleo } = world.people
  fan = await api.makeUser()
  other = await api.makeUser()
  for (const it of [fan, other]) {
    await giveCoins(api, it, 100)
    for (const creator of [alice, bea]) await follow(api, it, creator)
  }
  for (const it of [alice, bea]) await api.call(it, requests.setSettings, { min_price: 1 })
  for (const [from, to, amount, price] of [
    [other, alice, 11, 3],
    [fan, bea, 8, 4],
    [fan, alice, 5, 6],
  ] as const) {
    const tip = await api.call(from, chat.tip, { id: to.id, amount })
    const request = await api.call(from, requests.create, { id: to.id, text: 'A song', price })
    expect([tip.status, request.data.request.price]).toEqual([200, price])
  }
  // Bea has hidden one conversation, and writes with Cleo as a fan of hers.
  await say(other, bea)
  const { id } = (await api.call(bea, chat.conversation, { userId: other.id })).data
  await api.call(bea, chat.hide, { id: id ?? '' })
  for (const [from, to] of [
    [bea, cleo],
    [cleo, bea],
  ] as const)
    await follow(api, from, to)
  await say(bea, cleo)
  await say(cleo, bea)
})

const say = async (from: Actor, to: Actor) =>
  expect((await api.call(from, chat.send, { receiver_id: to.id, content: 'Hello' })).status).toBe(201)
const claim = async (who: Actor, agency: { id: string }, creator: Actor, of: Actor, more: object = {}) =>
  (await api.call(who, teamInbox.claim, { agency_id: agency.id, creator_id: creator.id, fan_id: of.id, ...more }))
    .status

const names = () => new Map(Object.entries({ ...world.people, fan, other }).map(([name, { id }]) => [id, name]))
const amounts = async (who: Actor) =>
  (await api.call(who, teamInbox.inbox, {})).data.data
    .map((it) => [names().get(it.creator.id), names().get(it.fan.id), it.spent, it.request?.price])
    .sort()
const creators = async (who: Actor) =>
  (await api.call(who, teamInbox.creators, {})).data.data.map((it) => [names().get(it.creator.id), it.waiting])
const refuse = (flags: Parameters<typeof rights>) =>
  api.call(world.people.anna, agencies.putGrant, {
    ...{ id: world.aube.id, memberId: world.aube.members.pablo ?? '', creatorId: world.aube.links.alice ?? '' },
    permissions: rights(...flags),
  })
const closePayments = (link = '') =>
  api.db.update(agencyCreators).set({ canPayment: false }).where(eq(agencyCreators.id, link))

describe('the team inbox', () => {
  it('says of each conversation what this fan paid this creator and asks of them, to who may see amounts', async () => {
    const { pablo } = world.people
    const [ofFan, ofOther, ofBea] = [
      ['alice', 'fan', 11, 6],
      ['alice', 'other', 14, 3],
      ['bea', 'fan', 12, 4],
    ]
    expect(await amounts(pablo)).toEqual([ofFan, ofOther, ofBea])
    await closePayments(world.aube.links.alice)
    const unseen = [
      ['alice', 'fan', null, null],
      ['alice', 'other', null, null],
    ]
    expect(await amounts(pablo)).toEqual([...unseen, ofBea])
  })

  it('counts who waits for each creator of today, but no hidden conversation and none that she has as a fan', async () => {
    const { anna, pablo } = world.people
    const waiting = [
      ['alice', 2],
      ['bea', 1],
    ]
    expect(await creators(pablo)).toEqual(waiting)
    const place = { id: world.aube.id, memberId: world.aube.members.pablo ?? '' }
    await api.call(anna, agencies.removeGrant, { ...place, creatorId: world.aube.links.alice ?? '' })
    expect(await creators(pablo)).toEqual(waiting.slice(1))
  })

  it('on a socket is of the grants that open the chat, with amounts by grant and ceiling', async () => {
    const { aube, people, names: known } = world
    const shown = (rows: { id: string; can_payment: boolean }[]) =>
      rows.map((it) => [known.get(`agency_grants ${it.id}`), it.can_payment]).sort()
    const ofPablo = async () => shown(await api.db.run(chatGrantsOf, { operator: people.pablo.id }))
    const ofGrant = async () => shown(await api.db.run(openGrants, { grants: [aube.grants['pablo for alice'] ?? ''] }))
    const [alice, bea] = ['aube: pablo for alice', 'aube: pablo for bea']
    expect(await ofPablo()).toEqual([
      [alice, true],
      [bea, true],
    ])
    expect(await ofGrant()).toEqual([[alice, true]])
    await closePayments(aube.links.alice)
    expect([await ofGrant(), (await ofPablo())[0]]).toEqual([[[alice, false]], [alice, false]])
    await api.db
      .update(agencyCreators)
      .set({ canPayment: true })
      .where(eq(agencyCreators.id, aube.links.alice ?? ''))
    await refuse(['can_chat'])
    expect([await ofGrant(), (await ofPablo())[0]]).toEqual([[[alice, false]], [alice, false]])
    await refuse(['can_social'])
    expect([await ofGrant(), await ofPablo()]).toEqual([[], [[bea, true]]])
  })
})

describe('a claim', () => {
  it('keeps a colleague from this conversation alone, and stands in the log until it is renewed', async () => {
    const { aube, brume, people } = world
    const { olivia, pablo, alice, bea } = people
    const logged = async () =>
      (await Promise.all([aube, brume].map((it) => api.call(it.owner, agencies.activity, { id: it.id, area: 'desk' }))))
        .flatMap(({ data }) => data.data)
        .map((it) => [names().get(it.actor.id), it.action.replace('desk.', '')].join(' '))
        .sort()
    const claimed = (who: string, count: number) => Array(count).fill(`${who} claim`)
    const claims = [
      [brume, alice, fan],
      [aube, bea, fan],
      [aube, alice, other],
    ] as const
    for (const it of claims) expect(await claim(olivia, ...it)).toBe(200)
    const answer = { agency_id: aube.id, as_creator_id: alice.id, receiver_id: fan.id, content: 'Good evening' }
    expect((await api.call(pablo, teamInbox.send, answer)).status).toBe(201)
    expect(await claim(olivia, aube, alice, fan)).toBe(200)
    expect(await logged()).toEqual(claimed('olivia', 4))
    expect((await api.call(pablo, teamInbox.send, answer)).refusal.error).toBe('conversation_claimed')
    expect(await claim(olivia, aube, alice, fan)).toBe(200)
    expect(await logged()).toEqual(claimed('olivia', 4))
    await api.db
      .update(agencyClaims)
      .set({ until: new Date(0) })
      .where(eq(agencyClaims.fanId, fan.id))
    expect(await claim(olivia, aube, alice, fan)).toBe(200)
    expect(await logged()).toEqual(claimed('olivia', 5))
    const place = { id: aube.id, memberId: aube.members.olivia ?? '', creatorId: aube.links.alice ?? '' }
    await api.call(people.anna, agencies.removeGrant, place)
    expect(await claim(pablo, aube, alice, fan)).toBe(200)
    expect(await logged()).toEqual([...claimed('olivia', 5), ...claimed('pablo', 1)])
  })
})
