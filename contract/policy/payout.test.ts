import { expect, it } from 'vitest'
import { methodVerdict, needsSecondPerson } from './payout.ts'

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

it.each([
  ['at the limit', 'the approver', 100_000, 'sam', false],
  ['above the limit', 'the approver', 100_001, 'sam', true],
  ['above the limit', 'another staff member', 100_001, 'kim', false],
  ['above the limit', 'anyone before the approval', 100_001, null, false],
])('answers whether a payout %s needs a second person beside %s', (_amount, _who, cents, approverId, expected) => {
  expect(needsSecondPerson({ cents, approverId }, 'sam')).toBe(expected)
})
