import { expect, it } from 'vitest'
import { centsOf, coinsOf, exactCents, roundToCents } from './coins.ts'

it.each([
  [9.99, 999],
  [0, 0],
  [1.1, 110],
  [-4.35, -435],
  [1_000_000, 100_000_000],
  [0.001, null],
  [1.005, null],
  [-0, null],
  [1e10, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])('reads %d coins as %j cents', (coins, cents) => {
  expect(exactCents(coins)).toBe(cents)
  if (cents !== null) expect([centsOf(coins), coinsOf(cents)]).toEqual([cents, coins])
})

it('rounds sums to the cent', () => {
  expect(roundToCents(0.1 + 0.2)).toBe(0.3)
  expect(roundToCents(9.99 * 3)).toBe(29.97)
})
