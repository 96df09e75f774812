import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Conversation, Message } from '../../contract/chat.ts'
import type { LiveEvent } from '../../contract/live.ts'
import type { Profile } from '../../contract/profile.ts'
import { conversationsQuery, messagesQuery } from '../queries/chat.ts'
import { chatKeys } from '../queries/chat-keys.ts'
import { profileQuery } from '../queries/session.ts'
import { verificationKey } from '../queries/verification-key.ts'
import { applyEvent } from './events.ts'

const api = vi.hoisted(() => ({
  getMessages: vi.fn(),
  getConversations: vi.fn(),
  getProfile: vi.fn(),
}))
vi.mock('../server/chat.functions.ts', () => api)
vi.mock('../server/chat-tools.functions.ts', () => ({}))
vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))
vi.mock('../server/profile.functions.ts', () => api)
vi.mock('../queries/agencies.ts', () => ({ agencyKeys: { access: ['access'] } }))
vi.mock('../queries/posts.ts', () => ({ postKeys: { all: ['posts'] } }))

const me = {
  id: 'me',
  unread_messages: 0,
  unread_chat: { messages: 0, latest_username: null },
  unread_notifications: 2,
} as Profile
const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  seq,
  client_id: null,
  session_id: 's',
  sender: { id: 'her', username: 'her' },
  receiver_id: 'me',
  content: `number ${seq}`,
  created_at: `2026-11-21T10:00:0${seq}.000Z`,
  type: 'text',
  media: [],
  price: null,
  locked: false,
  sold: false,
  tip: null,
  reply_to: null,
  likes: 0,
  liked: false,
  my_reaction: null,
  other_reaction: null,
  read_at: null,
  deleted: false,
  unsent: false,
  unsend_until: null,
  edited_at: null,
  edit_until: null,
  author: null,
  ...more,
})
const conversation = (more: Partial<Conversation> = {}) =>
  ({
    id: 's',
    other_user_id: 'her',
    other_username: 'her',
    last_seq: 1,
    read_seq: 1,
    unread_count: 0,
    muted: false,
    ...more,
  }) as Conversation

