import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '../../contract/profile.ts'
import { knownSession, loadSession, profileQuery } from './session.ts'

const api = vi.hoisted(() => ({ getProfile: vi.fn() }))
vi.mock('../server/profile.functions.ts', () => api)
vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
const refused = (status: number) => ({ ok: false, refusal: { error: 'unavailable', message: 'x', status } })
const profile = { id: 'f', acting_as: null } as Profile

it.each([
  [401, 'out'],
  [500, 'unknown'],
  [503, 'unknown'],
])('a profile call refused with %i leaves the session %s', async (status, state) => {
  api.getProfile.mockResolvedValueOnce(refused(status))
  expect((await loadSession(client)).state).toBe(state)
})

it.each([
  [401, 'out'],
  [500, 'in'],
  [503, 'in'],
])('a signed-in user whose profile call is refused with %i is %s', async (status, state) => {
  client.setQueryData(profileQuery.queryKey, profile)
  api.getProfile.mockResolvedValueOnce(refused(status))
  await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined)
  expect(knownSession(client).state).toBe(state)
})
