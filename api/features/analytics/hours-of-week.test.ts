import { expect, it } from 'vitest'
import { nameHour, stretchesOf } from './hours-of-week.ts'

const quarterMs = 900_000
const year = { from: new Date('2026-01-01'), to: new Date('2027-01-01') }
/** At which hours of the week clocks of a zone show moments of the year, as the statement counts them; how often each. */
function hours(timeZone: string, ...moments: string[]): number[][] {
  const hoursOf = moments.map((it) => {
    const quarter = Math.floor(Date.parse(it) / quarterMs)
    const found = stretchesOf(year, timeZone).filter((it) => it.since <= quarter && quarter < it.until)
    expect(found).toHaveLength(1)
    const shift = found[0]?.shift ?? Number.NaN
    return (Math.floor((quarter + shift) / 4) + 72) % 168
  })
  return [...new Set(hoursOf)]
    .sort((a, b) => a - b)
    .map((hour) => [...Object.values(nameHour(hour)), hoursOf.filter((it) => it === hour).length])
}

it.each<[what: string, zone: string, moments: string[], hours: number[][]]>([
  [
    'in UTC',
    'UTC',
    ['2026-11-23T00:00Z', '2026-11-29T23:45Z'],
    [
      [1, 0, 1],
      [7, 23, 1],
    ],
  ],
  ['on the day before in the west', 'America/New_York', ['2026-11-23T02:00Z'], [[7, 21, 1]]],
  [
    'by half an hour',
    'Asia/Kolkata',
    ['2026-11-23T00:15Z', '2026-11-23T00:30Z'],
    [
      [1, 5, 1],
      [1, 6, 1],
    ],
  ],
  [
    'by three quarters',
    'Asia/Kathmandu',
    ['2026-11-23T00:00Z', '2026-11-23T00:15Z'],
    [
      [1, 5, 1],
      [1, 6, 1],
    ],
  ],
  // Paris goes from 3:00 back to 2:00 on 2026-10-25 at 1:00 UTC, so its two o'clock comes twice.
  [
    'through a clock change',
    'Europe/Paris',
    ['2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:30Z'],
    [
      [7, 2, 2],
      [7, 3, 1],
    ],
  ],
  [
    'on the days around one',
    'Europe/Paris',
    ['2026-10-24T10:00Z', '2026-10-26T10:00Z'],
    [
      [1, 11, 1],
      [6, 12, 1],
    ],
  ],
])('counts sales %s', (_, zone, moments, expected) => expect(hours(zone, ...moments)).toEqual(expected))

it('parts a span where clocks are changed, at the quarter of the hour', () => {
  const partsOf = (timeZone: string) =>
    stretchesOf(year, timeZone).map((it) => [
      new Date(it.since * quarterMs).toISOString().slice(0, 16),
      new Date(it.until * quarterMs).toISOString().slice(0, 16),
      it.shift,
    ])
  expect(partsOf('Europe/Paris')).toEqual([
    ['2026-01-01T00:00', '2026-03-29T01:00', 4],
    ['2026-03-29T01:00', '2026-10-25T01:00', 8],
    ['2026-10-25T01:00', '2027-01-01T00:00', 4],
  ])
  expect(partsOf('Asia/Kathmandu')).toEqual([['2026-01-01T00:00', '2027-01-01T00:00', 23]])
  // Their clocks are changed by half an hour.
  expect(partsOf('Australia/Lord_Howe').map(([, , shift]) => shift)).toEqual([44, 42, 44])
})
