import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { type ConversationAct, conversationActs, inbox } from '../../../contract/inbox.ts'
import { requests } from '../../../contract/requests.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { follow, subscribe } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'
import { chatMembers } from '../../platform/db/schema/chat.ts'

const api = testApi()

/** A creator to whom some fans have written, oldest first. */
async function makeInbox(count = 3) {
  const creator = await api.makeUser({ isCreator: true, priceCents: 0 })
  const fans: Actor[] = []
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const fan = await api.makeUser()
    await follow(api, fan, creator)
    const { data } = await api.call(fan, chat.send, { receiver_id: creator.id, content: `Hello ${n}` })
    fans.push(fan)
    ids.push(data.session_id)
  }
  return { creator, fans, ids }
}
const listed = async (creator: Actor, query = {}) =>
  (await api.call(creator, chat.conversations, { mode: 'creator', ...query })).data.data
const idsOf = async (creator: Actor, query = {}) => (await listed(creator, query)).map((it) => it.id)
const change = async (who: Actor, act: ConversationAct, ids?: string[], until?: string) =>
  (await api.call(who, inbox.change, { act, ...(ids && { ids }), ...(until && { until }) })).data.changed
const counts = async (creator: Actor) => (await api.call(creator, inbox.counts, { mode: 'creator' })).data
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('conversations that are kept for later', () => {
  it('leave the list while snoozed, and are back after the time and when the fan writes', async () => {
    const { creator, fans, ids } = await makeInbox()
    const [first = '', second = '', third = ''] = ids
    expect(await change(creator, 'snooze', [first, second], inAnHour())).toEqual([first, second])
    expect(await idsOf(creator)).toEqual([third])
    expect(await idsOf(creator, { filter: 'snoozed' })).toEqual([second, first])
    expect(await counts(creator)).toMatchObject({ snoozed: 2, unanswered: 1, unread: 1 })
    await api.call(fans[0] as Actor, chat.send, { receiver_id: creator.id, content: 'Are you there?' })
    expect(await idsOf(creator)).toEqual([first, third])
    await api.db
      .update(chatMembers)
      .set({ snoozedUntil: new Date(Date.now() - 1_000) })
      .where(and(eq(chatMembers.userId, creator.id), eq(chatMembers.sessionId, second)))
    expect(await idsOf(creator)).toEqual([first, third, second])
    await change(creator, 'snooze', [third], inAnHour())
    expect(await change(creator, 'unsnooze', [third])).toEqual([third])
    expect(await idsOf(creator)).toEqual([first, third, second])
  })

  it('are pinned, and listed as such', async () => {
    const { creator, ids } = await makeInbox()
    const [first = ''] = ids
    expect(await change(creator, 'pin', [first])).toEqual([first])
    expect(await change(creator, 'pin', [first])).toEqual([])
    expect(await idsOf(creator, { filter: 'pinned' })).toEqual([first])
    expect((await listed(creator)).map((it) => it.pinned)).toEqual([false, false, true])
    await change(creator, 'unpin', [first])
    expect(await idsOf(creator, { filter: 'pinned' })).toEqual([])
  })

  it('are marked as unread and read without a receipt to the fan', async () => {
    const { creator, fans, ids } = await makeInbox(2)
    expect(await change(creator, 'read')).toHaveLength(0)
    const all = (await api.call(creator, inbox.change, { act: 'read', mode: 'creator' })).data.changed
    expect(all.toSorted()).toEqual(ids.toSorted())
    expect(await counts(creator)).toMatchObject({ unread: 0, unanswered: 2 })
    const [fan] = fans as [Actor]
    const seen = (await api.call(fan, chat.messages, { userId: creator.id })).data.data
    expect(seen[0]?.read_at).toBeNull()
    expect(await change(creator, 'unread', ids)).toHaveLength(2)
    expect((await listed(creator)).map((it) => it.unread_count)).toEqual([1, 1])
  })
})

describe('what is marked as unread', () => {
  it('counts what the fan wrote and has not deleted, after what was read', async () => {
    const { creator, fans, ids } = await makeInbox(1)
    const fan = fans[0] as Actor
    const more = await api.call(fan, chat.send, { receiver_id: creator.id, content: 'And another' })
    await api.call(fan, chat.send, { receiver_id: creator.id, content: 'And more' })
    await api.call(creator, chat.send, { receiver_id: fan.id, content: 'One moment' })
    await api.call(fan, chat.remove, { id: more.data.id })
    await change(creator, 'read', ids)
    await change(creator, 'unread', ids)
    expect((await listed(creator)).map((it) => it.unread_count)).toEqual([2])
  })

  it('is no conversation in which only a broadcast was sent, nor is it put off', async () => {
    const { creator } = await makeInbox(0)
    const fan = await api.makeUser()
    await follow(api, fan, creator)
    await sendBroadcast(api, creator, { audience: 'followers', content: 'To all' })
    const id = (await api.call(fan, chat.conversations, {})).data.data[0]?.id ?? ''
    expect(await change(creator, 'unread', [id])).toEqual([])
    expect(await change(creator, 'snooze', [id], inAnHour())).toEqual([])
    expect(await change(fan, 'snooze', [id], inAnHour())).toEqual([id])
  })

  it('stays so in the own list when all of the inbox is read', async () => {
    const [alice, bea] = [(await makeInbox(0)).creator, (await makeInbox(0)).creator]
    await follow(api, alice, bea)
    await follow(api, bea, alice)
    await api.call(alice, chat.send, { receiver_id: bea.id, content: 'From creator to creator' })
    await api.call(bea, chat.send, { receiver_id: alice.id, content: 'And back' })
    expect((await api.call(alice, inbox.change, { act: 'read', mode: 'creator' })).data.changed).toEqual([])
    expect((await api.call(bea, inbox.change, { act: 'read', mode: 'creator' })).data.changed).toHaveLength(1)
    expect((await api.call(alice, chat.conversations, {})).data.data[0]?.unread_count).toBe(1)
  })
})

