import { describe, expect, it } from 'vitest'
import {
  groupsOf,
  isOnShift,
  isOnShiftSince,
  isShiftZone,
  isWholeWeek,
  nextChange,
  parseShiftLog,
  type ShiftWindow,
  shiftLogText,
  spansOf,
  windowsOf,
} from './shift.ts'

const on = (days: readonly number[], from: string, to: string): ShiftWindow[] => days.map((day) => ({ day, from, to }))
const office = on([1, 2, 3, 4, 5], '09:00', '17:00')
const nights = on([5, 6, 7], '22:00', '06:00')
const [paris, newYork, lordHowe, kolkata] = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']

/** 23 November 2026 is a Monday; clocks are changed in Paris on 28 March 2027 and 25 October 2026, Sundays. */
describe('a shift', () => {
  it.each<[string, ShiftWindow[], string, string, boolean, string]>([
    // What it is at a moment, and when that changes.
    ['before it', office, paris, '2026-11-23T07:59:59.999Z', false, '2026-11-23T08:00:00Z'],
    ['at its first moment', office, paris, '2026-11-23T08:00:00Z', true, '2026-11-23T16:00:00Z'],
    ['in its last moment', office, paris, '2026-11-23T15:59:59.999Z', true, '2026-11-23T16:00:00Z'],
    ['at its end', office, paris, '2026-11-23T16:00:00Z', false, '2026-11-24T08:00:00Z'],
    ['on the weekend', office, paris, '2026-11-28T10:00:00Z', false, '2026-11-30T08:00:00Z'],
    ['in summer', office, paris, '2026-07-06T07:00:00Z', true, '2026-07-06T15:00:00Z'],
    ['half an hour off', office, kolkata, '2026-11-23T03:29:00Z', false, '2026-11-23T03:30:00Z'],
    ['at night, before midnight', nights, paris, '2026-11-27T21:30:00Z', true, '2026-11-28T05:00:00Z'],
    ['at night, after midnight', nights, paris, '2026-11-28T03:00:00Z', true, '2026-11-28T05:00:00Z'],
    ['at night, on the day of its end', nights, paris, '2026-11-28T05:00:00Z', false, '2026-11-28T21:00:00Z'],
    ['at night, on Sunday', nights, paris, '2026-11-29T22:59:59Z', true, '2026-11-30T05:00:00Z'],
    ['at night, on Monday', nights, paris, '2026-11-30T00:00:00Z', true, '2026-11-30T05:00:00Z'],
    ['at night, on a Tuesday', nights, paris, '2026-11-24T00:00:00Z', false, '2026-11-27T21:00:00Z'],
    ['of a whole day', on([3], '09:00', '09:00'), paris, '2026-11-26T07:00:00Z', true, '2026-11-26T08:00:00Z'],
    [
      'of two that overlap',
      [...office, ...on([1], '16:00', '20:00')],
      paris,
      '2026-11-23T15:30:00Z',
      true,
      '2026-11-23T19:00:00Z',
    ],
    [
      'of two that touch',
      [...on([1], '09:00', '12:00'), ...on([1], '12:00', '15:00')],
      paris,
      '2026-11-23T08:00:00Z',
      true,
      '2026-11-23T14:00:00Z',
    ],
    // Clocks go forward at 01:00 UTC: 02:00–03:00 is left out.
    [
      'when clocks go forward in it',
      on([7], '01:00', '05:00'),
      paris,
      '2027-03-28T00:30:00Z',
      true,
      '2027-03-28T03:00:00Z',
    ],
    [
      'that begins in the hour that is left out',
      on([7], '02:30', '05:00'),
      paris,
      '2027-03-28T00:59:00Z',
      false,
      '2027-03-28T01:00:00Z',
    ],
    [
      'that ends in the hour that is left out',
      on([7], '00:00', '02:30'),
      paris,
      '2027-03-28T00:30:00Z',
      true,
      '2027-03-28T01:00:00Z',
    ],
    [
      'within the hour that is left out',
      on([7], '02:15', '02:45'),
      paris,
      '2027-03-27T12:00:00Z',
      false,
      '2027-04-04T00:15:00Z',
    ],
    // Clocks go back at 01:00 UTC: 02:00–03:00 comes twice.
    [
      'when clocks go back in it',
      on([7], '01:00', '05:00'),
      paris,
      '2026-10-25T00:30:00Z',
      true,
      '2026-10-25T04:00:00Z',
    ],
    [
      'that begins in the hour that comes twice',
      on([7], '02:30', '05:00'),
      paris,
      '2026-10-25T00:45:00Z',
      true,
      '2026-10-25T01:00:00Z',
    ],
    [
      'that ends in the hour that comes twice',
      on([7], '00:00', '02:30'),
      paris,
      '2026-10-25T00:15:00Z',
      true,
      '2026-10-25T00:30:00Z',
    ],
    [
      'that ended before the hour came again',
      on([7], '00:00', '02:30'),
      paris,
      '2026-10-25T00:30:00Z',
      false,
      '2026-10-25T01:00:00Z',
    ],
    ['in New York', on([7], '00:00', '06:00'), newYork, '2026-11-01T05:30:00Z', true, '2026-11-01T11:00:00Z'],
    [
      'where clocks change by half an hour',
      on([7], '00:00', '06:00'),
      lordHowe,
      '2026-10-03T15:00:00Z',
      true,
      '2026-10-03T19:00:00Z',
    ],
  ])('%s', (_, windows, zone, at, isOn, changes) => {
    const spans = spansOf(windows)
    expect(isOnShift(spans, zone, Date.parse(at))).toBe(isOn)
    expect(new Date(nextChange(spans, zone, Date.parse(at)))).toEqual(new Date(changes))
  })

  it.each<[string, ShiftWindow[], string, string, boolean]>([
    ['in one window', office, '2026-11-23T08:00:00Z', '2026-11-23T15:00:00Z', true],
    ['from before it', office, '2026-11-23T07:59:00Z', '2026-11-23T09:00:00Z', false],
    [
      'through a break',
      [...on([1], '09:00', '12:00'), ...on([1], '13:00', '17:00')],
      '2026-11-23T10:00:00Z',
      '2026-11-23T12:30:00Z',
      false,
    ],
    ['through midnight', nights, '2026-11-27T21:00:00Z', '2026-11-28T04:00:00Z', true],
    ['through the end of the week', nights, '2026-11-29T21:00:00Z', '2026-11-30T04:00:00Z', true],
    ['from one night to the next', nights, '2026-11-28T04:00:00Z', '2026-11-28T22:00:00Z', false],
    ['from one week to the next', office, '2026-11-23T09:00:00Z', '2026-11-30T09:00:00Z', false],
    [
      'through a short break in a week',
      [...on([1], '12:15', '12:00'), ...on([2, 3, 4, 5, 6, 7], '12:00', '12:00')],
      '2026-11-23T10:50:00Z',
      '2026-11-23T11:20:00Z',
      false,
    ],
    ['when clocks go back', on([7], '01:00', '05:00'), '2026-10-25T00:50:00Z', '2026-10-25T01:05:00Z', true],
    ['when clocks go forward', on([7], '01:00', '05:00'), '2027-03-28T00:50:00Z', '2027-03-28T01:05:00Z', true],
  ])('holds without a break %s', (_, windows, since, at, holds) => {
    expect(isOnShiftSince(spansOf(windows), paris, Date.parse(since), Date.parse(at))).toBe(holds)
  })
})

