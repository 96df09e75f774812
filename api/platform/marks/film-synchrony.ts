import type { InputVideoTrack } from 'mediabunny'
import { alignOn } from './align.ts'
import { framesOf, planeOfFrame } from './film-frames.ts'
import { type PrintFrame, printFrameOf } from './film-print.ts'
import { placeOfView, planeAt, type Recording, type View, viewOf } from './film-recording.ts'
import { fingerprintSide, fingerprintSize, guessPlaces, type Place, sizesToTry } from './place.ts'
import { mirror, type Plane, resample } from './plane.ts'

/** By how many seconds a film is ahead of a recording of it, and where a frame of the recording lies on one of the film. */
export type Synchrony = { shift: number; place: Place }

/**
 * Finds exactly when and where a recording shows a film, from a guess that is within half a second; null where it turns out
 * to show something else.
 */
export async function synchronise(
  recording: Recording,
  view: View,
  guess: number,
  film: InputVideoTrack,
): Promise<Synchrony | null> {
  const end = await film.computeDuration()
  const shown = recording.frames.filter(({ at }) => at + guess > window && at + guess < end - window)
  const step = Math.max(1, shown.length / mostProbes)
  const probes = Array.from(
    { length: Math.min(shown.length, mostProbes) },
    (_, n) => shown[Math.floor(n * step)] ?? [],
  ).flat()
  const sink = framesOf(film)
  const curves: Curve[] = []
  for (const { at, ...frame } of probes) {
    const wanted = printFrameOf(viewOf(recording, { at, ...frame }, view))
    const curve: Curve = []
    for await (const sample of sink.samples(at + guess - window, at + guess + window)) {
      const plane = await planeOfFrame(sample, small)
      curve.push({ shift: sample.timestamp - at, likeness: product(printFrameOf(plane), wanted) })
      sample.close()
    }
    curves.push(curve)
  }
  const shift = bestShift(curves, guess)
  const places: Place[] = []
  let n = 0
  for await (const sample of sink.samplesAtTimestamps(probes.map(({ at }) => at + shift))) {
    const frame = probes[n++]
    if (sample === null || frame === undefined) continue
    const plane = planeAt(recording, frame)
    const place = placeOn(
      await planeOfFrame(sample, side),
      view.isMirrored ? mirror(plane) : plane,
      placeOfView(recording, view),
    )
    sample.close()
    if (place !== null) places.push(place)
  }
  return places.length * 3 < probes.length || places.length === 0 ? null : { shift, place: middleOf(places) }
}

/** How alike the frames around a moment of a film are to one of a recording. */
type Curve = { shift: number; likeness: number }[]

/** In seconds, to each side of the guess. */
const window = 0.8
const mostProbes = 12
const small = 64
const side = 384

/** The shift by which the frames that are shown then are most alike. */
function bestShift(curves: readonly Curve[], guess: number): number {
  const best = { shift: guess, likeness: -Infinity }
  for (let shift = guess - window * 0.9; shift < guess + window * 0.9; shift += 0.01) {
    const likeness = curves.reduce((sum, it) => sum + (it.findLast((frame) => frame.shift <= shift)?.likeness ?? 0), 0)
    if (likeness > best.likeness) Object.assign(best, { shift, likeness })
  }
  return best.shift
}

/** From the guess that the film fills what moves; else from where a small copy of it is found. */
function placeOn(reference: Plane, found: Plane, guess: Place): Place | null {
  const place = alignOn(reference, found, guess)
  if (place !== null) return place
  const size = fingerprintSize(reference.width, reference.height)
  const [other] = guessPlaces(resample(reference, size.width, size.height), sizesToTry(found, fingerprintSide), 1)
  return other === undefined ? null : alignOn(reference, found, other.place)
}

function middleOf(places: readonly Place[]): Place {
  const middle = (side: keyof Place) => places.map((it) => it[side]).sort((a, b) => a - b)[places.length >> 1] as number
  return { left: middle('left'), top: middle('top'), width: middle('width'), height: middle('height') }
}

const product = (a: PrintFrame, b: PrintFrame): number => a.reduce((sum, it, n) => sum + it * (b[n] as number), 0)
