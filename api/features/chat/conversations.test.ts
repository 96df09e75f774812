import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { inbox } from '../../../contract/inbox.ts'
import { conversationFilters, conversationSorts } from '../../../contract/inbox-views.ts'
import { requests } from '../../../contract/requests.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { follow, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { chatMembers } from '../../platform/db/schema/chat.ts'
import type { Filter, Sort } from './conversation-statements.ts'

const api = testApi()

/** Without `hidden` and `snoozed`, whose lists exclude all others, and `online`, which needs sockets. */
const filters = conversationFilters.filter((filter) => !['hidden', 'snoozed', 'online'].includes(filter))

const fan = () => api.makeUser()
const creator = () => api.makeUser({ isCreator: true, priceCents: 999 })
const send = (who: Actor, to: Actor, content: string) => api.call(who, chat.send, { receiver_id: to.id, content })

describe('history', () => {
  it('goes back by cursor and page, and forward by after_seq', async () => {
    const [bob, frank] = [await fan(), await fan()]
    for (let i = 1; i <= 7; i++) await send(bob, frank, `m${i}`)
    const seqs = async (more: object) => {
      const { data } = await api.call(frank, chat.messages, { userId: bob.id, limit: 3, ...more })
      return { seqs: data.data.map((it) => it.seq), next: data.next }
    }
    const first = await seqs({})
    expect(first.seqs).toEqual([7, 6, 5])
    const second = await seqs({ cursor: first.next })
    expect(second.seqs).toEqual([4, 3, 2])
    expect(await seqs({ cursor: second.next })).toEqual({ seqs: [1], next: null })
    expect((await seqs({ page: 2 })).seqs).toEqual([4, 3, 2])
    const after = await seqs({ after_seq: 2 })
    expect(after.seqs).toEqual([3, 4, 5])
    expect(await seqs({ after_seq: 2, cursor: after.next })).toEqual({ seqs: [6, 7], next: null })
  })

  it('answers other users with an empty history, and an unknown user with 404', async () => {
    const [bob, frank] = [await fan(), await fan()]
    await send(bob, frank, 'x')
    expect((await api.call(await fan(), chat.messages, { userId: frank.id })).data.data).toEqual([])
    expect((await api.call(bob, chat.messages, { userId: newId() })).status).toBe(404)
    for (const cursor of ['x', 'WzFlNDAwXQ', 'WzEuNV0', 'WyJhIl0']) {
      expect((await api.call(bob, chat.messages, { userId: frank.id, cursor })).status).toBe(400)
    }
  })
})

