import { beforeAll, expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import type { AudienceFilter } from '../../../contract/audience-filter.ts'
import { chat } from '../../../contract/chat.ts'
import { conversationSorts } from '../../../contract/inbox-views.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { follow, subscribe } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { filterValues } from '../audience/predicate.ts'
import { fewOfLists } from '../audience/statements.ts'

/** The inbox of a creator by a list of fans (product §50). */
const api = testApi()
let alice: Actor
let subscriber: Actor
let follower: Actor
beforeAll(async () => {
  alice = await makeCreator(api)
  subscriber = await api.makeUser()
  follower = await api.makeUser()
  await subscribe(api, subscriber, alice)
  await follow(api, follower, alice)
  for (const fan of [subscriber, follower]) await api.call(fan, chat.send, { receiver_id: alice.id, content: 'Hi' })
})

const inInbox = async (list: string, sort: (typeof conversationSorts)[number] = 'recent') =>
  (await api.call(alice, chat.conversations, { mode: 'creator', list, sort })).data.data.map((it) => it.other_user_id)

it('holds whom the list holds, in every order', async () => {
  const plain = (await api.call(alice, audience.createList, { name: 'VIP' })).data
  const smart = (await api.call(alice, audience.createList, { name: 'Smart', filter: { relation: 'subscriber' } })).data
  await api.call(alice, audience.change, { choice: { ids: [follower.id] }, act: 'add', list_id: plain.id })
  for (const sort of conversationSorts) {
    expect(await inInbox(plain.id, sort)).toEqual([follower.id])
    expect(await inInbox(smart.id, sort)).toEqual([subscriber.id])
  }
})

it('looks up the members of a list where they are few, and those who match of them', async () => {
  const list = (await api.call(alice, audience.createList, { name: 'Both' })).data.id
  const choice = { ids: [subscriber.id, follower.id] }
  await api.call(alice, audience.change, { choice, act: 'add', list_id: list })
  const few = async (filter: AudienceFilter, most: number) => {
    const rows = await api.ctx.db.run(fewOfLists, { ...filterValues(alice.id, filter, api.ctx.now()), most })
    return new Set(rows.map((it) => it.id))
  }
  expect(await few({ list: [list] }, 3)).toEqual(new Set(choice.ids))
  expect(await few({ list: [list], relation: ['follower'] }, 3)).toEqual(new Set([follower.id]))
  // A list with as many members as may be looked up has too many, even if few of them match.
  expect(await few({ list: [list], relation: ['follower'] }, 2)).toEqual(new Set(choice.ids))
})

it('refuses the list of another creator, and an operator who may not know its filter', async () => {
  const bob = await makeCreator(api)
  const his = (await api.call(bob, audience.createList, { name: 'His' })).data
  expect((await api.call(alice, chat.conversations, { mode: 'creator', list: his.id })).status).toBe(404)
  const { operator, creator } = await makeAgency(api, rights('can_chat', 'can_social'))
  const filter = { min_spent: 5 }
  const list = (await api.call(creator, audience.createList, { name: 'Spenders', filter })).data.id
  const browser = await actAs(api, operator, creator)
  const { refusal } = await api.call(browser, chat.conversations, { mode: 'creator', list })
  expect(refusal).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
})
