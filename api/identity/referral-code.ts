import { randomInt } from 'node:crypto'
import type { Db } from '../platform/db/db.ts'
import { userByReferralCode } from './statements.ts'

/** A referral code: eight letters and digits without lookalikes. */
export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The user with this referral code, for a new account; null for an unknown code. */
export async function referrerOf(db: Db, code: unknown): Promise<string | null> {
  if (typeof code !== 'string' || code.length > 20) return null
  const [row] = await db.run(userByReferralCode, { code })
  return row?.id ?? null
}
