import { randomInt } from 'node:crypto'

/**
 * A code for a link that people also read out: capitals and digits without lookalikes, 2^48 of them. It starts with a
 * letter, so that no address bar takes it for a number.
 */
export const newCode = (): string => one(letters) + Array.from({ length: 9 }, () => one(letters + digits)).join('')

const one = (from: string): string => from.charAt(randomInt(from.length))
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const digits = '23456789'
