import { expect, it } from 'vitest'
import { readTime, writeTime } from './cue-time.ts'

it.each([
  [0, '0:00.00'],
  [7.5, '0:07.50'],
  [59.999, '1:00.00'],
  [83.04, '1:23.04'],
  [3_729, '1:02:09.00'],
])('writes %s as %s, and reads it again', (seconds, text) => {
  expect(writeTime(seconds)).toBe(text)
  expect(readTime(text)).toBeCloseTo(seconds, 1)
})

it.each([
  ['7', 7],
  ['7,5', 7.5],
  [' 1:02 ', 62],
  ['90:00', 5_400],
  ['1:02:03.250', 3_723.25],
  ['', null],
  ['now', null],
  ['1:2:3:4', null],
  ['-1', null],
])('reads %j as %s', (typed, seconds) => expect(readTime(typed)).toBe(seconds))
