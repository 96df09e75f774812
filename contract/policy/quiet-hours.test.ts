import { expect, it } from 'vitest'
import { quietUntil } from './quiet-hours.ts'
import { isTimeZone } from './zoned-time.ts'

const paris = (from: string, to: string) => ({ from, to, timeZone: 'Europe/Paris' })
const night = paris('22:00', '07:00')

it.each([
  ['before them', night, '2026-11-24T20:59:59Z', null],
  ['in their first second', night, '2026-11-24T21:00:00Z', '2026-11-25T06:00:00Z'],
  ['before midnight', night, '2026-11-24T22:30:10Z', '2026-11-25T06:00:00Z'],
  ['after midnight', night, '2026-11-25T01:00:00Z', '2026-11-25T06:00:00Z'],
  ['in their last second', night, '2026-11-25T05:59:59Z', '2026-11-25T06:00:00Z'],
  ['at their end', night, '2026-11-25T06:00:00Z', null],
  ['within one day', paris('12:15', '13:45'), '2026-11-25T11:30:00Z', '2026-11-25T12:45:00Z'],
  ['after those of one day', paris('12:15', '13:45'), '2026-11-25T12:45:00Z', null],
  ['in summer', night, '2026-07-24T21:00:00Z', '2026-07-25T05:00:00Z'],
  ['when clocks go forward in them', night, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
  ['when clocks go back in them', night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
  ['of a reader in Tokyo', { ...night, timeZone: 'Asia/Tokyo' }, '2026-11-25T14:00:00Z', '2026-11-25T22:00:00Z'],
  ['half an hour off', { ...night, timeZone: 'Asia/Kolkata' }, '2026-11-25T16:45:00Z', '2026-11-26T01:30:00Z'],
  ['never set', null, '2026-11-25T01:00:00Z', null],
])('quiet hours %s', (_, hours, now, until) => {
  expect(quietUntil(hours, Date.parse(now))).toBe(until === null ? null : Date.parse(until))
})

it.each([
  ['Europe/Paris', '2026-03-26'],
  ['Europe/Paris', '2026-10-22'],
  ['America/New_York', '2026-03-05'],
  ['Australia/Lord_Howe', '2026-10-01'],
])('end in the future, at the chosen minute, in %s in the week of %s, in which clocks change', (timeZone, day) => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
  const start = Date.parse(day)
  for (let at = start; at < start + 7 * 86_400_000; at += 1_800_000) {
    const end = quietUntil({ from: '22:00', to: '07:00', timeZone }, at)
    if (end !== null) expect([end > at, clock.format(end)], new Date(at).toISOString()).toEqual([true, '07:00'])
  }
})

it.each([
  ['Europe/Paris', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('takes %j as a time zone: %s', (name, isOne) => expect(isTimeZone(name)).toBe(isOne))
