import { expect, it } from 'vitest'
import { linksFilter, linksSearch } from './links-search.ts'

const id = '0190b6a0-0000-7000-8000-0000000000c1'
it.each([
  [{}, {}],
  [{ days: 7 }, { days: 7 }],
  [{ days: '30' }, { days: 30 }],
  [{ days: 8, sort: 'newest', link: 'x' }, {}],
  [
    { from: '2026-11-01', to: '2026-11-20', days: 7 },
    { from: '2026-11-01', to: '2026-11-20' },
  ],
  [{ from: '2026-11-21', to: '2026-11-20' }, {}],
  [
    { sort: 'return', archived: 'only', link: id },
    { sort: 'return', archived: 'only', link: id },
  ],
  [{ sort: 'nothing', archived: 'no' }, {}],
])('understands %j as %j', (raw, search) => expect(linksSearch(raw)).toEqual(search))

it('asks for all days, for the last ones, or for those that were chosen', () => {
  const now = Date.UTC(2026, 10, 26, 12)
  expect(linksFilter({}, now)).toEqual({})
  expect(linksFilter({ days: 30, sort: 'cost' }, now)).toEqual({ from: '2026-10-28', to: '2026-11-26', sort: 'cost' })
  expect(linksFilter({ from: '2026-11-01', to: '2026-11-02' }, now)).toEqual({ from: '2026-11-01', to: '2026-11-02' })
})
