/** How loud a sound is, as measured by a meter. */
export type Levels = {
  /** Integrated loudness in LUFS (EBU R 128, ITU-R BS.1770); null for silence. */
  loudness: number | null
  /** The true peak of every hundredth of a second, 1 being full scale. */
  peaks: number[]
}

/**
 * Measures sound that is added in pieces of planar samples. A single channel counts as two, because it is played from
 * two speakers.
 */
export function createMeter(sampleRate: number, channelCount: number): Meter {
  const framesPerBlock = Math.round(sampleRate * blockSeconds)
  const channels = Array.from({ length: channelCount }, () => ({
    weight: kWeighting(sampleRate),
    truePeak: truePeakMeter(),
  }))
  const share = channelCount === 1 ? 2 : 1
  const energies: number[] = []
  const peaks: number[] = []
  let [sum, most, filled] = [0, 0, 0]
  const closeBlock = () => {
    energies.push((sum * share) / filled)
    peaks.push(most)
    ;[sum, most, filled] = [0, 0, 0]
  }
  return {
    seconds: () => peaks.length * blockSeconds + filled / sampleRate,
    add: (planes) => {
      const frames = planes[0]?.length ?? 0
      for (let at = 0; at < frames; at++) {
        for (let n = 0; n < channelCount; n++) {
          const channel = channels[n] as (typeof channels)[number]
          const sample = planes[n]?.[at] ?? 0
          const weighted = channel.weight(sample)
          sum += weighted * weighted
          most = Math.max(most, channel.truePeak(sample))
        }
        filled++
        if (filled === framesPerBlock) closeBlock()
      }
    },
    levels: () => {
      if (filled > 0) closeBlock()
      return { loudness: integrate(energies), peaks }
    },
  }
}

export type Meter = {
  /** How much has been added. */
  seconds(): number
  add(planes: readonly Float32Array[]): void
  levels(): Levels
}

/** What sounds are brought to: as loud as podcasts are, because half of what fans hear is speech. */
export const targetLufs = -16
/** Half a decibel below what may leave, because an encoder overshoots. */
const ceiling = fromDecibels(-1.5)
/** Louder than this only the noise of a silent recording would become. */
const mostGain = fromDecibels(20)

/**
 * The gain at both ends of every hundredth of a second, between which it changes steadily: `targetLufs`, and less around
 * peaks that would leave more than -1 dB. It falls within a few hundredths before a peak, and returns more slowly.
 */
export function gainCurve({ loudness, peaks }: Levels): Float32Array {
  const wanted = loudness === null ? 1 : Math.min(mostGain, fromDecibels(targetLufs - loudness))
  const limits = Float32Array.from(peaks, (peak) => Math.min(wanted, ceiling / Math.max(peak, Number.EPSILON)))
  for (let at = 1; at < limits.length; at++) limits[at] = Math.min(limit(at), limit(at - 1) * release)
  for (let at = limits.length - 2; at >= 0; at--) limits[at] = Math.min(limit(at), limit(at + 1) * attack)
  const curve = new Float32Array(limits.length + 1)
  for (let at = 0; at < curve.length; at++) curve[at] = Math.min(limit(at - 1), limit(at))
  return curve

  function limit(at: number): number {
    return limits[Math.max(0, Math.min(at, limits.length - 1))] ?? wanted
  }
}

const release = fromDecibels(0.3)
const attack = fromDecibels(3)

/** Applies a gain curve to planar samples that begin at `seconds`, in place. */
export function applyGain(curve: Float32Array, planes: readonly Float32Array[], seconds: number, rate: number): void {
  const last = curve.length - 1
  const frames = planes[0]?.length ?? 0
  for (let at = 0; at < frames; at++) {
    const place = Math.max(0, Math.min(last, (seconds + at / rate) / blockSeconds))
    const from = Math.floor(place)
    const before = curve[from] ?? 1
    const gain = before + ((curve[Math.min(last, from + 1)] ?? before) - before) * (place - from)
    for (const plane of planes) plane[at] = (plane[at] ?? 0) * gain
  }
}

/** How many bars a waveform has. */
const waveformBars = 200

/** The course of a sound in `waveformBars` bars from 0 to 100, the highest being 100; all 0 for silence. */
export function waveformOf(peaks: readonly number[]): number[] {
  const bars = Array.from({ length: waveformBars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / waveformBars)
    const slice = peaks.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / waveformBars)))
    return slice.reduce((sum, it) => sum + it, 0) / Math.max(1, slice.length)
  })
  const most = Math.max(...bars)
  return bars.map((it) => (most > 0 ? Math.round((it / most) * 100) : 0))
}

const blockSeconds = 0.01
/** Loudness is measured in windows of 400 ms, one every 100 ms. */
const [windowBlocks, stepBlocks] = [40, 10]

/** Windows below -70 LUFS do not count, and neither do those 10 LU below the mean of the rest. */
function integrate(energies: readonly number[]): number | null {
  const windows: number[] = []
  for (let from = 0; from === 0 || from + windowBlocks <= energies.length; from += stepBlocks)
    windows.push(meanOf(energies.slice(from, from + windowBlocks)))
  const audible = windows.filter((it) => toLufs(it) > -70)
  if (audible.length === 0) return null
  const gate = toLufs(meanOf(audible)) - 10
  return toLufs(meanOf(audible.filter((it) => toLufs(it) > gate)))
}

const meanOf = (all: readonly number[]) => all.reduce((sum, it) => sum + it, 0) / Math.max(1, all.length)
const toLufs = (energy: number) => -0.691 + 10 * Math.log10(energy)

function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20)
}

/** The two filters of BS.1770 that weigh frequencies as an ear does, at any sample rate. */
function kWeighting(rate: number): (sample: number) => number {
  const head = highShelf(rate)
  const low = highPass(rate)
  return (sample) => low(head(sample))
}

function highShelf(rate: number) {
  const [k, q] = [Math.tan((Math.PI * 1681.974450955533) / rate), 0.7071752369554196]
  const high = fromDecibels(3.999843853973347)
  const middle = high ** 0.4996667741545416
  const norm = 1 + k / q + k * k
  return biquad(
    [(high + (middle * k) / q + k * k) / norm, (2 * (k * k - high)) / norm, (high - (middle * k) / q + k * k) / norm],
    [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
  )
}

function highPass(rate: number) {
  const [k, q] = [Math.tan((Math.PI * 38.13547087602444) / rate), 0.5003270373238773]
  const norm = 1 + k / q + k * k
  return biquad([1, -2, 1], [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm])
}

function biquad([b0, b1, b2]: [number, number, number], [a1, a2]: [number, number]): (sample: number) => number {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return (x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
}

/** The highest of a sample and of three between it and the next, which a player's converter makes of them. */
function truePeakMeter(): (sample: number) => number {
  // Written twice, so that the latest always lie side by side.
  const last = new Float32Array(taps * 2)
  let at = 0
  return (sample) => {
    last[at] = sample
    last[at + taps] = sample
    at = (at + 1) % taps
    let most = Math.abs(sample)
    for (const phase of phases) {
      let sum = 0
      for (let n = 0; n < taps; n++) sum += (phase[n] ?? 0) * (last[at + n] ?? 0)
      most = Math.max(most, Math.abs(sum))
    }
    return most
  }
}

const taps = 12
/** Windowed sinc functions at a quarter, a half and three quarters between two samples. */
const phases = [0.25, 0.5, 0.75].map((part) =>
  Float32Array.from({ length: taps }, (_, n) => {
    const x = n - taps / 2 + 1 - part
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (taps + 1)) ** 2
  }),
)
