import { expect, it } from 'vitest'
import { rememberLast } from './remember-last.ts'

it('keeps so many values and no more, the newest', () => {
  const known = new Map<string, number>()
  for (const [at, key] of ['a', 'b', 'b', 'c'].entries()) rememberLast(known, key, at, 2)
  expect([...known]).toEqual([
    ['b', 2],
    ['c', 3],
  ])
})