describe('an act on many conversations', () => {
  it.each(conversationActs)('changes only the caller’s own: %s', async (act) => {
    const [mine, theirs] = [await makeInbox(1), await makeInbox(1)]
    const before = await api.db.select().from(chatMembers).where(eq(chatMembers.userId, theirs.creator.id))
    expect(await change(mine.creator, act, theirs.ids, inAnHour())).toEqual([])
    expect(await api.db.select().from(chatMembers).where(eq(chatMembers.userId, theirs.creator.id))).toEqual(before)
  })

  it.each<[ConversationAct, ConversationAct]>([
    ['hide', 'unhide'],
    ['mute', 'unmute'],
    ['pin', 'unpin'],
    ['read', 'unread'],
  ])('is undone by its opposite: %s and %s', async (act, opposite) => {
    const { creator, ids } = await makeInbox()
    const before = await listed(creator)
    expect((await change(creator, act, ids)).toSorted()).toEqual(ids.toSorted())
    await change(creator, opposite, ids)
    expect(await listed(creator)).toEqual(before)
  })

  it('needs ids unless all is read, a time to snooze, and at most a hundred', async () => {
    const { creator, ids } = await makeInbox(1)
    const ask = async (input: object) => (await api.call(creator, inbox.change, input as never)).status
    expect(await ask({ act: 'hide' })).toBe(400)
    expect(await ask({ act: 'snooze', ids })).toBe(400)
    expect(await ask({ act: 'hide', ids: [] })).toBe(400)
    expect(await ask({ act: 'hide', ids: Array.from({ length: 101 }, newId) })).toBe(400)
  })

  it('stands in the log for each conversation when an operator does it', async () => {
    const place = await makeAgency(api, rights('can_chat'))
    const fan = await api.makeUser()
    await follow(api, fan, place.creator)
    const { session_id } = (await api.call(fan, chat.send, { receiver_id: place.creator.id, content: 'Hi' })).data
    const browser = await actAs(api, place.operator, place.creator)
    await change(browser, 'pin', [session_id])
    const entries = await api.db
      .select({ action: agencyAuditEntries.action, id: agencyAuditEntries.objectId })
      .from(agencyAuditEntries)
      .where(eq(agencyAuditEntries.subjectId, place.creator.id))
    expect(entries).toContainEqual({ action: 'chat.pin', id: session_id })
  })
})

describe('a row of a creator’s inbox', () => {
  it('says what the fan is worth, asks for, and who answers', async () => {
    const place = await makeAgency(api, rights('can_chat'))
    const { creator, operator, agencyId } = place
    const fan = await api.makeUser()
    await subscribe(api, fan, creator)
    await giveCoins(api, fan, 50)
    await api.call(creator, requests.setSettings, { min_price: 5 })
    await api.call(fan, chat.tip, { id: creator.id, amount: 10 })
    await api.call(fan, requests.create, { id: creator.id, text: 'A greeting', price: 7 })
    await api.call(operator, teamInbox.claim, { agency_id: agencyId, creator_id: creator.id, fan_id: fan.id })
    const [row] = await listed(creator)
    // The coins of a request count from the moment they left the wallet.
    expect(row?.fan).toMatchObject({ awaits_answer: true, is_subscriber: true, spent: 17, request: { price: 7 } })
    expect(row?.fan?.claimed_by).not.toBeNull()
    expect(await idsOf(creator, { filter: 'requested' })).toEqual([row?.id])
    expect(await counts(creator)).toMatchObject({ requested: 1 })
    // An operator without can_payment reads no amounts, and a fan's own list has none of it.
    const [seen] = await listed(await actAs(api, operator, creator))
    expect(seen?.fan).toMatchObject({ spent: null, request: { price: null } })
    expect((await api.call(fan, chat.conversations, {})).data.data[0]?.fan).toBeNull()
    await api.call(place.owner, agencies.removeGrant, place.place)
    expect((await listed(creator))[0]?.fan?.claimed_by).toBeNull()
  })
})
