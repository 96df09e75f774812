import { expect, it } from 'vitest'
import { agenciesState } from './agency-tabs.ts'

const id = '0190b6a0-0000-7000-8000-00000000000a'

it.each([
  [
    { tab: 'desk', show: 'mine', sort: 'waiting', only: id, q: 'lea' },
    { show: 'mine', sort: 'waiting', only: id, q: 'lea' },
  ],
  [{ tab: 'desk', show: 'all', sort: 'recent', only: 'alice', q: '  ' }, {}],
  [{ tab: 'desk', show: 7, q: ['lea'] }, {}],
  [
    { tab: 'desk', agency: id, as: id, fan: id },
    { agency: id, as: id, fan: id },
  ],
])('reads %j from an address as %j', (search, expected) => {
  const nothing = { show: undefined, sort: undefined, only: undefined, q: undefined }
  expect(agenciesState(search)).toEqual({
    tab: 'desk',
    ...nothing,
    agency: undefined,
    as: undefined,
    fan: undefined,
    ...expected,
  })
})

it('has no state outside the desk', () => {
  expect(agenciesState({ q: 'lea', show: 'mine' })).toEqual({ tab: undefined })
})
