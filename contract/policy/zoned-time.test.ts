import { describe, expect, it } from 'vitest'
import { addDays, clockAt, dayStarts, isDay, momentIn } from './zoned-time.ts'

const hour = 3_600_000
const iso = (moment: number) => new Date(moment).toISOString()

describe('a day as a time zone has it', () => {
  it.each([
    // Ordinary days, and clocks that change in the small hours: 23 and 25 hours.
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', 24],
    ['Europe/Paris', '2026-11-20', '2026-11-19T23:00:00.000Z', 24],
    ['Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Paris', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z', 24],
    // Clocks that change at midnight: the day begins at one, or its midnight comes twice.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z', 24],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    // A day that a country left out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ])('%s: %s begins at %s and has %d hours', (zone, day, from, hours) => {
    const [start = 0, end = 0] = dayStarts(zone, day, 1)
    expect([iso(start), (end - start) / hour]).toEqual([from, hours])
    if (hours === 0) return
    expect([clockAt(zone, start).day, clockAt(zone, end - 1).day]).toEqual([day, day])
    expect(clockAt(zone, start - 1).day).not.toBe(day)
  })

  it('leaves no gap between the days of a span', () => {
    const starts = dayStarts('Europe/Paris', '2026-10-01', 42)
    expect(starts).toHaveLength(43)
    for (const [at, start] of starts.entries())
      expect(clockAt('Europe/Paris', start)).toEqual({ day: addDays('2026-10-01', at), time: 0 })
  })
})

it.each([
  ['Europe/Paris', '2026-10-24T16:30:12.345Z', '2026-10-26', '2026-10-26T17:30:12.345Z'],
  ['Europe/Paris', '2026-03-28T01:30:00.000Z', '2026-03-29', '2026-03-29T01:30:00.000Z'],
  ['Europe/Paris', '2026-10-24T00:30:00.000Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-20T23:00:00.000Z', '2026-12-01', '2026-12-01T23:00:00.000Z'],
])('in %s the time of day of %s is, on %s, %s', (zone, at, day, moved) => {
  const { time } = clockAt(zone, Date.parse(at))
  expect(iso(momentIn(zone, day, time))).toBe(moved)
})

it('comes back to every moment but the second of two that clocks show alike', () => {
  for (let at = Date.UTC(2026, 9, 24); at < Date.UTC(2026, 9, 26); at += hour / 2) {
    const { day, time } = clockAt('Europe/Paris', at)
    const isSecond = at >= Date.UTC(2026, 9, 25, 1) && at < Date.UTC(2026, 9, 25, 2)
    expect(momentIn('Europe/Paris', day, time)).toBe(isSecond ? at - hour : at)
  }
})

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['0026-01-01', false],
  ['', false],
])('takes %j as a day: %s', (text, isOne) => expect(isDay(text)).toBe(isOne))
