import { LeastSquares } from './least-squares.ts'
import type { Place } from './place.ts'
import { type Plane, resample, sample } from './plane.ts'

/**
 * Finds exactly where `found` lies on `reference` from a guess that is about a thirtieth of it off: Gauss-Newton over
 * position, both scales, contrast and brightness (Lucas and Kanade), from small copies to large ones. Null where the two
 * turn out not to be alike.
 */
export function alignOn(reference: Plane, found: Plane, guess: Place): Place | null {
  let place = guess
  const longest = Math.max(reference.width, reference.height)
  for (const side of sides) {
    const scale = Math.min(1, side / longest)
    const small = resample(reference, sizeOf(reference.width, scale), sizeOf(reference.height, scale))
    const size = { width: sizeOf(place.width, small.width), height: sizeOf(place.height, small.height) }
    if (size.width < 4 || size.height < 4) return null
    // What was found shows no more than this: a larger copy of it would be invented.
    if (side > 128 && size.width > found.width * 1.3) break
    const fitted = refine(small, resample(found, size.width, size.height), place)
    if (fitted === null || fitted.likeness < (side < 128 ? 0.4 : 0.6)) return null
    place = fitted.place
  }
  return place
}

const sides = [48, 96, 192, 384, 768]
const sizeOf = (side: number, scale: number): number => Math.max(2, Math.round(side * scale))

type Fitted = { place: Place; likeness: number }

function refine(reference: Plane, found: Plane, first: Place): Fitted | null {
  let place = first
  let tone = { contrast: 1, brightness: 0, spread: 40 }
  let likeness = 0
  for (let round = 0; round < 8; round++) {
    const step = improve(reference, found, place, tone)
    if (step === null) return null
    const before = place
    ;({ place, tone, likeness } = step)
    const moved = Math.max(
      Math.abs(place.left - before.left) * reference.width,
      Math.abs(place.top - before.top) * reference.height,
      Math.abs(place.width - before.width) * reference.width,
      Math.abs(place.height - before.height) * reference.height,
    )
    if (round > 0 && moved < 0.01) break
  }
  return { place, likeness }
}

type Tone = { contrast: number; brightness: number; spread: number }

/** One step; null where less than a tenth of the reference lies under what was found. */
function improve(reference: Plane, found: Plane, place: Place, tone: Tone): (Fitted & { tone: Tone }) | null {
  const { width, height } = reference
  const across = found.width / (place.width * width)
  const down = found.height / (place.height * height)
  const fitting = new LeastSquares(6)
  const terms = new Float64Array(6)
  const sums = { n: 0, a: 0, b: 0, aa: 0, bb: 0, ab: 0, rest: 0 }
  // Forty thousand pixels place it to a hundredth of one.
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)))
  for (let y = 0; y < height; y += step) {
    const fy = (y + 0.5 - place.top * height) * down - 0.5
    if (fy < 0.5 || fy > found.height - 1.5) continue
    for (let x = 0; x < width; x += step) {
      const fx = (x + 0.5 - place.left * width) * across - 0.5
      if (fx < 0.5 || fx > found.width - 1.5) continue
      const here = sample(found, fx, fy)
      const wanted = reference.data[y * width + x] as number
      const rest = wanted - tone.contrast * here - tone.brightness
      const slopeX = tone.contrast * (sample(found, fx + 0.5, fy) - sample(found, fx - 0.5, fy))
      const slopeY = tone.contrast * (sample(found, fx, fy + 0.5) - sample(found, fx, fy - 0.5))
      terms[0] = slopeX
      terms[1] = slopeX * ((x + 0.5) / width - 0.5)
      terms[2] = slopeY
      terms[3] = slopeY * ((y + 0.5) / height - 0.5)
      terms[4] = here
      terms[5] = 1
      // What was drawn over the picture, and the page around it, count little.
      fitting.add(terms, rest, 1 / (1 + (rest / (2 * tone.spread)) ** 2))
      sums.n++
      sums.a += here
      sums.b += wanted
      sums.aa += here * here
      sums.bb += wanted * wanted
      sums.ab += here * wanted
      sums.rest += Math.min(Math.abs(rest), 60)
    }
  }
  if (sums.n < 30 || sums.n * step * step * 10 < width * height) return null
  const spread = (sums.aa - sums.a ** 2 / sums.n) * (sums.bb - sums.b ** 2 / sums.n)
  const likeness = spread > 1e-6 ? (sums.ab - (sums.a * sums.b) / sums.n) / Math.sqrt(spread) : 0
  const by = fitting.solve()
  return { place: moved(place, by, { width, height, across, down }), tone: tuned(tone, by, sums), likeness }
}

const bounded = (it: number, most: number): number => Math.max(-most, Math.min(most, Number.isFinite(it) ? it : 0))

/** The step in pixels of what was found, as a place. */
function moved(
  place: Place,
  by: Float64Array,
  of: { width: number; height: number; across: number; down: number },
): Place {
  // Bounded, because the slopes hold only nearby.
  const x = axis(place.left, place.width, of.width, of.across, bounded(by[0] as number, 2), bounded(by[1] as number, 3))
  const y = axis(place.top, place.height, of.height, of.down, bounded(by[2] as number, 2), bounded(by[3] as number, 3))
  return { left: x.from, width: x.length, top: y.from, height: y.length }
}

/** A pixel at `u` of the reference lies at `(u - from) * size * scale` of what was found; shift and stretch are added to that. */
function axis(from: number, length: number, size: number, scale: number, shift: number, stretch: number) {
  const slope = size * scale + stretch
  const offset = -from * size * scale + shift - stretch / 2
  return { from: -offset / slope, length: (length * size * scale) / slope }
}

function tuned(tone: Tone, by: Float64Array, sums: { n: number; rest: number }): Tone {
  const contrast = Math.max(0.2, Math.min(5, tone.contrast + (by[4] as number)))
  return { contrast, brightness: tone.brightness + (by[5] as number), spread: Math.max(2, sums.rest / sums.n) }
}
