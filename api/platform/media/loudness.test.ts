import { describe, expect, it } from 'vitest'
import { applyGain, createMeter, gainCurve, targetLufs, waveformOf } from './loudness.ts'

const rate = 48_000
/** A tone of so many seconds at a level in dB of full scale. */
const tone = (level: number, seconds: number, { frequency = 997, phase = 0 } = {}) => {
  const height = 10 ** (level / 20)
  return Float32Array.from(
    { length: seconds * rate },
    (_, n) => height * Math.sin((2 * Math.PI * frequency * n) / rate + phase),
  )
}
const measure = (parts: Float32Array[], channels = 2) => {
  const meter = createMeter(rate, channels)
  for (const part of parts) meter.add(Array.from({ length: channels }, () => part))
  return meter.levels()
}

describe('the meter', () => {
  it.each([
    ['a tone at -23 dB', [tone(-23, 5)], -23],
    ['the same with quiet minutes around it, which do not count', [tone(-40, 10), tone(-23, 15), tone(-40, 10)], -23],
    ['silence before it, which does not count', [new Float32Array(rate * 20), tone(-20, 5)], -20],
    ['less than one window', [tone(-18, 0.1)], -18],
  ])('measures %s', (_, parts, lufs) => {
    expect(measure(parts).loudness).toBeCloseTo(lufs, 0)
  })

  it('takes one channel for two, which is how it is heard', () => {
    expect(measure([tone(-23, 5)], 1).loudness).toBeCloseTo(measure([tone(-23, 5)], 2).loudness ?? 0, 5)
  })

  it('has no loudness for silence, and none for nothing', () => {
    expect([measure([new Float32Array(rate)]).loudness, measure([]).loudness]).toEqual([null, null])
  })

  it('finds the peak between two samples', () => {
    const between = measure([tone(0, 1, { frequency: rate / 4, phase: Math.PI / 4 })]).peaks[50] ?? 0
    expect(20 * Math.log10(between)).toBeGreaterThan(-0.5)
  })
})

describe('the gain', () => {
  it('brings quiet and loud sounds to the same loudness', () => {
    for (const level of [-30, -16, -6]) {
      const sound = [tone(level, 5).slice(), tone(level, 5).slice()]
      applyGain(gainCurve(measure([tone(level, 5)])), sound, 0, rate)
      const evened = createMeter(rate, 2)
      evened.add(sound)
      expect(evened.levels().loudness).toBeCloseTo(targetLufs, 0)
    }
  })

  it('lets no peak of a quiet sound leave more than -1 dB', () => {
    const talk = tone(-34, 4)
    talk.set(tone(-3, 0.02), rate * 2)
    const sound = [talk]
    applyGain(gainCurve(measure([talk], 1)), sound, 0, rate)
    const { peaks } = measure(sound, 1)
    expect(20 * Math.log10(Math.max(...peaks))).toBeLessThan(-1)
    // Before the peak and a while after it, it is as loud as the rest.
    expect(peaks[100] ?? 0).toBeGreaterThan(0.05)
    expect(peaks[390] ?? 0).toBeGreaterThan(0.05)
  })

  it('does not make the noise of an empty room loud', () => {
    expect(Math.max(...gainCurve(measure([tone(-65, 2)])))).toBeLessThanOrEqual(10.01)
  })

  it('leaves silence as it is', () => {
    expect(new Set(gainCurve(measure([new Float32Array(rate)])))).toEqual(new Set([1]))
  })
})

describe('the waveform', () => {
  it('has 200 bars, the highest of them 100', () => {
    const bars = waveformOf(measure([tone(-20, 2), tone(-10, 2)]).peaks)
    expect([bars.length, Math.max(...bars)]).toEqual([200, 100])
    expect((bars[40] ?? 0) < 40 && (bars[160] ?? 0) > 90).toBe(true)
  })

  it.each([[[]], [[0.5]], [[0.1, 0.2, 0.3]]])('has them also of a sound of %j', (peaks) => {
    expect(waveformOf(peaks)).toHaveLength(200)
  })
})
