import { expect, it } from 'vitest'
import { costOfRest } from './share.ts'

const [locked, owned, preview] = [
  { price: 10, locked: true },
  { price: 10, locked: false },
  { price: null, locked: false },
]

it.each([
  [10, [locked], 10],
  [10, [preview, locked, locked], 10],
  [10, [locked, owned], 5],
  [10, [preview, locked, owned, owned], 3.33],
  [9.99, [locked, locked, owned], 6.66],
  [10, [], 10],
])('of %s coins for %j the rest costs %s', (price, media, cost) => expect(costOfRest(price, media)).toBe(cost))