describe('the list', () => {
  it('lists the users the viewer writes to; with mode=creator the fans who write to the creator', async () => {
    const [alice, fiona, bob] = [await creator(), await fan(), await creator()]
    await follow(api, fiona, alice)
    await follow(api, alice, bob)
    await send(fiona, alice, 'hi alice')
    await send(alice, bob, 'hi bob')
    const others = async (who: Actor, query: object) =>
      (await api.call(who, chat.conversations, query)).data.data.map((it) => it.other_user_id)
    expect(await others(alice, {})).toEqual([bob.id])
    expect(await others(alice, { mode: 'creator' })).toEqual([fiona.id])
    expect(await others(fiona, {})).toEqual([alice.id])
    expect((await api.call(fiona, chat.conversations, { mode: 'creator' })).refusal.error).toBe('not_creator')
    expect((await api.call(fiona, chat.conversations, { sort: 'top_spenders' })).refusal.error).toBe('not_creator')
    for (const filter of ['subscribers', 'followers', 'expired', 'tippers', 'spenders'] as const) {
      expect((await api.call(fiona, chat.conversations, { filter })).refusal.error).toBe('not_creator')
      expect((await api.call(alice, chat.conversations, { filter, mode: 'creator' })).status).toBe(200)
    }
  })

  it('pages 30 at a time, newest first, by page and by cursor', async () => {
    const me = await fan()
    const others = []
    for (let i = 0; i < 32; i++) {
      const other = await fan()
      others.unshift(other.id)
      await send(other, me, `m${i}`)
    }
    const page1 = (await api.call(me, chat.conversations, { page: 1 })).data
    const page2 = (await api.call(me, chat.conversations, { page: 2 })).data
    expect([...page1.data, ...page2.data].map((it) => it.other_user_id)).toEqual(others)
    expect(page1.data).toHaveLength(30)
    expect((await api.call(me, chat.conversations, { cursor: page1.next ?? '' })).data).toEqual(page2)
    for (const sort of ['unread_first', 'oldest_unanswered'] as const) {
      const first = (await api.call(me, chat.conversations, { sort, limit: 20 })).data
      const rest = (await api.call(me, chat.conversations, { sort, limit: 20, cursor: first.next ?? '' })).data
      expect(new Set([...first.data, ...rest.data].map((it) => it.id)).size).toBe(32)
    }
    for (const cursor of ['x', 'WyJhIiwiYiIsImMiXQ', 'WzAsIngiLCJ5Il0'])
      expect((await api.call(me, chat.conversations, { cursor })).status).toBe(400)
  })

  it('filters, searches, mutes and hides', async () => {
    const [me, carol, dave] = [await fan(), await api.makeUser({ displayName: 'Carol_100%' }), await fan()]
    await send(carol, me, 'from carol')
    await send(dave, me, 'from dave')
    await send(me, dave, 'to dave')
    const others = async (query: object) =>
      (await api.call(me, chat.conversations, query)).data.data.map((it) => it.other_user_id)
    expect(await others({ filter: 'unanswered' })).toEqual([carol.id])
    expect(await others({ filter: 'requests' })).toEqual([carol.id])
    expect(await others({ filter: ['unread', 'unanswered'] })).toEqual([carol.id])
    expect(await others({ search: '  carol_100% ' })).toEqual([carol.id])
    expect(await others({ search: '%' })).toEqual([carol.id])
    expect(await others({ filter: 'online' })).toEqual([])
    const [session] = (await api.call(me, chat.conversations, { search: 'carol' })).data.data
    const id = session?.id ?? ''
    expect((await api.call(me, chat.mute, { id })).data).toEqual({ muted: true })
    expect(await others({ filter: 'muted' })).toEqual([carol.id])
    expect((await api.call(me, chat.mute, { id })).data).toEqual({ muted: false })
    await api.call(me, chat.hide, { id })
    expect(await others({})).toEqual([dave.id])
    expect(await others({ filter: 'hidden' })).toEqual([carol.id])
    expect((await api.call(me, chat.updateConversation, { id, hidden: false })).data.hidden).toBe(false)
    await api.call(me, chat.hide, { id })
    await send(carol, me, 'again')
    expect(await others({})).toEqual([carol.id, dave.id])
    expect((await api.call(dave, chat.mute, { id })).status).toBe(404)
    expect((await api.call(dave, chat.hide, { id })).status).toBe(404)
  })

  it('lists for two filters what both of them list, in any sort', async () => {
    const [alice, follower, subscriber, expired, reader] = [
      await creator(),
      await fan(),
      await fan(),
      await fan(),
      await fan(),
    ]
    for (const other of [follower, subscriber, reader]) await follow(api, other, alice)
    await subscribe(api, subscriber, alice, { activeUntil: new Date(Date.now() + 60_000) })
    await subscribe(api, expired, alice, { activeUntil: new Date(Date.now() - 60_000) })
    for (const other of [follower, subscriber, reader]) await send(other, alice, 'hello')
    for (const other of [expired, reader]) await send(alice, other, 'hello')
    await giveCoins(api, reader, 10)
    await api.call(reader, chat.tip, { id: alice.id, amount: 5 }, { 'idempotency-key': newId() })
    const [newest] = (await api.call(alice, chat.conversations, { mode: 'creator' })).data.data
    await api.call(alice, chat.mute, { id: newest?.id ?? '' })
    await api.call(alice, inbox.change, { act: 'pin', ids: [newest?.id ?? ''], mode: 'creator' })
    await giveCoins(api, subscriber, 30)
    await api.call(alice, requests.setSettings, { min_price: 5 })
    const asked = { id: alice.id, text: 'A picture', price: 20 }
    await api.call(subscriber, requests.create, asked, { 'idempotency-key': newId() })
    await api.db
      .update(chatMembers)
      .set({ lastMessageAt: new Date(Date.now() - 3_600_000) })
      .where(eq(chatMembers.otherId, follower.id))
    const list = async (filter: Filter[], sort: Sort) =>
      (await api.call(alice, chat.conversations, { mode: 'creator', filter, sort })).data.data
        .map((conversation) => conversation.other_user_id)
        .sort()
    for (const sort of conversationSorts) {
      const byFilter = new Map<Filter, string[]>()
      for (const filter of filters) byFilter.set(filter, await list([filter], sort))
      expect([...byFilter.values()].map((ids) => ids.length)).not.toContain(0)
      for (const [at, one] of filters.entries())
        for (const other of filters.slice(at + 1))
          expect(await list([one, other], sort), `${sort} ${one} ${other}`).toEqual(
            byFilter.get(one)?.filter((id) => byFilter.get(other)?.includes(id)),
          )
    }
  })

  it('stores nothing when a conversation is opened before its first message', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const opened = (await api.call(bob, chat.conversation, { userId: frank.id })).data
    expect(opened).toMatchObject({ id: null, other_user_id: frank.id, other_username: frank.username })
    expect(opened).toMatchObject({ last_seq: 0, last_message: null, muted: false, chat: { allowed: true } })
    const rows = await api.db
      .select()
      .from(chatMembers)
      .where(inArray(chatMembers.userId, [bob.id, frank.id]))
    expect(rows).toEqual([])
    expect((await api.call(frank, chat.conversations, {})).data.data).toEqual([])
    const { session_id } = (await send(frank, bob, 'x')).data
    expect((await api.call(bob, chat.conversation, { userId: frank.id })).data.id).toBe(session_id)
    expect((await api.call(bob, chat.conversation, { userId: bob.id })).status).toBe(404)
    expect((await api.call(bob, chat.conversation, { userId: newId() })).status).toBe(404)
    expect((await api.call(bob, users.get, { username: frank.username })).status).toBe(200)
  })
})
