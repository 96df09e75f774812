import { describe, expect, it } from 'vitest'
import { agreementOf, chanceOfAgreement } from './agreement.ts'
import { codewordOf, copyOfPart } from './film-mark.ts'

const key = Buffer.alloc(32, 7)
const wordOf = (mark: number, parts = 64) => codewordOf(key, 'film', mark, parts)
/** What a recording without any noise says of a film that was seen with this codeword. */
const valuesOf = (word: Uint8Array, parts = 64) =>
  Float64Array.from({ length: parts }, (_, part) => (copyOfPart(word, part) === 'a' ? 1 : -1))
const chance = (values: Float64Array, word: Uint8Array) => chanceOfAgreement(values, agreementOf(values, word))

describe('a codeword', () => {
  it('is its own for each mark and each film, half of each copy, and begins alike however long it is', () => {
    const words = Array.from({ length: 200 }, (_, mark) => Buffer.from(wordOf(mark)).toString('hex'))
    expect(new Set(words).size).toBe(200)
    expect(codewordOf(key, 'other', 1, 64)).not.toEqual(wordOf(1))
    expect(codewordOf(Buffer.alloc(32, 8), 'film', 1, 64)).not.toEqual(wordOf(1))
    const bits = words
      .join('')
      .split('')
      .flatMap((it) => [...Number.parseInt(it, 16).toString(2)])
    const share = bits.filter((it) => it === '1').length / (200 * 64)
    expect(Math.abs(share - 0.5)).toBeLessThan(0.02)
    for (const parts of [1, 9, 30])
      expect(copyOfPart(wordOf(3, parts), parts - 1)).toBe(copyOfPart(wordOf(3), parts - 1))
  })
})

describe('the chance that a codeword which was not used agrees as far', () => {
  it.each([
    { name: 'all of 40 equal parts', values: Array(40).fill(1), agreement: 40, chance: 2 ** -40 },
    { name: 'all of 40 weaker parts', values: Array(40).fill(0.1), agreement: 4, chance: 2 ** -40 },
    { name: 'all of three unequal parts', values: [1, 0.5, 0.2], agreement: 1.7, chance: 1 / 8 },
    { name: 'parts that say nothing beside', values: [1, 1, 1, 0, 0], agreement: 3, chance: 1 / 8 },
    { name: 'half of them', values: Array(40).fill(1), agreement: 0, chance: 1 },
    { name: 'fewer than half', values: Array(40).fill(1), agreement: -4, chance: 1 },
    { name: 'nothing at all', values: [0, 0], agreement: 0, chance: 1 },
  ])('$name', ({ values, agreement, chance }) => {
    expect(chanceOfAgreement(Float64Array.from(values), agreement) / chance).toBeCloseTo(1, 3)
  })

  it('is never below how often it happens', () => {
    const values = Float64Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? 1 : 0.4))
    const all = Array.from({ length: 4096 }, (_, word) => agreementOf(values, Uint8Array.of(word & 255, word >> 8)))
    for (const agreement of [0.5, 2, 4, 6, 7.2])
      expect(all.filter((it) => it >= agreement - 1e-9).length / 4096).toBeLessThanOrEqual(
        chanceOfAgreement(values, agreement) * (1 + 1e-9),
      )
  })
})

describe('two films that were mixed', () => {
  it('show both fans where there are parts enough, and no third of two thousand', () => {
    const parts = 400
    const [one, other] = [valuesOf(wordOf(1, parts), parts), valuesOf(wordOf(2, parts), parts)]
    const mixed = one.map((it, part) => (part % 2 === 0 ? it : (other[part] as number)))
    const found = Array.from({ length: 2_000 }, (_, mark) => mark).filter(
      (mark) => chance(mixed, wordOf(mark, parts)) * 2_000 < 1e-9,
    )
    expect(found).toEqual([1, 2])
  })

  it('show neither where half of the parts say nothing', () => {
    const [one, other] = [valuesOf(wordOf(1)), valuesOf(wordOf(2))]
    const blended = one.map((it, part) => (it + (other[part] as number)) / 2)
    for (let mark = 3; mark < 1_000; mark++) expect(chance(blended, wordOf(mark))).toBeGreaterThan(1e-9)
  })
})
