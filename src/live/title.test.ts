import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Conversation } from '../../contract/chat.ts'
import type { Profile } from '../../contract/profile.ts'
import { chatKeys } from '../queries/chat-keys.ts'
import { profileQuery } from '../queries/session.ts'
import { watchTitle } from './title.ts'

const api = vi.hoisted(() => ({ getConversations: vi.fn() }))
vi.mock('../server/chat.functions.ts', () => api)
vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))

const inboxes: Record<'own' | 'creator', Partial<Conversation>[]> = { own: [], creator: [] }
let cache: QueryClient
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  const page = { title: 'Home', head: {}, querySelectorAll: () => [] }
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  api.getConversations.mockImplementation(({ data: { mode } }: { data: { mode?: 'creator' } }) =>
    Promise.resolve({ ok: true, data: { data: inboxes[mode ?? 'own'], next: null } }),
  )
  inboxes.own = []
  inboxes.creator = [{ id: 'f', other_username: 'fiona', unread_count: 2, muted: false, last_message_at: 'x' }]
  cache = new QueryClient()
})
afterEach(() => {
  stop()
  cache.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const watchAs = (isCreator: boolean) => {
  const settings = { notifications: { messages: { app: true } } }
  cache.setQueryData(profileQuery.queryKey, { id: 'me', is_creator: isCreator, settings } as Profile)
  stop = watchTitle(cache)
}

it('names a fan who writes to a creator, on any page', async () => {
  watchAs(true)
  await vi.waitFor(() => expect(document.title).toBe('(2) @fiona'))
})

it('shows new messages after an hour without the chat on screen', async () => {
  inboxes.creator = []
  watchAs(false)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(document.title).toBe('Home')
  inboxes.own = [{ id: 'a', other_username: 'alice', unread_count: 1, muted: false, last_message_at: 'x' }]
  await cache.invalidateQueries({ queryKey: chatKeys.lists })
  expect(document.title).toBe('(1) @alice')
  stop()
  expect(document.title).toBe('Home')
})
