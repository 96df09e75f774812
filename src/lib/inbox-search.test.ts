import { expect, it } from 'vitest'
import { askedFor } from './inbox-asked.ts'
import { filtersOf, inboxSearch } from './inbox-search.ts'

it.each([
  [{}, {}],
  [
    { f: 'unread,nothing,subscribers', sort: 'top_spenders', q: 'mia' },
    { f: 'unread,subscribers', sort: 'top_spenders', q: 'mia' },
  ],
  [{ f: 'nothing', sort: 'recent', q: '  ' }, {}],
  [{ list: '0190b6a0-0000-7000-8000-0000000000d1' }, { list: '0190b6a0-0000-7000-8000-0000000000d1' }],
  [{ list: 7 }, {}],
  [{ f: 7, sort: ['recent'], q: 5 }, {}],
])('reads %j from an address as %j', (search, expected) => {
  expect(inboxSearch(search)).toEqual({ f: undefined, sort: undefined, q: undefined, list: undefined, ...expected })
})

it('has every filter once, in one order', () => {
  expect(filtersOf('spenders,unread,unread')).toEqual(['unread', 'spenders'])
})

it('asks the API for what is said alone', () => {
  expect(askedFor({ f: 'unread', q: '  mia ', sort: 'top_spenders', list: '1' })).toEqual({
    filter: ['unread'],
    search: 'mia',
    sort: 'top_spenders',
    list: '1',
  })
  expect(askedFor({ f: undefined, q: '  ' })).toEqual({})
})
