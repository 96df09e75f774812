import { afterEach, expect, it } from 'vitest'
import { dayOf, endOfDay } from './dates.ts'

const here = process.env.TZ
afterEach(() => {
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
