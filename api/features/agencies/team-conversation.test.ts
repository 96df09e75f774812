import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { requests } from '../../../contract/requests.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencyAuditEntries, agencyClaims } from '../../platform/db/schema/agencies.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()

/** An operator, a colleague, and a fan who has written to their creator. */
async function makeDesk(flags = rights('can_chat')) {
  const agency = await makeAgency(api, flags)
  const lea = await api.makeUser({ displayName: 'Lea' })
  const memberId = await join(api, agency.owner, agency.agencyId, lea)
  await api.call(agency.owner, agencies.putGrant, { ...agency.place, memberId, permissions: rights('can_chat') })
  const fan = await api.makeUser()
  await follow(api, fan, agency.creator)
  const { id } = (await api.call(fan, chat.send, { receiver_id: agency.creator.id, content: 'Hello' })).data
  const target = { agency_id: agency.agencyId, as_creator_id: agency.creator.id }
  const place = { agency_id: agency.agencyId, creator_id: agency.creator.id, fan_id: fan.id }
  return { ...agency, lea, fan, target, conversationPlace: place, messageId: id }
}

const actionsOf = async (creator: Actor, operator: Actor) =>
  (
    await api.db
      .select({ action: agencyAuditEntries.action })
      .from(agencyAuditEntries)
      .where(and(eq(agencyAuditEntries.subjectId, creator.id), eq(agencyAuditEntries.actorId, operator.id)))
      .orderBy(agencyAuditEntries.id)
  ).map((it) => it.action)

describe('a conversation of the team inbox', () => {
  it('is closed to an operator whom the creator blocks', async () => {
    const { operator, creator, fan, target } = await makeDesk()
    const read = async () => (await api.call(operator, teamInbox.conversation, { ...target, fan_id: fan.id })).status
    expect(await read()).toBe(200)
    await block(api, creator, operator)
    expect(await read()).toBe(403)
  })

  it('is searched and read from any place on, and the log says so', async () => {
    const { operator, creator, fan, target } = await makeDesk()
    const other = await api.makeUser()
    await follow(api, other, creator)
    await api.call(other, chat.send, { receiver_id: creator.id, content: 'the needle of another' })
    for (const content of ['a needle', 'hay', 'more hay'])
      await api.call(fan, chat.send, { receiver_id: creator.id, content })
    const place = { ...target, fan_id: fan.id }
    const found = (await api.call(operator, teamInbox.find, { ...place, q: 'NEEDLE' })).data
    expect(found).toMatchObject({ data: [{ seq: 2, excerpt: 'a needle', sender_id: fan.id }], next: null })
    const around = (await api.call(operator, teamInbox.messages, { ...place, around_seq: 2, limit: 2 })).data
    expect(around.data.map((it) => it.seq)).toEqual([2, 1])
    const later = (await api.call(operator, teamInbox.messages, { ...place, after_seq: 2 })).data
    expect(later.data.map((it) => it.seq)).toEqual([3, 4])
    expect((await api.call(operator, teamInbox.find, { ...place, q: 'x', fan_id: newId() })).status).toBe(404)
    expect(await actionsOf(creator, operator)).toContain('chat.open')
  })

  it('is read and answered as the team by an operator in person, and everything stands in the log', async () => {
    const { operator, creator, fan, target, messageId } = await makeDesk()
    const opened = await api.call(operator, teamInbox.conversation, { ...target, fan_id: fan.id })
    expect(opened.data).toMatchObject({
      conversation: { other_user_id: fan.id, unread_count: 1 },
      fan: { user_id: fan.id, spent: null },
      claim: null,
      messages: { data: [{ content: 'Hello', sender: { id: fan.id } }] },
    })
    expect((await api.call(operator, teamInbox.read, { ...target, message_id: messageId })).status).toBe(200)
    const clientId = newId()
    const message = { receiver_id: fan.id, content: 'Good evening {name}', client_id: clientId }
    const sent = await api.call(operator, teamInbox.send, { ...target, ...message })
    expect([sent.status, sent.data]).toMatchObject([201, { sender: { id: creator.id }, author: 'team' }])
    const nameless = await api.call(operator, teamInbox.send, { ...target, content: 'Good evening' })
    expect([nameless.status, nameless.refusal.error]).toEqual([422, 'missing_receiver_id'])
    const again = await api.call(operator, teamInbox.send, { ...target, ...message })
    expect([again.status, again.data.id]).toEqual([200, sent.data.id])
    const [stored] = await api.db.select().from(messages).where(eq(messages.id, sent.data.id))
    expect(stored).toMatchObject({ senderId: creator.id, operatorId: operator.id })
    const seen = (await api.call(fan, chat.messages, { userId: creator.id })).data.data
    expect(seen.map((it) => it.author)).toEqual(['team', null])
    expect(seen[1]?.read_at).not.toBeNull()
    expect(await actionsOf(creator, operator)).toEqual(['chat.open', 'chat.read', 'chat.send'])
    // The operator's own account has no such conversation.
    expect((await api.call(operator, chat.conversations, {})).data.data).toEqual([])
  })

  it('shows what the creator sells as can_chat alone does while acting, and amounts only with can_payment', async () => {
    const { operator, creator, fan, target } = await makeDesk()
    const mediaId = newId()
    await api.db
      .insert(media)
      .values({ id: mediaId, ownerId: creator.id, type: 'IMAGE', state: 'ready', width: 10, height: 10 })
    await api.call(creator, chat.send, { receiver_id: fan.id, media_ids: [mediaId], price: 5 })
    const { data } = await api.call(operator, teamInbox.conversation, { ...target, fan_id: fan.id })
    expect(data.messages.data[0]?.media).toMatchObject([
      { type: 'IMAGE', locked: false, url: expect.stringContaining('/card?v=can_chat.') },
    ])
    expect(data.fan?.spent).toBeNull()
  })

  it('lists the creator’s saved replies, and no other creator’s', async () => {
    const [desk, other] = [await makeDesk(), await makeDesk()]
    await api.call(desk.creator, chatTools.saveReply, { title: 'Thanks', content: 'Thank you {name}' })
    await api.call(other.creator, chatTools.saveReply, { title: 'Bye', content: 'Bye' })
    const { data } = await api.call(desk.operator, teamInbox.replies, desk.target)
    expect(data.data.map((it) => it.title)).toEqual(['Thanks'])
  })

  it('marks no message of another creator as read', async () => {
    const [desk, other] = [await makeDesk(), await makeDesk()]
    await api.call(desk.operator, teamInbox.read, { ...desk.target, message_id: other.messageId })
    const [stored] = await api.db.select().from(messages).where(eq(messages.id, other.messageId))
    expect(stored?.readAt).toBeNull()
  })
})

