import { expect, it } from 'vitest'
import { isOnShift, isOnShiftSince, isWholeWeek, type Shift, spansOf } from '../../contract/policy/shift.ts'
import { offsetOf } from '../../contract/policy/zoned-time.ts'
import { dice } from '../../tests/support/audience.ts'
import { testApi } from '../../tests/support/test-api.ts'
import { bool, records, statement, text, timestamptz } from '../platform/db/statement.ts'
import { onShift, onShiftSince, shiftOf, toShiftRow } from './shifts.ts'

const api = testApi()
const random = dice(79)
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

const zones = [
  'UTC',
  'Europe/Paris',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Africa/Cairo',
  'Etc/GMT+5',
]
const [first, last] = [Date.parse('2025-01-01T00:00:00Z'), Date.parse('2029-01-01T00:00:00Z')]

/** The days on which the clocks of a zone are changed. */
const changes = new Map(
  zones.map((zone) => {
    const days = Array.from({ length: (last - first) / dayMs }, (_, day) => first + day * dayMs)
    return [zone, days.filter((day) => offsetOf(zone, day) !== offsetOf(zone, day + dayMs))]
  }),
)

const clock = (minute: number) => new Date(minute * minuteMs).toISOString().slice(11, 16)

function randomShift(): Shift {
  // Small differences make windows that touch, overlap and are changed with the clocks.
  const base = random(96) * 15
  const windows = Array.from({ length: random(6) + 1 }, () => {
    const from = (base + random(24) * 30) % 1_440
    const day = random(7) + 1
    return { day, from: clock(from), to: clock((from + 15 + random(80) * 18) % 1_440) }
  })
  return { zone: zones[random(zones.length)] ?? 'UTC', windows }
}

function randomMoment(zone: string): number {
  const days = changes.get(zone) ?? []
  const onDay = days[random(Math.max(days.length, 1))]
  if (onDay === undefined || random(2) === 0) return first + random(4 * 365) * dayMs + random(dayMs)
  return onDay - 3 * hourMs + random(30 * 12) * 5 * minuteMs + (random(3) - 1)
}

const asked = statement(
  'test_on_shift',
  { rows: records({ at: timestamptz, since: timestamptz, shifts: text, shift_zone: text }) },
  { is_on: bool, since: bool },
  ({ rows }) => `
    select ${onShift('g.at')} as is_on, ${onShiftSince('g.since', 'g.at')} as since
    from (select r.at, r.since, r.shifts::int4multirange as shifts, r.shift_zone, r.n
      from ${rows.as('r', 'n')}) g order by g.n`,
)

it('is the same in SQL as the rule says, over random windows, zones and moments', async () => {
  const cases = Array.from({ length: 4_000 }, () => {
    const shift = randomShift()
    const at = randomMoment(shift.zone)
    return { shift, at, since: at - random(8 * 60) * minuteMs }
  }).filter(({ shift }) => !isWholeWeek(spansOf(shift.windows)))
  const rows = cases.map(({ shift, at, since }) => {
    const { shifts, shift_zone } = toShiftRow(shift)
    return { at: new Date(at), since: new Date(since), shifts: shifts ?? '', shift_zone: shift_zone ?? '' }
  })
  const answers = await api.db.run(asked, { rows })
  const expected = cases.map(({ shift, at, since }) => {
    const spans = spansOf(shift.windows)
    return { is_on: isOnShift(spans, shift.zone, at), since: isOnShiftSince(spans, shift.zone, since, at) }
  })
  expect(answers).toHaveLength(cases.length)
  const wrong = cases.filter((_, n) => JSON.stringify(answers[n]) !== JSON.stringify(expected[n]))
  expect(wrong.map((it) => ({ ...it, at: new Date(it.at), since: new Date(it.since) }))).toEqual([])
  // Both answers are common, and continuity is something else than being on shift.
  for (const [a, b] of [
    [true, true],
    [true, false],
    [false, false],
  ])
    expect(expected.filter((it) => it.is_on === a && it.since === b).length).toBeGreaterThan(200)
})

it('comes back from its row as it was merged', () => {
  for (let n = 0; n < 200; n++) {
    const shift = randomShift()
    expect(shiftOf(toShiftRow(shift))).toEqual({ zone: shift.zone, spans: spansOf(shift.windows) })
  }
  expect(shiftOf(toShiftRow(null))).toBeNull()
})
