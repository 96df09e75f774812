import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { type ConversationAct, inbox } from '../../../contract/inbox.ts'
import { conversationSorts } from '../../../contract/inbox-views.ts'
import { requests } from '../../../contract/requests.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { actAs } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { follow, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies, type TwoAgencies } from '../../../tests/support/two-agencies.ts'
import { chatMembers } from '../../platform/db/schema/chat.ts'

/** Three fans write to two creators, and are something else to each: what an inbox says is of its own creator alone. */
const api = testApi()
let world: TwoAgencies
let fans: Record<'fay' | 'gus' | 'hal', Actor>

beforeAll(async () => {
  world = await makeTwoAgencies(api)
  const { alice, bea } = world.people
  fans = { fay: await api.makeUser(), gus: await api.makeUser(), hal: await api.makeUser() }
  const { fay, gus, hal } = fans
  for (const creator of [alice, bea]) await api.call(creator, requests.setSettings, { min_price: 5 })
  for (const fan of [fay, gus, hal]) {
    await giveCoins(api, fan, 100)
    for (const creator of [alice, bea]) {
      await follow(api, fan, creator)
      await api.call(fan, chat.send, { receiver_id: creator.id, content: 'Hello' })
    }
  }
  await subscribe(api, gus, alice)
  await subscribe(api, fay, bea)
  await subscribe(api, hal, alice, { activeUntil: new Date(Date.now() - 1_000) })
  await api.call(gus, chat.tip, { id: alice.id, amount: 10 })
  await api.call(fay, chat.tip, { id: bea.id, amount: 20 })
  await api.call(gus, requests.create, { id: alice.id, text: 'A greeting', price: 7 })
  await api.call(fay, requests.create, { id: bea.id, text: 'A greeting', price: 9 })
  const { data } = await api.call(hal, requests.create, { id: alice.id, text: 'A greeting', price: 8 })
  expect((await api.call(alice, requests.decline, { id: data.request.id })).status).toBe(200)
  await claim('aube', 'olivia', 'alice', gus)
  await claim('brume', 'guest', 'alice', hal)
  await claim('aube', 'pablo', 'bea', fay)
  // Gus waits for an hour; the others have just written.
  await api.db
    .update(chatMembers)
    .set({ lastMessageAt: longAgo() })
    .where(and(eq(chatMembers.userId, alice.id), eq(chatMembers.otherId, gus.id)))
})

type Name = keyof TwoAgencies['people']

async function claim(agency: 'aube' | 'brume', operator: Name, creator: Name, fan: Actor) {
  const { people } = world
  const place = { agency_id: world[agency].id, creator_id: people[creator].id, fan_id: fan.id }
  expect((await api.call(people[operator], teamInbox.claim, place)).status).toBe(200)
}

const nameOf = (id: string) => Object.entries(fans).find(([, it]) => it.id === id)?.[0] ?? 'another'
const rows = async (who: Actor, query = {}) =>
  (await api.call(who, chat.conversations, { mode: 'creator', ...query })).data.data
const listed = async (who: Actor, query = {}) => (await rows(who, query)).map((it) => nameOf(it.other_user_id))

async function factsOf(who: Actor) {
  const entries = (await rows(who)).map(({ other_user_id, fan }) => [
    nameOf(other_user_id),
    [fan?.is_subscriber, fan?.spent, fan?.request?.price ?? null, fan?.claimed_by],
  ])
  return Object.fromEntries(entries)
}

