import type { InputVideoTrack } from 'mediabunny'
import { agreementOf, chanceOfAgreement, type PartValues } from './agreement.ts'
import { framesOf, planeOfFrame } from './film-frames.ts'
import { codewordOf, filmGridOf } from './film-mark.ts'
import { planeAt, type Recording, type View } from './film-recording.ts'
import { type Synchrony, synchronise } from './film-synchrony.ts'
import { type FoundMark, mostChance } from './find-marks.ts'
import type { Grid } from './pattern.ts'
import { mirror, type Plane, resample } from './plane.ts'
import { type Residual, residualOf } from './residual.ts'

/** Both copies of one size of a film, and when its parts begin, with the end of the last one. */
type FilmCopies = { a: InputVideoTrack; b: InputVideoTrack; starts: readonly number[] }

/** The same, and whose parts they may be. */
type FilmWithMarks = FilmCopies & { mediaId: string; marks: readonly number[]; key: Uint8Array }

/**
 * The marks in a recording, best first, where a view of it shows this film from about `from` on; several where recordings
 * were mixed. Empty where it shows something else, or too little of it.
 */
export async function findFilmMarks(
  recording: Recording,
  view: View,
  from: number,
  { mediaId, marks, key, ...copies }: FilmWithMarks,
): Promise<FoundMark[]> {
  const synchrony = await synchronise(recording, view, from, copies.a)
  if (synchrony === null) return []
  const values = await valuesOfParts(recording, view, synchrony, copies)
  return marks
    .map((index) => {
      const score = agreementOf(values, codewordOf(key, mediaId, index, values.length))
      return { index, score, chance: Math.min(1, chanceOfAgreement(values, score) * marks.length) }
    })
    .filter(({ chance }) => chance < mostChance)
    .sort((a, b) => b.score - a.score)
}

/**
 * What a recording says of each part of a film: how far what it shows beyond the middle of both copies is the half of what
 * they differ by. 1 for a part of copy `a` at its clearest, -1 for one of `b`.
 */
async function valuesOfParts(
  recording: Recording,
  { isMirrored }: View,
  { shift, place }: Synchrony,
  { a, b, starts }: FilmCopies,
): Promise<PartValues> {
  const probes = probesOf(recording, shift, starts)
  const moments = probes.map((it) => it.moment)
  const others = framesOf(b).samplesAtTimestamps(moments)
  const [agrees, could] = [new Float64Array(starts.length - 1), new Float64Array(starts.length - 1)]
  let n = 0
  for await (const sample of framesOf(a).samplesAtTimestamps(moments)) {
    const probe = probes[n++]
    const other = (await others.next()).value ?? null
    if (probe !== undefined && sample !== null && other !== null) {
      const [one, two] = [await planeOfFrame(sample, side), await planeOfFrame(other, side)]
      const frame = planeAt(recording, probe.frame)
      const grid = filmGridOf(one.width, one.height)
      const difference = { ...one, data: one.data.map((it, at) => it - (two.data[at] as number)) }
      const between = { ...one, data: one.data.map((it, at) => (it + (two.data[at] as number)) / 2) }
      const residual = residualOf(between, isMirrored ? mirror(frame) : frame, place, grid)
      const found = compare(residual, difference, grid)
      agrees[probe.part] = (agrees[probe.part] as number) + found.agrees
      could[probe.part] = (could[probe.part] as number) + found.could
    }
    sample?.close()
    other?.close()
  }
  return bounded(agrees.map((it, part) => ((could[part] as number) > 0 ? it / Math.sqrt(could[part] as number) : 0)))
}

/** Of the longest side of the frames that are compared: five pixels for each chip. */
const side = 320
const mostProbes = 4

/** The frames of a recording to compare, some of each part and none where two parts meet. */
function probesOf({ frames }: Recording, shift: number, starts: readonly number[]) {
  let part = 0
  const probes = frames.flatMap((frame) => {
    const moment = frame.at + shift
    while (part < starts.length - 2 && moment >= (starts[part + 1] as number)) part++
    const isInside = moment > (starts[part] as number) + margin && moment < (starts[part + 1] as number) - margin
    return isInside ? [{ frame, moment, part }] : []
  })
  return [...Map.groupBy(probes, (it) => it.part).values()].flatMap((all) => {
    const step = Math.max(1, all.length / mostProbes)
    return Array.from({ length: Math.min(all.length, mostProbes) }, (_, at) => all[Math.floor(at * step)] ?? []).flat()
  })
}

const margin = 0.06

/** In each block of chips by how much noise there is, so that what moves or was drawn over does not decide. */
function compare({ rest, isKnown, clean }: Residual, difference: Plane, grid: Grid) {
  const { width, height } = clean
  const { data } = resample(difference, width, height)
  const block = Math.round((width / grid.cols) * 4)
  let [agrees, could] = [0, 0]
  for (let top = 0; top < height; top += block)
    for (let left = 0; left < width; left += block) {
      let [noise, both, power] = [0, 0, 0]
      let count = 0
      for (let y = top; y < Math.min(height, top + block); y++)
        for (let x = left; x < Math.min(width, left + block); x++) {
          const n = y * width + x
          if (isKnown[n] === 0) continue
          const [found, wanted] = [rest[n] as number, (data[n] as number) / 2]
          noise += found * found
          both += found * wanted
          power += wanted * wanted
          count++
        }
      if (count * 2 < block * block) continue
      const weight = 1 / (noise / count + 0.05)
      agrees += both * weight
      could += power * weight
    }
  return { agrees, could }
}

/** Parts that are clear count alike, so that one which is clearer by accident does not stand for several. */
function bounded(values: Float64Array): PartValues {
  const sizes = values
    .map(Math.abs)
    .filter((it) => it > 0)
    .sort()
  const clear = (sizes[sizes.length >> 1] ?? 1) * 1.5
  return values.map((it) => Math.max(-1, Math.min(1, it / clear)))
}
