import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '../../contract/profile.ts'
import { patchProfile, profileQuery } from '../queries/session.ts'
import { watchAppBadge } from './app-badge.ts'

vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))

const cache = new QueryClient()
const settings = (app: boolean) => ({ notifications: { messages: { app } } }) as Profile['settings']
const show = (facts: Partial<Profile>) => patchProfile(cache, () => facts)
let shown: number[]
let stop: () => void
beforeEach(() => {
  shown = []
  const put = (count: number) => Promise.resolve(void shown.push(count))
  vi.stubGlobal('navigator', { setAppBadge: put, clearAppBadge: () => put(0) })
  const none = { unread_notifications: 0, unread_messages: 0, settings: settings(true), acting_as: null }
  cache.setQueryData(profileQuery.queryKey, { id: 'me', ...none } as Profile)
  stop = watchAppBadge(cache)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it('shows unread notifications and conversations, and clears the icon with the last of them and at the end', () => {
  show({ unread_notifications: 2, unread_messages: 1 })
  show({ unread_notifications: 2, unread_messages: 1 })
  show({ unread_notifications: 0, unread_messages: 0 })
  show({ unread_notifications: 4 })
  stop()
  expect(shown).toEqual([0, 3, 0, 4, 0])
})

it('counts no messages whose counts are off, and nothing of a creator for whom an operator acts', () => {
  show({ unread_notifications: 1, unread_messages: 5, settings: settings(false) })
  show({ acting_as: { agency_id: 'a' } as Profile['acting_as'] })
  expect(shown).toEqual([0, 1, 0])
})

it('does nothing in a browser without such icons', () => {
  vi.stubGlobal('navigator', {})
  expect(() => watchAppBadge(cache)()).not.toThrow()
})
