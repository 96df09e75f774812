import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { intentKey } from './storage-keys.ts'
import { dropIntent, readIntent, storeIntent } from './stored-intent.ts'

const items = new Map<string, string>()
beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  vi.stubGlobal('location', { origin: 'http://localhost:8787' })
})
afterEach(() => vi.unstubAllGlobals())

const minutes = 60_000
const follow = { act: 'follow', username: 'alice', path: '/@alice?offer=TRY1' } as const

it('keeps an intent for less than half an hour', () => {
  storeIntent(follow, 1_000)
  expect(readIntent(1_000 + 30 * minutes - 1)).toEqual({ ...follow, at: 1_000 })
  expect(readIntent(1_000 + 30 * minutes)).toBe(null)
  expect(items.size).toBe(0)
})

it('forgets an intent that is done', () => {
  storeIntent(follow, 1_000)
  dropIntent()
  expect(readIntent(1_000)).toBe(null)
})

it.each([
  ['another site', 'https://evil.test/@alice'],
  ['another site without a scheme', '//evil.test'],
  ['another site behind a backslash', '/\\evil.test'],
  ['a script', 'javascript:alert(1)'],
])('leads to the first page instead of %s', (_, path) => {
  storeIntent({ ...follow, path }, 1_000)
  expect(readIntent(1_000)?.path).toBe('/')
})

it.each([
  ['no JSON', 'follow'],
  ['nothing', 'null'],
  ['an unknown act', JSON.stringify({ ...follow, act: 'pay', at: 1_000 })],
  ['a post that is no id', JSON.stringify({ ...follow, act: 'like', postId: '../admin', at: 1_000 })],
  ['no time', JSON.stringify(follow)],
  ['a time to come', JSON.stringify({ ...follow, at: 1_001 })],
])('deletes what is %s', (_, stored) => {
  items.set(intentKey, stored)
  expect(readIntent(1_000)).toBe(null)
  expect(items.size).toBe(0)
})
