import { expect, it } from 'vitest'
import { methodVerdict } from './payout.ts'

const added = Date.parse('2026-03-02T12:00:00.000Z')
const usable_from = '2026-03-05T12:00:00.000Z'

it.each([
  ['at once', '2026-03-02T12:00:00.000Z', false],
  ['a millisecond before three days are over', '2026-03-05T11:59:59.999Z', false],
  ['after three days', usable_from, true],
  ['a year later', '2027-03-02T12:00:00.000Z', true],
])('answers whether a method can be paid to %s', (_when, now, is_usable) => {
  expect(methodVerdict(added, Date.parse(now))).toEqual({ usable_from, is_usable })
})
