import { expect, it } from 'vitest'
import { parseSearch } from './parse-search.ts'

it.each([
  ['?u=1e5&mode=creator', { u: '1e5', mode: 'creator' }],
  ['?u=true', { u: 'true' }],
  ['?ref=00012345', { ref: '00012345' }],
  ['?u=%22bob%22', { u: '"bob"' }],
  ['?q=a+b%20c', { q: 'a b c' }],
  ['', {}],
])('reads %s as texts', (search, values) => expect(parseSearch(search)).toEqual(values))