describe('the inbox of a creator', () => {
  it('says of each fan what they are to this creator', async () => {
    const { alice, bea, olivia, pablo, guest } = world.people
    const nothing = [false, 0, null, null]
    expect(await factsOf(alice)).toEqual({
      fay: nothing,
      gus: [true, 17, 7, `@${olivia.username}`],
      hal: [false, 0, null, `@${guest.username}`],
    })
    expect(await factsOf(bea)).toEqual({ fay: [true, 29, 9, `@${pablo.username}`], gus: nothing, hal: nothing })
  })

  it.each([
    ['requested', ['gus'], ['fay']],
    ['subscribers', ['gus'], ['fay']],
    ['expired', ['hal'], []],
    ['tippers', ['gus'], ['fay']],
    ['spenders', ['gus'], ['fay']],
    ['waiting', ['gus'], []],
  ] as const)('narrowed to %s', async (filter, alices, beas) => {
    const { alice, bea } = world.people
    expect([await listed(alice, { filter }), await listed(bea, { filter })]).toEqual([alices, beas])
  })

  it.each(conversationSorts)('has each fan once, in the order %s', async (sort) => {
    const { alice, bea } = world.people
    for (const creator of [alice, bea]) expect((await listed(creator, { sort })).sort()).toEqual(['fay', 'gus', 'hal'])
  })

  it('counts the requests that wait for it, and the own list none', async () => {
    const { alice } = world.people
    const requested = async (mode?: 'creator') => (await api.call(alice, inbox.counts, { mode })).data.requested
    expect([await requested('creator'), await requested()]).toEqual([1, 0])
  })

  it('shows an operator the claims of their own agency', async () => {
    const { alice, olivia, pablo } = world.people
    const browser = await actAs(api, pablo, alice)
    expect((await factsOf(browser)).gus?.[3]).toBe(`@${olivia.username}`)
    expect((await factsOf(browser)).hal?.[3]).toBeNull()
  })
})

it('counts what its own list would show', async () => {
  const [alice, bea, fan, other] = [await star(), await star(), await api.makeUser(), await api.makeUser()]
  const write = (from: Actor, to: Actor) => api.call(from, chat.send, { receiver_id: to.id, content: 'Hello' })
  let sessionOf = ''
  const change = async (act: ConversationAct, who: Actor) => {
    const all = (await api.call(alice, chat.conversations, { mode: 'creator' })).data.data
    const id = all.find((it) => it.other_user_id === who.id)?.id ?? sessionOf
    await api.call(alice, inbox.change, { act, ids: [id] })
  }
  const counts = async (mode?: 'creator') => (await api.call(alice, inbox.counts, { mode })).data
  for (const [from, to] of [
    [fan, alice],
    [other, alice],
    [alice, bea],
    [bea, alice],
  ] as const) {
    await follow(api, from, to)
    await write(from, to)
  }
  const none = { unread: 0, unanswered: 0, waiting: 0, requested: 0, pinned: 0, snoozed: 0 }
  expect([await counts('creator'), await counts()]).toEqual([
    { ...none, unread: 2, unanswered: 2 },
    { ...none, unread: 1, unanswered: 1 },
  ])
  await change('pin', fan)
  await change('pin', other)
  await change('hide', other)
  expect(await counts('creator')).toEqual({ ...none, unread: 1, unanswered: 1, pinned: 1 })
  // Whom only a broadcast was sent to stands in no list, whatever is done with the conversation.
  const silent = await api.makeUser()
  await follow(api, silent, alice)
  await sendBroadcast(api, alice, { audience: 'followers', content: 'To all' })
  sessionOf = (await api.call(silent, chat.conversations, {})).data.data[0]?.id ?? ''
  await change('pin', silent)
  expect(await counts('creator')).toMatchObject({ pinned: 1 })
  await api.db.update(chatMembers).set({ lastMessageAt: longAgo() }).where(eq(chatMembers.otherId, fan.id))
  expect(await counts('creator')).toMatchObject({ waiting: 1 })
  const { refusal } = await api.call(fan, inbox.counts, { mode: 'creator' })
  expect(refusal).toMatchObject({ error: 'not_creator' })
})

const star = () => api.makeUser({ isCreator: true, priceCents: 0 })
const longAgo = () => new Date(Date.now() - 3_600_000)

it('says how far each side has read', async () => {
  const [bob, frank] = [await api.makeUser(), await api.makeUser()]
  for (const content of ['one', 'two', 'three']) await api.call(bob, chat.send, { receiver_id: frank.id, content })
  for (const [who, readSeq] of [
    [bob, 3],
    [frank, 1],
  ] as const)
    await api.db.update(chatMembers).set({ readSeq }).where(eq(chatMembers.userId, who.id))
  const read = async (who: Actor, other: Actor) => {
    const { data } = await api.call(who, chat.conversation, { userId: other.id })
    const all = (await api.call(who, chat.conversations, {})).data.data
    expect(all).toMatchObject([{ read_seq: data.read_seq, other_read_seq: data.other_read_seq }])
    return [data.read_seq, data.other_read_seq]
  }
  expect([await read(bob, frank), await read(frank, bob)]).toEqual([
    [3, 1],
    [1, 3],
  ])
})
