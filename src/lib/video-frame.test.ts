import { describe, expect, it } from 'vitest'
import { framePositions, isDark } from './video-frame.ts'

describe('framePositions', () => {
  it.each([
    ['a video of two minutes', 120, [1, 3, 30, 60]],
    ['a clip of a second and a half', 1.5, [0.75]],
    ['four seconds', 4, [1, 3, 2]],
    ['a recording that does not know its length', Number.POSITIVE_INFINITY, [1, 3]],
    ['no length at all', Number.NaN, [1, 3]],
  ])('%s', (_, duration, moments) => {
    expect(framePositions(duration)).toEqual(moments)
  })
})

describe('isDark', () => {
  const pixels = (...colours: [number, number, number][]) =>
    new Uint8ClampedArray(colours.flatMap((it) => [...it, 255]))
  const many = (count: number, colour: [number, number, number]) => Array.from({ length: count }, () => colour)

  it('finds black and the noise of a dark room too dark', () => {
    expect(isDark(pixels(...many(100, [0, 0, 0])))).toBe(true)
    expect(isDark(pixels(...many(100, [24, 26, 22])))).toBe(true)
    expect(isDark(pixels(...many(99, [0, 0, 0]), [255, 255, 255]))).toBe(true)
    expect(isDark(new Uint8ClampedArray())).toBe(true)
  })
  it('accepts a face in a spot of light', () => {
    expect(isDark(pixels(...many(90, [0, 0, 0]), ...many(10, [180, 130, 110])))).toBe(false)
    expect(isDark(pixels(...many(100, [80, 30, 80])))).toBe(false)
  })
})
