import { copyOfPart } from './film-mark.ts'

/**
 * What a recording says of each part of a film: above 0 for copy `a`, below it for `b`, and at most 1 either way; 0 where
 * it says nothing.
 */
export type PartValues = Float64Array

/** How far a codeword agrees with a recording: the sum of the values of its parts with its signs. */
export function agreementOf(values: PartValues, codeword: Uint8Array): number {
  let sum = 0
  for (let part = 0; part < values.length; part++)
    sum += copyOfPart(codeword, part) === 'a' ? (values[part] as number) : -(values[part] as number)
  return sum
}

/**
 * The most likely it can be that a codeword which was not used agrees as far, whatever the recording shows. Its bits are
 * independent of it, so Chernoff's inequality for weighted random signs holds: the least that
 * exp(-t x) ∏ cosh(t vₖ) is for any t. Where n parts of equal weight all agree it is 2⁻ⁿ.
 */
export function chanceOfAgreement(values: PartValues, agreement: number): number {
  if (agreement <= 0) return 1
  const weights = values.map(Math.abs).filter((it) => it > 1e-6)
  const slope = (t: number) => weights.reduce((sum, it) => sum + it * Math.tanh(t * it), 0) - agreement
  let [low, high] = [0, 1]
  while (slope(high) < 0 && high < largestT) high *= 2
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (slope(middle) < 0) low = middle
    else high = middle
  }
  const logarithm = weights.reduce((sum, it) => sum + logCosh(high * it), -high * agreement)
  return Math.min(1, Math.exp(logarithm))
}

/** Where all parts agree, the least is reached at infinity. */
const largestT = 1e6

/** Of large numbers too, where cosh is infinite. */
const logCosh = (it: number): number => Math.abs(it) + Math.log1p(Math.exp(-2 * Math.abs(it))) - Math.LN2
