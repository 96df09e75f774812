import { afterEach, expect, it } from 'vitest'
import type { ShiftWindow } from '../../contract/policy/shift.ts'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { shiftText, whenText } from './shift-text.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

const on = (days: readonly number[], from: string, to: string): ShiftWindow[] => days.map((day) => ({ day, from, to }))
const weekdays = [1, 2, 3, 4, 5]
const nbsp = '\u00a0'

it.each<[string, ShiftWindow[], string, string, string]>([
  [
    'days in a row',
    on(weekdays, '09:00', '17:00'),
    'Europe/Paris',
    'Mon–Fri 09:00–17:00, Paris',
    'lun.–ven. 09:00–17:00, Paris',
  ],
  ['two days', on([6, 7], '10:00', '14:00'), 'UTC', 'Sat, Sun 10:00–14:00, UTC', 'sam., dim. 10:00–14:00, UTC'],
  [
    'days apart',
    on([1, 3, 5, 6, 7], '22:00', '06:00'),
    'America/New_York',
    'Mon, Wed, Fri–Sun 22:00–06:00, New York',
    'lun., mer., ven.–dim. 22:00–06:00, New York',
  ],
  [
    'every day, all of it',
    on([1, 2, 3, 4, 5, 6, 7], '00:00', '00:00'),
    'UTC',
    'Every day 00:00–24:00, UTC',
    'Tous les jours 00:00–24:00, UTC',
  ],
  [
    'two times on the same days, and another day',
    [...on(weekdays, '09:00', '12:00'), ...on(weekdays, '13:00', '17:00'), ...on([6], '10:00', '14:00')],
    'America/Argentina/Buenos_Aires',
    'Mon–Fri 09:00–12:00, 13:00–17:00; Sat 10:00–14:00, Buenos Aires',
    'lun.–ven. 09:00–12:00, 13:00–17:00; sam. 10:00–14:00, Buenos Aires',
  ],
])('says %s', (_, windows, zone, english, french) => {
  expect(shiftText({ zone, windows })).toBe(english)
  overwriteGetLocale(() => 'fr')
  expect(shiftText({ zone, windows })).toBe(french.replaceAll('; ', `${nbsp}; `))
})

/** Thursday, 26 November 2026, ten in the evening in Paris. */
const now = Date.parse('2026-11-26T21:00:00Z')
it.each([
  ['2026-11-26T22:30:00Z', 'Europe/Paris', 'at 23:30', 'à 23:30'],
  ['2026-11-26T23:30:00Z', 'Europe/Paris', 'tomorrow at 00:30', 'demain à 00:30'],
  ['2026-11-26T23:30:00Z', 'America/New_York', 'at 18:30', 'à 18:30'],
  ['2026-11-25T16:00:00Z', 'Europe/Paris', 'yesterday at 17:00', 'hier à 17:00'],
  ['2026-11-30T08:00:00Z', 'Europe/Paris', 'Monday at 09:00', 'lundi à 09:00'],
  ['2026-12-03T08:00:00Z', 'Europe/Paris', 'Thursday, December 3 at 09:00', 'jeudi 3 décembre à 09:00'],
  ['2026-11-20T08:00:00Z', 'Europe/Paris', 'Friday, November 20 at 09:00', 'vendredi 20 novembre à 09:00'],
])('says when %s is in %s', (iso, zone, english, french) => {
  expect(whenText(iso, zone, now)).toBe(english)
  overwriteGetLocale(() => 'fr')
  expect(whenText(iso, zone, now)).toBe(french)
})
