import { describe, expect, it } from 'vitest'
import { planFor } from './coverage.ts'
import type { Coverage } from './store.ts'

const coverage: Coverage = {
  version: 'v',
  isGreen: true,
  isInAnyOrder: true,
  ms: 100,
  keys: ['before all'],
  tests: [
    { place: 0, ms: 10, keys: ['a'] },
    { place: 2, ms: 20, keys: ['a', 'b'] },
    { place: 3, ms: 40, keys: ['b'] },
  ],
}

describe('a test file is tried against a check', () => {
  it.each<[what: string, facts: Partial<Coverage>, key: string, plan: ReturnType<typeof planFor>]>([
    ['with the tests alone that run it', {}, 'b', { only: [2, 3], ms: 160 }],
    ['whole where each test runs it', { tests: coverage.tests.slice(1) }, 'b', { only: undefined, ms: 160 }],
    ['whole where its tests need their order', { isInAnyOrder: false }, 'a', { only: undefined, ms: 170 }],
    ['whole where its hooks run it', {}, 'before all', { only: undefined, ms: 170 }],
    ['not at all where nothing of it runs it', {}, 'c', null],
    ['not at all where it is red with every check in place', { isGreen: false }, 'a', null],
  ])('%s', (_, facts, key, plan) => {
    expect(planFor({ ...coverage, ...facts }, key)).toEqual(plan)
  })
})