describe('a claim', () => {
  it('is a lease that its holder renews, asks others before they send, and never the creator', async () => {
    const { operator, lea, creator, fan, target, conversationPlace } = await makeDesk()
    const claimed = await api.call(operator, teamInbox.claim, conversationPlace)
    expect(Date.parse(claimed.data.until ?? '') - Date.now()).toBeGreaterThan(290_000)
    const write = (who: Actor, more = {}) =>
      api.call(who, teamInbox.send, { ...target, receiver_id: fan.id, content: 'x', ...more })
    expect((await write(lea)).refusal.error).toBe('conversation_claimed')
    expect((await write(lea, { despite_claim: true })).status).toBe(201)
    expect((await write(operator)).status).toBe(201)
    expect((await api.call(creator, chat.send, { receiver_id: fan.id, content: 'Me' })).status).toBe(201)
    expect((await api.call(operator, teamInbox.claim, conversationPlace)).status).toBe(200)
    // Renewed claims are one act.
    expect((await actionsOf(creator, operator)).filter((it) => it === 'desk.claim')).toHaveLength(1)
    const seen = await api.call(lea, teamInbox.conversation, { ...target, fan_id: fan.id })
    expect(seen.data.claim?.operator?.id).toBe(operator.id)
  })

  it('is free for others once its lease is over', async () => {
    const { operator, lea, fan, target, conversationPlace } = await makeDesk()
    await api.call(operator, teamInbox.claim, conversationPlace)
    expect((await api.call(lea, teamInbox.claim, conversationPlace)).refusal.error).toBe('already_done')
    await api.db
      .update(agencyClaims)
      .set({ until: new Date(Date.now() - 1) })
      .where(eq(agencyClaims.fanId, fan.id))
    const shown = async (who: Actor, show: 'mine' | 'free') =>
      (await api.call(who, teamInbox.inbox, { show })).data.data.length
    expect([await shown(operator, 'mine'), await shown(lea, 'free')]).toEqual([0, 1])
    const open = await api.call(lea, teamInbox.send, { ...target, receiver_id: fan.id, content: 'Mine now' })
    expect(open.status).toBe(201)
    expect((await api.call(lea, teamInbox.claim, conversationPlace)).status).toBe(200)
  })
})

