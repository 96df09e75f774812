import { afterEach, expect, it } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { dayOf, dayText, endOfDay } from './dates.ts'

const here = process.env.TZ
afterEach(() => {
  overwriteGetLocale(() => 'en')
  if (here === undefined) delete process.env.TZ
  else process.env.TZ = here
})

it.each(['UTC', 'America/Los_Angeles', 'Europe/Paris', 'Pacific/Kiritimati'])(
  'in %s a day that is saved and shown again is the same day',
  (zone) => {
    process.env.TZ = zone
    for (const day of ['2026-11-20', '2026-12-31', '2028-02-29']) {
      const saved = new Date(endOfDay(day)).toISOString()
      expect(dayOf(saved)).toBe(day)
      expect(dayOf(endOfDay(dayOf(saved)))).toBe(day)
    }
  },
)

it.each([
  ['en', '2026-01-01', 'January 1, 2026'],
  ['fr', '2026-01-01', '1er janvier 2026'],
  ['fr', '2026-01-11', '11 janvier 2026'],
] as const)('a day is written as the language does: %s %s', (locale, day, text) => {
  overwriteGetLocale(() => locale)
  expect(dayText(day)).toBe(text)
})
