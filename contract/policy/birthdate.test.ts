import { expect, test } from 'vitest'
import { ageAt, birthdateVerdict } from './birthdate.ts'

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
const today = noon('2026-11-23')

test.each([
  ['2008-11-22', '2026-11-23', 18],
  ['2008-11-23', '2026-11-23', 18],
  ['2008-11-24', '2026-11-23', 17],
  ['2026-11-23', '2026-11-23', 0],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-02-29', '2028-02-29', 20],
])('the age of a person born on %s is on %s %i', (birthdate, day, age) => {
  expect(ageAt(birthdate, noon(day))).toBe(age)
})

test.each([
  ['an adult’s', '2008-11-23', null, 'allowed'],
  ['a minor’s', '2008-11-24', null, 'underage'],
  ['no day of the calendar', '2001-02-30', null, 'not a day'],
  ['of five digits, as a date field allows', '12001-02-03', null, 'not a day'],
  ['empty', '', null, 'not a day'],
  ['before 1900', '1899-12-31', null, 'not possible'],
  ['in the future', '2026-11-24', null, 'not possible'],
  ['an adult’s after a minor’s', '1990-01-01', '2012-02-03', 'underage'],
  ['the refused one, of a person who is a minor still', '2012-02-03', '2012-02-03', 'underage'],
  ['the refused one, of a person who is an adult by now', '2008-11-23', '2008-11-23', 'allowed'],
  ['another than the refused one, of a person who is an adult by now', '1990-01-01', '2008-11-23', 'underage'],
  ['before 1900, after a minor’s', '1899-12-31', '2012-02-03', 'not possible'],
] as const)('a birthdate that is %s: %s after %s is %s', (_, birthdate, refused, verdict) => {
  expect(birthdateVerdict(birthdate, refused, today)).toBe(verdict)
})

test.each(['', 'yesterday', '2001-13-45'])(
  'answers, and does not fail, for %j, which is no date at all',
  (birthdate) => {
    expect(() => birthdateVerdict(birthdate, null, today)).not.toThrow()
  },
)
