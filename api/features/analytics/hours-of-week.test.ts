import { expect, it } from 'vitest'
import { hoursOfWeek } from './hours-of-week.ts'

const at = (iso: string, sales = 1) => ({ quarter: Date.parse(iso) / 900_000, sales, paid: 100 * sales })
const hours = (zone: string, ...moments: string[]) =>
  hoursOfWeek(
    moments.map((it) => at(it)),
    zone,
  ).map(({ weekday, hour, sales }) => [weekday, hour, sales])

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

it('adds up the same hour of several weeks', () => {
  expect(hoursOfWeek([at('2026-11-23T10:00Z', 2), at('2026-11-16T10:45Z', 3)], 'UTC')).toEqual([
    { weekday: 1, hour: 10, sales: 5, paid: 500 },
  ])
})
