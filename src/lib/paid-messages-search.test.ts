import { expect, it } from 'vitest'
import { paidMessagesFilter, paidMessagesSearch } from './paid-messages-search.ts'

it.each([
  [{}, {}],
  [{ days: 7 }, { days: 7 }],
  [
    { days: '90', sort: 'price', state: 'bought' },
    { days: 90, sort: 'price', state: 'bought' },
  ],
  [{ days: 8, sort: 'newest', state: 'x' }, {}],
  [
    { from: '2026-11-01', to: '2026-11-20' },
    { from: '2026-11-01', to: '2026-11-20' },
  ],
  [{ from: '2026-11-21', to: '2026-11-20' }, {}],
])('understands %j as %j', (raw, search) => expect(paidMessagesSearch(raw)).toEqual(search))

it('asks for the last 30 days, or for those that were chosen', () => {
  const now = Date.UTC(2026, 10, 26, 12)
  expect(paidMessagesFilter({}, now)).toEqual({ from: '2026-10-28', to: '2026-11-26' })
  expect(paidMessagesFilter({ days: 7, state: 'unopened' }, now)).toEqual({
    ...{ from: '2026-11-20', to: '2026-11-26', state: 'unopened' },
  })
})
