import { describe, expect, it } from 'vitest'
import { betterText, comparedEach, compareFrom, measureOf } from './text-comparison.ts'

describe('how many get each text', () => {
  it.each([
    [0, 0],
    [compareFrom - 1, 0],
    [compareFrom, 10],
    [219, 10],
    [220, 11],
    [1_000, 50],
    [100_000, 5_000],
  ])('is, of %i recipients, %i', (recipients, each) => {
    expect(comparedEach(recipients)).toBe(each)
  })
})

describe('the better text', () => {
  it.each([
    ['neither did anything', [10, 0], [10, 0], 'first'],
    ['the first did more', [10, 5], [10, 4], 'first'],
    ['the second did more', [10, 4], [10, 5], 'second'],
    ['both did as much', [10, 4], [10, 4], 'first'],
    ['as many of fewer is more', [10, 4], [9, 4], 'second'],
    ['as many of more is less', [9, 4], [10, 4], 'first'],
    ['the same part of different numbers is a tie', [12, 6], [10, 5], 'first'],
    ['more in number but a smaller part', [20, 9], [10, 5], 'second'],
    ['no one got the first', [0, 0], [10, 5], 'first'],
    ['no one got the second', [10, 0], [0, 0], 'first'],
    ['no one got any', [0, 0], [0, 0], 'first'],
  ] as const)('where %s', (_, [sent, hits], [secondSent, secondHits], expected) => {
    expect(betterText({ sent, hits }, { sent: secondSent, hits: secondHits })).toBe(expected)
  })
})

it.each([
  [null, 'opened'],
  [5, 'unlocked'],
] as const)('a broadcast for %s is measured by what was %s', (price, measure) => {
  expect(measureOf(price)).toBe(measure)
})
