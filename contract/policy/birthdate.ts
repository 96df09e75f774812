import { minimumAge } from '../limits.ts'

/**
 * Whether an account may take this birthdate (product §25), `YYYY-MM-DD`. `refused` is the birthdate for which it was
 * refused as a minor's before: from then on no other one is accepted, and this one only once its person is of age.
 */
export function birthdateVerdict(
  birthdate: string,
  refused: string | null,
  now: number,
): 'allowed' | 'underage' | 'not a day' | 'not possible' {
  const born = new Date(`${birthdate}T00:00:00Z`)
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birthdate) return 'not a day'
  if (born.getTime() > now || born.getUTCFullYear() < 1900) return 'not possible'
  if (isMinor(birthdate, now)) return 'underage'
  return refused === null || refused === birthdate ? 'allowed' : 'underage'
}

/** Under 18, for which an account is not activated. */
export const isMinor = (birthdate: string, now: number): boolean => ageAt(birthdate, now) < minimumAge

/** Whole years since a birthdate, in UTC. In a year without 29 February its birthday is 1 March. */
export function ageAt(birthdate: string, now: number): number {
  const born = new Date(`${birthdate}T00:00:00Z`)
  const years = new Date(now).getUTCFullYear() - born.getUTCFullYear()
  const birthday = Date.UTC(born.getUTCFullYear() + years, born.getUTCMonth(), born.getUTCDate())
  return birthday > now ? years - 1 : years
}
