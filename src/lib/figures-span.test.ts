import { describe, expect, it } from 'vitest'
import { daysIn, knownSpan, spanBefore, spanOf } from './figures-span.ts'

const now = Date.parse('2026-11-26T23:59:00Z')

describe('the span of an address', () => {
  it.each([
    ['nothing', {}, '2026-10-28', '2026-11-26'],
    ['7 days', { days: 7 }, '2026-11-20', '2026-11-26'],
    ['365 days', { days: 365 }, '2025-11-27', '2026-11-26'],
    ['days that are not offered', { days: 8 }, '2026-10-28', '2026-11-26'],
    ['chosen days', { from: '2026-03-01', to: '2026-03-31' }, '2026-03-01', '2026-03-31'],
    ['one day', { from: '2026-03-01', to: '2026-03-01' }, '2026-03-01', '2026-03-01'],
    ['days in the wrong order', { from: '2026-03-02', to: '2026-03-01' }, '2026-10-28', '2026-11-26'],
    ['366 days', { from: '2024-01-01', to: '2024-12-31' }, '2024-01-01', '2024-12-31'],
    ['367 days', { from: '2024-01-01', to: '2025-01-01' }, '2026-10-28', '2026-11-26'],
    ['a day that is none', { from: '2026-02-30', to: '2026-03-01' }, '2026-10-28', '2026-11-26'],
    ['one end alone', { from: '2026-03-01' }, '2026-10-28', '2026-11-26'],
  ])('that says %s', (_, search, from, to) => expect(spanOf(search, now)).toEqual({ from, to }))

  it('says no default', () => expect(knownSpan({ days: 30 })).toEqual({}))
})

it.each([
  ['2026-11-20', '2026-11-26', '2026-11-13', '2026-11-19'],
  ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['2024-01-01', '2024-12-31', '2022-12-31', '2023-12-31'],
])('as many days before %s to %s', (from, to, first, last) => {
  const before = spanBefore({ from, to })
  expect(before).toEqual({ from: first, to: last })
  expect(daysIn(before)).toBe(daysIn({ from, to }))
})
