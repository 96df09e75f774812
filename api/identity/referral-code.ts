import { randomInt } from 'node:crypto'

/** A referral code: eight letters and digits that are not taken for one another. */
export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