let cache: QueryClient
/** What the next call is answered with, when the test says so. */
const later = <T>() => Promise.withResolvers<{ ok: true; data: T }>()
const page = <T>(...data: T[]) => ({ ok: true as const, data: { data, next: null } })
const history = () => cache.getQueryData(messagesQuery('her').queryKey)?.pages.flatMap((it) => it.data) ?? []
const list = () => cache.getQueryData(conversationsQuery({}).queryKey)?.pages.flatMap((it) => it.data) ?? []
const profile = () => cache.getQueryData(profileQuery.queryKey)
const know = (more: Partial<Profile>) => cache.setQueryData<Profile | null>(profileQuery.queryKey, { ...me, ...more })
const eventOf = (seq: number): LiveEvent => ({
  id: `e${seq}`,
  type: 'new_message',
  sender: { id: 'her', username: 'her' },
  session_id: 's',
  seq,
  message: message(seq),
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'hidden', documentElement: { dataset: {} } })
  cache = new QueryClient()
  know({})
})
afterEach(() => {
  vi.runOnlyPendingTimers()
  cache.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('keeps a message that arrives while earlier ones are being fetched', async () => {
  api.getMessages.mockResolvedValueOnce({ ok: true, data: { data: [message(3), message(2)], next: 'c' } })
  const observer = new InfiniteQueryObserver(cache, messagesQuery('her'))
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(history()).toHaveLength(2))
  const earlier = later<{ data: Message[]; next: null }>()
  api.getMessages.mockReturnValueOnce(earlier.promise)
  const fetching = observer.fetchNextPage()
  applyEvent(cache, eventOf(4))
  earlier.resolve(page(message(1)))
  await fetching
  expect(history().map((it) => it.seq)).toEqual([4, 3, 2, 1])
  stop()
})

it('ignores an older answer for a deleted message and for a conversation that has moved', async () => {
  cache.setQueryData(messagesQuery('her').queryKey, { pages: [page(message(1)).data], pageParams: [undefined] })
  const hers = conversation({ last_message: 'number 1' })
  const other = conversation({ id: 'o', other_user_id: 'o', last_seq: 9 })
  cache.setQueryData(conversationsQuery({}).queryKey, { pages: [page(other, hers).data], pageParams: [undefined] })
  const [messages, conversations] = [later<object>(), later<object>()]
  api.getMessages.mockReturnValueOnce(messages.promise)
  api.getConversations.mockReturnValueOnce(conversations.promise)
  const fetched = [
    cache.fetchInfiniteQuery({ ...messagesQuery('her'), staleTime: 0 }),
    cache.fetchInfiniteQuery({ ...conversationsQuery({}), staleTime: 0 }),
  ]
  applyEvent(cache, { id: 'd', type: 'message_deleted', session_id: 's', message_id: 'm1', seq: 1 })
  applyEvent(cache, eventOf(2))
  messages.resolve(page(message(1)))
  conversations.resolve(page(other, hers))
  await Promise.all(fetched)
  expect(history().map((it) => [it.seq, it.deleted, it.content])).toEqual([
    [2, false, 'number 2'],
    [1, true, ''],
  ])
  expect(list().map((it) => [it.id, it.last_message, it.unread_count])).toEqual([
    ['s', 'number 2', 1],
    ['o', undefined, 0],
  ])
})

it('removes a deleted message from the list and from quotes', () => {
  const quoting = message(2, { reply_to: { id: 'm1', content: 'number 1', sender_id: 'her' } })
  cache.setQueryData(messagesQuery('her').queryKey, {
    pages: [page(quoting, message(1)).data],
    pageParams: [undefined],
  })
  cache.setQueryData(conversationsQuery({}).queryKey, {
    pages: [page(conversation({ last_message: 'number 1' })).data],
    pageParams: [undefined],
  })
  applyEvent(cache, { id: 'd', type: 'message_deleted', session_id: 's', message_id: 'm1', seq: 1 })
  expect(list()[0]?.last_message).toBeNull()
  expect(history()[0]?.reply_to?.content).toBe('')
})

it('shows the edited words in the history, in quotes, and in the list where they are the last ones', () => {
  const quoting = message(2, { reply_to: { id: 'm1', content: 'number 1', sender_id: 'her' } })
  cache.setQueryData(messagesQuery('her').queryKey, {
    pages: [page(quoting, message(1)).data],
    pageParams: [undefined],
  })
  cache.setQueryData(conversationsQuery({}).queryKey, {
    pages: [page(conversation({ last_seq: 2, last_message: 'number 2' })).data],
    pageParams: [undefined],
  })
  const edit = (seq: number): LiveEvent => ({
    id: `edit ${seq}`,
    type: 'message_updated',
    session_id: 's',
    message: message(seq, { content: 'other words', edited_at: '2026-11-21T10:05:00.000Z' }),
  })
  applyEvent(cache, edit(1))
  expect(history().map((it) => it.content)).toEqual(['number 2', 'other words'])
  expect([history()[0]?.reply_to?.content, list()[0]?.last_message]).toEqual(['other words', 'number 2'])
  applyEvent(cache, edit(2))
  expect(list()[0]?.last_message).toBe('other words')
})

it('ignores an older answer for a message that was edited meanwhile', async () => {
  cache.setQueryData(messagesQuery('her').queryKey, { pages: [page(message(1)).data], pageParams: [undefined] })
  const messages = later<object>()
  api.getMessages.mockReturnValueOnce(messages.promise)
  const fetched = cache.fetchInfiniteQuery({ ...messagesQuery('her'), staleTime: 0 })
  const edited = message(1, { content: 'other words', edited_at: '2026-11-21T10:05:00.000Z' })
  applyEvent(cache, { id: 'edit', type: 'message_updated', session_id: 's', message: edited })
  messages.resolve(page(message(1)))
  await fetched
  expect(history().map((it) => it.content)).toEqual(['other words'])
})

it('leaves the list as it is for a muted conversation, but not for an own message in it', () => {
  const [muted, other] = [conversation({ muted: true, last_message: 'number 1' }), conversation({ id: 'o' })]
  cache.setQueryData(conversationsQuery({}).queryKey, { pages: [page(other, muted).data], pageParams: [undefined] })
  cache.setQueryData(messagesQuery('her').queryKey, { pages: [page(message(1)).data], pageParams: [undefined] })
  applyEvent(cache, eventOf(2))
  expect(list()).toEqual([other, muted])
  expect([profile()?.unread_messages, history()[0]?.seq]).toEqual([0, 2])
  const own = message(3, { sender: { id: 'me', username: 'me' }, receiver_id: 'her' })
  applyEvent(cache, { ...eventOf(3), message: own } as LiveEvent)
  expect(list()[0]).toMatchObject({ id: 's', last_message: 'number 3', unread_count: 0 })
})

it('keeps messages after the one read in another tab unread', () => {
  cache.setQueryData(conversationsQuery({}).queryKey, {
    pages: [page(conversation({ last_seq: 5, read_seq: 2, unread_count: 3 })).data],
    pageParams: [undefined],
  })
  know({ unread_messages: 1, unread_chat: { messages: 7, latest_username: 'her' } })
  const readHere = (seq: number): LiveEvent => ({
    id: `r${seq}`,
    type: 'read',
    session_id: 's',
    reader_id: 'me',
    message_id: `m${seq}`,
    seq,
  })
  applyEvent(cache, readHere(4))
  expect([list()[0]?.unread_count, profile()?.unread_messages]).toEqual([1, 1])
  expect(profile()?.unread_chat).toEqual({ messages: 5, latest_username: 'her' })
  applyEvent(cache, readHere(5))
  expect([list()[0]?.unread_count, profile()?.unread_messages]).toEqual([0, 0])
  // Four are left in conversations that no list has loaded.
  expect(profile()?.unread_chat).toEqual({ messages: 4, latest_username: null })
  expect(cache.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true)
})

it('fetches the profile after notifications were read, after a gap and once a fan has become a creator', async () => {
  const stop = cache.getQueryCache().subscribe(() => undefined)
  applyEvent(cache, { id: '1', type: 'new_notification', notification_id: 'n', kind: 'post_like' })
  expect(profile()?.unread_notifications).toBe(3)
  for (const event of [
    { id: '2', type: 'new_notification' },
    { id: '4', type: 'new_notification', notification_id: 'v', kind: 'verification_approved' },
    { id: '3', type: 'resumed', complete: true },
  ] as const) {
    know({ unread_notifications: 3 })
    applyEvent(cache, event)
    expect(profile()?.unread_notifications).toBe(3)
    expect(cache.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true)
  }
  stop()
})

it('fetches the verification when it is decided, so that an open page does not call it pending', () => {
  const isOld = () => cache.getQueryState(verificationKey)?.isInvalidated
  const news = (kind: 'post_like' | 'verification_approved' | 'verification_rejected') =>
    applyEvent(cache, { id: kind, type: 'new_notification', notification_id: kind, kind })
  for (const decided of ['verification_approved', 'verification_rejected'] as const) {
    cache.setQueryData(verificationKey, { status: 'pending' })
    news('post_like')
    expect(isOld()).toBe(false)
    news(decided)
    expect(isOld()).toBe(true)
  }
  cache.setQueryData(verificationKey, { status: 'pending' })
  applyEvent(cache, { id: 'gap', type: 'resumed', complete: false })
  expect(isOld()).toBe(true)
})

it('fetches the lists once for many messages of unknown conversations', async () => {
  api.getConversations.mockResolvedValue(page(conversation({ id: 'o' })))
  const stop = new InfiniteQueryObserver(cache, conversationsQuery({})).subscribe(() => undefined)
  await vi.waitFor(() => expect(list()).toHaveLength(1))
  const before = api.getConversations.mock.calls.length
  for (const seq of [1, 2, 3]) applyEvent(cache, eventOf(seq))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api.getConversations.mock.calls.length).toBe(before + 1)
  stop()
})

it('fetches the conversation alone when a fan has bought', () => {
  cache.setQueryData(['posts'], 1)
  const histories = [chatKeys.messages('her'), chatKeys.messages('another')]
  for (const key of histories) cache.setQueryData(key, { pages: [], pageParams: [] })
  const bought = (by: string): LiveEvent => ({ id: by, type: 'media_unlocked', media_ids: ['x'], session_id: null, by })
  applyEvent(cache, bought('her'))
  expect(cache.getQueryState(['posts'])?.isInvalidated).toBe(false)
  expect(histories.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, false])
  applyEvent(cache, bought('me'))
  expect(cache.getQueryState(['posts'])?.isInvalidated).toBe(true)
})

it('reads a conversation again whose creator takes pictures and voice notes now, or no longer', () => {
  const [hers, others] = [chatKeys.conversation('her'), chatKeys.conversation('other')]
  for (const key of [hers, others]) cache.setQueryData(key, conversation())
  applyEvent(cache, { id: 'e1', type: 'media_taken', other_id: 'her' })
  const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated
  expect([isStale(hers), isStale(others)]).toEqual([true, false])
})
