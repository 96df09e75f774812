import { randomInt } from 'node:crypto'

/** Ten recovery codes such as `x4k7q-9bmwt`, of 49 bits each, in characters that look different on paper. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, () => `${word()}-${word()}`)

const word = (): string => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')
/** Without i and 1, l and I, o and 0. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'
