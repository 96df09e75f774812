import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { calendarKey } from '../queries/channel-key.ts'
import { chatKeys } from '../queries/chat-keys.ts'
import { notificationKeys } from '../queries/notification-keys.ts'
import { requestKeys } from '../queries/request-keys.ts'
import { verificationKey } from '../queries/verification-key.ts'
import { opened } from './events.ts'

vi.mock('../server/chat.functions.ts', () => ({}))
vi.mock('../server/chat-tools.functions.ts', () => ({}))
vi.mock('../server/profile.functions.ts', () => ({}))
vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))
vi.mock('../queries/agencies.ts', () => ({ agencyKeys: { access: ['access'] } }))
vi.mock('../queries/posts.ts', () => ({ postKeys: { all: ['posts'] } }))

it('fetches what is shown again once the socket has opened, as earlier events did not come', () => {
  const cache = new QueryClient()
  const shown = [notificationKeys.list, requestKeys.waiting, chatKeys.messages('her'), verificationKey, calendarKey]
  for (const key of shown) cache.setQueryData(key, { pages: [], pageParams: [] })
  cache.setQueryData(['posts'], 1)
  opened(cache)
  expect(shown.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual(shown.map(() => true))
  expect(cache.getQueryState(['posts'])?.isInvalidated).toBe(false)
})
