import { expect, it } from 'vitest'
import { RefusalError } from '../../lib/refusal.ts'
import { shortfall } from './shortfall.ts'

const short = (missing: number) =>
  new RefusalError({ error: 'insufficient_coins', message: '', status: 402, shortfall: missing })
const other = new RefusalError({ error: 'not_found', message: '', status: 404 })

it.each<[what: string, coins: number, price: number, error: Error | null, askedFor: number | null, missing: number]>([
  ['enough', 10, 5, null, null, 0],
  ['exactly enough', 9.99, 9.99, null, null, 0],
  ['less', 4.5, 9.99, null, null, 5.49],
  ['the API knows of less', 20, 10, short(4), 10, 4],
  ['of which a smaller price would leave some', 20, 6, short(4), 10, 0],
  ['a larger price still wants more', 20, 12, short(4), 10, 6],
  ['the page knows of less than the API reported', 1, 10, short(4), 10, 9],
  ['another no says nothing of coins', 20, 10, other, 10, 0],
])('%s', (_, coins, price, error, askedFor, missing) =>
  expect(shortfall(coins, price, { error, price: askedFor })).toBe(missing),
)