describe('the list', () => {
  it('has who waits longest first, one creator at a time, and amounts by the grant of each', async () => {
    const { operator, owner, agencyId, creator, fan, lea } = await makeDesk(rights('can_chat', 'can_payment'))
    const second = await api.makeUser()
    await follow(api, second, creator)
    await api.call(second, chat.send, { receiver_id: creator.id, content: 'Later' })
    const answered = await api.makeUser()
    await api.call(creator, chat.send, { receiver_id: answered.id, content: 'Hi' })
    const fans = async (who: Actor, query = {}) =>
      (await api.call(who, teamInbox.inbox, query)).data.data.map((it) => it.fan.id)
    expect(await fans(operator)).toEqual([answered.id, second.id, fan.id])
    expect(await fans(operator, { sort: 'waiting' })).toEqual([fan.id, second.id])
    expect(await fans(operator, { creator_id: owner.id })).toEqual([])
    expect(await fans(operator, { creator_id: creator.id, show: 'unanswered' })).toEqual([second.id, fan.id])
    const spent = async (who: Actor) => (await api.call(who, teamInbox.inbox, {})).data.data[0]?.spent
    expect([await spent(operator), await spent(lea)]).toEqual([0, null])
    const { data } = await api.call(operator, teamInbox.creators, {})
    expect(data.data).toMatchObject([
      { agency_id: agencyId, creator: { id: creator.id }, waiting: 2, permissions: { can_payment: true } },
    ])
    expect((await api.call(owner, teamInbox.creators, {})).data.data).toEqual([])
  })

  it('marks a paid request that waits, with its price for who may see amounts, until it is answered', async () => {
    const { operator, creator, fan, lea } = await makeDesk(rights('can_chat', 'can_payment'))
    const requestsIn = async (who: Actor) =>
      (await api.call(who, teamInbox.inbox, {})).data.data.map((it) => [it.fan.id, it.request])
    expect(await requestsIn(operator)).toEqual([[fan.id, null]])
    await giveCoins(api, fan, 50)
    await api.call(creator, requests.setSettings, { min_price: 5 })
    const asked = await api.call(fan, requests.create, { id: creator.id, text: 'A greeting', price: 7 })
    expect(await requestsIn(operator)).toEqual([[fan.id, { price: 7 }]])
    expect(await requestsIn(lea)).toEqual([[fan.id, { price: null }]])
    expect((await api.call(creator, requests.decline, { id: asked.data.request.id })).status).toBe(200)
    expect(await requestsIn(operator)).toEqual([[fan.id, null]])
  })

  it('finds fans by a part of either name, as it is written, in every list and page by page', async () => {
    const { operator, owner, creator, fan } = await makeDesk()
    const names = ['Léa 100%', 'Lea 1000', 'Noor']
    const [lea, leo, noor] = await Promise.all(names.map((displayName) => api.makeUser({ displayName })))
    for (const it of [lea, leo, noor]) {
      if (it === undefined) throw new Error('no fan')
      await follow(api, it, creator)
      await api.call(it, chat.send, { receiver_id: creator.id, content: 'Hello' })
    }
    const found = async (query: object) => (await api.call(operator, teamInbox.inbox, query)).data
    const idsOf = async (query: object) => (await found(query)).data.map((it) => it.fan.id)
    expect(await idsOf({ q: 'OOR' })).toEqual([noor?.id])
    expect(await idsOf({ q: '100%' })).toEqual([lea?.id])
    expect(await idsOf({ q: fan.username.slice(1) })).toEqual([fan.id])
    expect(await idsOf({ q: 'a 1', show: 'unanswered', sort: 'waiting' })).toEqual([lea?.id, leo?.id])
    expect(await idsOf({ q: 'a 1', show: 'free', creator_id: creator.id })).toEqual([leo?.id, lea?.id])
    expect(await idsOf({ q: 'a 1', show: 'mine' })).toEqual([])
    const { next } = await found({ q: 'a 1', limit: 1 })
    expect(await idsOf({ q: 'a 1', limit: 1, cursor: next })).toEqual([lea?.id])
    // The name of the creator is not that of a fan, and who may not chat finds nothing.
    expect(await idsOf({ q: creator.username })).toEqual([])
    expect((await api.call(owner, teamInbox.inbox, { q: 'a 1' })).data.data).toEqual([])
  })

  it.each(['recent', 'waiting'] as const)(
    'has every conversation once, page by page, in the order %s',
    async (sort) => {
      const { operator, creator, fan } = await makeDesk()
      const fans = [fan, await api.makeUser(), await api.makeUser(), await api.makeUser()]
      for (const it of fans.slice(1)) {
        await follow(api, it, creator)
        await api.call(it, chat.send, { receiver_id: creator.id, content: 'Hello' })
      }
      const seen: string[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page = (await api.call(operator, teamInbox.inbox, { sort, limit: 1, cursor })).data
        seen.push(...page.data.map((it) => it.fan.id))
        cursor = page.next
      }
      const byAge = fans.map((it) => it.id)
      expect(seen).toEqual(sort === 'waiting' ? byAge : byAge.toReversed())
    },
  )
})
