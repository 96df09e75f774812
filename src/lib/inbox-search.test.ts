import { expect, it } from 'vitest'
import { filtersOf, inboxSearch } from './inbox-search.ts'

it.each([
  [{}, {}],
  [
    { f: 'unread,nothing,subscribers', sort: 'top_spenders', q: 'mia' },
    { f: 'unread,subscribers', sort: 'top_spenders', q: 'mia' },
  ],
  [{ f: 'nothing', sort: 'recent', q: '  ' }, {}],
  [{ f: 7, sort: ['recent'], q: 5 }, {}],
])('reads %j from an address as %j', (search, expected) => {
  expect(inboxSearch(search)).toEqual({ f: undefined, sort: undefined, q: undefined, ...expected })
})

it('has every filter once, in one order', () => {
  expect(filtersOf('spenders,unread,unread')).toEqual(['unread', 'spenders'])
})
