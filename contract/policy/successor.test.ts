import { expect, test } from 'vitest'
import { successorOf } from './successor.ts'

const owner = { id: '1', role: 'owner' }
const operator = { id: '2', role: 'operator' }
const [first, second] = [
  { id: '3', role: 'admin' },
  { id: '4', role: 'admin' },
]

test.each([
  ['only the owner', [owner], undefined],
  ['an operator takes nothing over', [owner, operator], undefined],
  ['the only admin', [operator, first, owner], first],
  ['the longest-standing of two', [second, owner, first], first],
])('%s', (_, members, successor) => expect(successorOf(members)).toBe(successor))
