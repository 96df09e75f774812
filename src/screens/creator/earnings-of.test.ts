import { expect, it } from 'vitest'
import { earningsOf } from './earnings-of.ts'

it.each([
  [
    { fans: 100, price: 9.99, extra: 3 },
    { paid: 129_900, fee: 26_000, earned: 103_900 },
  ],
  [
    { fans: 10, price: 4.99, extra: 0 },
    { paid: 4_990, fee: 1_000, earned: 3_990 },
  ],
  [
    { fans: 10_000, price: 49.99, extra: 50 },
    { paid: 99_990_000, fee: 20_000_000, earned: 79_990_000 },
  ],
])('divides what fans pay in a month: %o', (month, shares) => {
  expect(earningsOf(month)).toEqual(shares)
})
