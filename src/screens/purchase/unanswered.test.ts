import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RefusalError } from '../../lib/refusal.ts'
import { paymentKeysKey } from '../../lib/storage-keys.ts'
import { attempt, holdKey, keyOf } from './unanswered.ts'

const refused = (error: 'unavailable' | 'internal' | 'insufficient_coins' | 'idempotency_conflict') =>
  new RefusalError({ error, message: '', status: 503 })

/** A closed storage: the keys live as long as the page. */
beforeEach(() => vi.stubGlobal('localStorage', undefined))
afterEach(() => vi.unstubAllGlobals())

it('retries under the same key until there is an answer, in another sheet too', () => {
  const done: string[] = []
  for (const lost of [refused('unavailable'), refused('internal'), new TypeError('fetch failed')]) {
    attempt('tip alice 5', 'one', () => done.push('5')).onError(lost)
    expect(keyOf('tip alice 5', 'two')).toBe('one')
    expect(keyOf('tip alice 10', 'two')).toBe('two')
  }
  attempt('tip alice 5', 'one', () => done.push('5')).onSuccess()
  expect([keyOf('tip alice 5', 'two'), done]).toEqual(['two', ['5']])
})

it.each(['insufficient_coins', 'idempotency_conflict'] as const)('takes %s for an answer', (code) => {
  attempt('tip alice 5', 'one', () => undefined).onError(refused(code))
  expect(keyOf('tip alice 5', 'two')).toBe('two')
})

describe('in a browser with storage', () => {
  const items = new Map<string, string>()
  const withStorage = () =>
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    })
  const key = '0190b6a0-0000-4000-8000-000000000001'
  afterEach(() => {
    items.clear()
    vi.useRealTimers()
  })

  it('keeps a key in the browser for half an hour, for another page and another tab', () => {
    withStorage()
    vi.useFakeTimers({ now: 1_000_000 })
    holdKey('subscribe mina 9.99', key)
    const stored = items.get(paymentKeysKey) ?? ''
    items.clear()
    expect(keyOf('subscribe mina 9.99', 'new')).toBe('new')
    items.set(paymentKeysKey, stored)
    vi.setSystemTime(1_000_000 + 30 * 60_000 - 1)
    expect(keyOf('subscribe mina 9.99', 'new')).toBe(key)
    vi.setSystemTime(1_000_000 + 30 * 60_000)
    expect(keyOf('subscribe mina 9.99', 'new')).toBe('new')
  })

  it('makes a new key where what is stored is no list of keys', () => {
    withStorage()
    items.set(paymentKeysKey, '{"tip mina 5":{"key":7}}')
    expect(keyOf('tip mina 5', 'new')).toBe('new')
  })
})
