import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Message } from '../../../contract/chat.ts'
import type { LivePayload } from '../../../contract/live.ts'
import type { TeamConversation, TeamInboxRow } from '../../../contract/team-inbox.ts'
import { type ConversationPages, type InboxPages, mapRows, teamInboxKeys } from '../../queries/team-inbox.ts'
import { applyTeamEvent } from './apply-team-event.ts'

const place = { agencyId: 'agency', creatorId: 'creator', fanId: 'fan' }
const listKey = [...teamInboxKeys.lists, {}]
let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient()
  const row = {
    session_id: 's',
    agency_id: 'agency',
    creator: { id: 'creator' },
    fan: { id: 'fan' },
    last_message: 'first',
    last_seq: 1,
    unread_count: 0,
    awaits_answer: false,
    may_write: true,
    request: null,
    claim: null,
  } as TeamInboxRow
  cache.setQueryData<InboxPages>(listKey, { pages: [{ data: [row], next: null }], pageParams: [undefined] })
  const page = {
    claim: null,
    messages: { data: [message(1)], next: null },
  } as unknown as ConversationPages['pages'][number]
  cache.setQueryData<ConversationPages>(teamInboxKeys.conversation(place), { pages: [page], pageParams: [undefined] })
})

const message = (seq: number, from = 'fan'): Message =>
  ({
    id: `m${seq}`,
    seq,
    session_id: 's',
    sender: { id: from, username: null },
    receiver_id: from === 'fan' ? 'creator' : 'fan',
    content: `number ${seq}`,
    created_at: '2026-11-25T10:00:00.000Z',
    type: 'text',
    media: [],
    deleted: false,
  }) as unknown as Message
const apply = (event: LivePayload<'team_event'>['event'], creator = 'creator') =>
  applyTeamEvent(cache, { agency_id: 'agency', creator_id: creator, event })
const row = () => cache.getQueryData<InboxPages>(listKey)?.pages[0]?.data[0]
const conversation = () => cache.getQueryData<ConversationPages>(teamInboxKeys.conversation(place))?.pages[0]

it('lets a fan wait with their message, once, and says that the order is another', () => {
  expect(apply({ type: 'new_message', message: message(2) })).toBe(true)
  apply({ type: 'new_message', message: message(2) })
  expect(row()).toMatchObject({ last_message: 'number 2', unread_count: 1, awaits_answer: true })
  expect(conversation()?.messages.data.map((it) => it.seq)).toEqual([2, 1])
})

it('marks a row by the requests that its conversation has, and reads no list again', async () => {
  cache.setQueryData<ConversationPages>(
    teamInboxKeys.conversation(place),
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          requests: [
            { state: 'declined', price: 9 },
            { state: 'open', price: 7 },
            { state: 'accepted', price: 5 },
          ] as TeamConversation['requests'],
        })),
      },
  )
  expect(apply({ type: 'request_updated', fan_id: 'fan' })).toBe(false)
  await vi.waitFor(() => expect(row()?.request).toEqual({ price: 5 }))
  expect(cache.getQueryState(listKey)?.isInvalidated).toBe(false)
})

it('does not make a fan wait whom the creator may not answer', () => {
  cache.setQueryData<InboxPages>(listKey, (pages) => mapRows(pages, (it) => ({ ...it, may_write: false })))
  apply({ type: 'new_message', message: message(2) })
  expect(row()).toMatchObject({ last_message: 'number 2', unread_count: 1, awaits_answer: false })
})

it('counts an answer of the team as one, without asking how many wait', () => {
  apply({ type: 'new_message', message: message(2) })
  cache.setQueryData(teamInboxKeys.creators, { data: [{ creator: { id: 'creator' }, waiting: 2 }] })
  expect(apply({ type: 'new_message', message: message(3, 'creator') })).toBe(false)
  expect(row()).toMatchObject({ last_message: 'number 3', awaits_answer: false })
  apply({ type: 'new_message', message: message(3, 'creator') })
  const creators = cache.getQueryState<{ data: { waiting: number }[] }>(teamInboxKeys.creators)
  expect([creators?.data?.data[0]?.waiting, creators?.isInvalidated]).toEqual([1, false])
})

it('shows a claim in the list and over the conversation', () => {
  const operator = { id: 'lea' } as never
  apply({ type: 'team_claim', fan_id: 'fan', operator, until: '2026-11-25T10:05:00.000Z' })
  expect([row()?.claim?.operator?.id, conversation()?.claim?.operator?.id]).toEqual(['lea', 'lea'])
  apply({ type: 'team_claim', fan_id: 'fan', operator: null, until: null })
  expect([row()?.claim?.operator, conversation()?.claim?.operator]).toEqual([null, null])
})

it('leaves a tombstone, and clears the count that the team has read', () => {
  apply({ type: 'new_message', message: message(2) })
  apply({ type: 'read', session_id: 's', reader_id: 'creator', seq: 2 })
  apply({ type: 'message_deleted', session_id: 's', message_id: 'm2' })
  expect(row()?.unread_count).toBe(0)
  expect(conversation()?.messages.data[0]).toMatchObject({ deleted: true, content: '' })
})

it('changes no row of another creator', () => {
  const before = row()
  apply({ type: 'read', session_id: 's', reader_id: 'other', seq: 9 }, 'other')
  expect(row()).toEqual(before)
})
