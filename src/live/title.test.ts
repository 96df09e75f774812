import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '../../contract/profile.ts'
import { patchProfile, profileQuery } from '../queries/session.ts'
import { watchTitle } from './title.ts'

vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))

const cache = new QueryClient()
let renamed = () => {}
let stop: () => void
beforeEach(() => {
  vi.stubGlobal('document', { title: 'Home', head: {}, querySelectorAll: () => [] })
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(callback: () => void) {
        renamed = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  const settings = { notifications: { messages: { app: true } } }
  cache.setQueryData(profileQuery.queryKey, { id: 'me', settings, unread_chat: none } as Profile)
  stop = watchTitle(cache)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})
const none = { messages: 0, latest_username: null }
const unread = (messages: number, latest_username: string) =>
  patchProfile(cache, () => ({ unread_chat: { messages, latest_username } }))

it('says how many messages are unread and whose are the latest, and then where one is', () => {
  expect(document.title).toBe('Home')
  unread(1, 'alice')
  expect(document.title).toBe('(1) @alice · Home')
  unread(3, 'bob')
  expect(document.title).toBe('(3) @bob · Home')
  patchProfile(cache, () => ({ unread_chat: none }))
  expect(document.title).toBe('Home')
})

it('stays before the title of the next page', () => {
  unread(1, 'alice')
  document.title = 'Search'
  renamed()
  expect(document.title).toBe('(1) @alice · Search')
  stop()
  expect(document.title).toBe('Search')
})
