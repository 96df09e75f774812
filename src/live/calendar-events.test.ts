import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { calendarKey } from '../queries/channel-key.ts'
import { applyEvent } from './events.ts'

vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))
vi.mock('../server/chat.functions.ts', () => ({}))
vi.mock('../server/chat-tools.functions.ts', () => ({}))
vi.mock('../server/profile.functions.ts', () => ({}))
vi.mock('../queries/agencies.ts', () => ({ agencyKeys: { access: ['access'] } }))
vi.mock('../queries/posts.ts', () => ({ postKeys: { all: ['posts'] } }))

it('reads the calendar again when something of it has changed, and after every reconnect', () => {
  const cache = new QueryClient()
  const key = [...calendarKey, { days: 7 }]
  const isStale = () => cache.getQueryState(key)?.isInvalidated
  for (const event of [
    { id: 'e1', type: 'calendar_changed', kind: 'offer' },
    { id: 'e2', type: 'resumed', complete: true },
    { id: 'e3', type: 'resumed', complete: false },
  ] as const) {
    cache.setQueryData(key, { data: [] })
    expect(isStale()).toBe(false)
    applyEvent(cache, event)
    expect(isStale()).toBe(true)
  }
})
