import type { Shift } from '../../contract/policy/shift.ts'

/** A shift of one window, by the clocks of UTC, that begins so many minutes from now and lasts so many. */
export function shiftFromNow(begins: number, lasts = 60): Shift {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const clock = (moment: Date) => moment.toISOString().slice(11, 16)
  const [from, to] = [at(begins), at(begins + lasts)]
  return { zone: 'UTC', windows: [{ day: ((from.getUTCDay() + 6) % 7) + 1, from: clock(from), to: clock(to) }] }
}

/** Monday to Friday. */
export const office: Shift = {
  zone: 'Europe/Paris',
  windows: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' })),
}
