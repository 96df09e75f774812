import { expect, it } from 'vitest'
import { largerSets, sampleOf, upToPairs } from './combinations.ts'

const parts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const

it('has none, each alone and each pair once', () => {
  expect(upToPairs(['a', 'b', 'c'])).toEqual([[], ['a'], ['b'], ['c'], ['a', 'b'], ['a', 'c'], ['b', 'c']])
})

it('draws different larger sets of different parts, the same ones each time', () => {
  const sets = largerSets(parts, 40, 1)
  expect(new Set(sets.map(String)).size).toBe(40)
  for (const set of sets) {
    expect(new Set(set).size).toBe(set.length)
    expect(set.length).toBeGreaterThanOrEqual(3)
  }
  expect(largerSets(parts, 40, 1)).toEqual(sets)
})

it('samples without repeating, the same ones each time', () => {
  const sample = sampleOf(parts, 4, 2)
  expect(new Set(sample).size).toBe(4)
  expect(sampleOf(parts, 4, 2)).toEqual(sample)
})
