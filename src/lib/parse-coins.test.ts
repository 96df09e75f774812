import { expect, it } from 'vitest'
import { parseCoins } from './parse-coins.ts'

it.each([
  ['9.99', 9.99],
  ['9,99', 9.99],
  [' 5 ', 5],
  ['1', 1],
  ['200', 200],
  ['0.99', null],
  ['200.01', null],
  ['9.999', null],
  ['1e2', null],
  ['-5', null],
  ['5 coins', null],
  ['', null],
])('reads %j as %j coins between 1 and 200', (written, coins) => {
  expect(parseCoins(written, { min: 100, max: 20_000 })).toBe(coins)
})
