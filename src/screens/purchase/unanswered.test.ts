import { expect, it } from 'vitest'
import { RefusalError } from '../../lib/refusal.ts'
import { attempt, keyOf } from './unanswered.ts'

const refused = (error: 'unavailable' | 'internal' | 'insufficient_coins' | 'idempotency_conflict') =>
  new RefusalError({ error, message: '', status: 503 })

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