it.each([
  [paris, '2027-03-25'],
  [paris, '2026-10-22'],
  [newYork, '2026-10-29'],
  [lordHowe, '2026-10-01'],
  ['America/Santiago', '2026-09-03'],
])('changes when it is said to, and not before, in %s in the days after %s, in which clocks change', (zone, day) => {
  const spans = spansOf([
    ...on([6, 7], '23:15', '02:40'),
    ...on([5, 7], '01:00', '02:00'),
    ...on([1], '00:00', '00:30'),
  ])
  const [start, step] = [Date.parse(day) + 2 * 86_400_000, 10 * 60_000]
  const wrong: number[] = []
  for (let at = start; at < start + 2 * 86_400_000; at += 7 * step) {
    const [change, isOn] = [nextChange(spans, zone, at), isOnShift(spans, zone, at)]
    for (let before = at; before < Math.min(change, at + 86_400_000); before += step)
      if (isOnShift(spans, zone, before) !== isOn) wrong.push(before)
    if (change <= at || isOnShift(spans, zone, change - 1) !== isOn || isOnShift(spans, zone, change) === isOn)
      wrong.push(change)
  }
  expect(wrong).toEqual([])
})

describe('windows', () => {
  it.each<[string, ShiftWindow[], [number, number][]]>([
    ['none', [], []],
    ['one', on([1], '09:00', '17:00'), [[540, 1020]]],
    ['that overlap', [...on([1], '09:00', '17:00'), ...on([1], '16:00', '18:30')], [[540, 1110]]],
    ['that touch', [...on([1], '12:00', '17:00'), ...on([1], '09:00', '12:00')], [[540, 1020]]],
    ['one within the other', [...on([1], '09:00', '17:00'), ...on([1], '10:00', '11:00')], [[540, 1020]]],
    [
      'of two nights',
      on([1, 2], '22:00', '06:00'),
      [
        [1320, 1800],
        [2760, 3240],
      ],
    ],
    ['from Sunday to Monday', on([7], '22:00', '06:00'), [[9960, 10440]]],
    ['that meet at the end of the week', [...on([7], '22:00', '00:00'), ...on([1], '00:00', '06:00')], [[9960, 10440]]],
    [
      'that overlap there, with one more on Monday',
      [...on([7], '22:00', '06:00'), ...on([1], '05:00', '07:00'), ...on([1], '09:00', '10:00')],
      [
        [540, 600],
        [9960, 10500],
      ],
    ],
    ['of every day and night', on([1, 2, 3, 4, 5, 6, 7], '09:00', '09:00'), [[0, 10080]]],
  ])('%s', (_, windows, spans) => {
    expect(spansOf(windows)).toEqual(spans)
    expect(spansOf(windowsOf(spans))).toEqual(spans)
    expect(isWholeWeek(spans)).toBe(spans[0]?.[1] === 10080 && spans[0]?.[0] === 0)
  })

  it('are cut into days that may be sent again', () => {
    expect(windowsOf([[540, 3430]])).toEqual([
      { day: 1, from: '09:00', to: '09:00' },
      { day: 2, from: '09:00', to: '08:55' },
      { day: 3, from: '08:55', to: '09:10' },
    ])
  })

  it('are told together where their times are the same, and come back from the log', () => {
    const windows = [...office, ...on([6], '22:00', '06:00')]
    expect(groupsOf(windows)).toEqual([
      { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
      { days: [6], from: '22:00', to: '06:00' },
    ])
    const text = shiftLogText({ zone: paris, windows })
    expect(text).toBe('Mon Tue Wed Thu Fri 09:00-17:00, Sat 22:00-06:00, Europe/Paris')
    expect(parseShiftLog(text)).toEqual({ zone: paris, windows })
    for (const other of ['', 'Europe/Paris', 'something, Europe/Paris', 'Mon 09:00-17:00, Nowhere'])
      expect(parseShiftLog(other)).toBeNull()
  })
})

it.each([
  ['Europe/Paris', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['CET', false],
  ['EST5EDT', false],
  ['+01:00', false],
  ['Europe/Nowhere', false],
  ['europe/paris', false],
  ["Europe/Paris'", false],
  ['', false],
])('takes %j as the time zone of a shift: %s', (name, isOne) => expect(isShiftZone(name)).toBe(isOne))
