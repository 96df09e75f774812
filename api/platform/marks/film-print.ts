import { type Plane, resample } from './plane.ts'

/** The size of a frame in the print of a film, whatever shape the film has. */
const [width, height] = [16, 9]
const frameBytes = width * height

/**
 * The print of a film, by which a recording of it is found: a tiny grey frame for each second. `add` takes the frames in
 * their order, and keeps the first one of each second.
 */
export class FilmPrint {
  private readonly frames: Uint8Array[] = []

  add(second: number, plane: () => Plane): void {
    if (second < this.frames.length) return
    const frame = Uint8Array.from(resample(plane(), width, height).data)
    // A film may stand still for some seconds.
    while (this.frames.length < second) this.frames.push(this.frames.at(-1) ?? frame)
    this.frames.push(frame)
  }

  bytes(): Buffer {
    return Buffer.concat(this.frames)
  }
}

/** Frames of one length, so that the product of two is how alike they are, from -1 to 1. */
export type PrintFrame = Float32Array

export const framesInPrint = (bytes: Uint8Array): PrintFrame[] =>
  Array.from({ length: Math.floor(bytes.length / frameBytes) }, (_, n) =>
    levelled(bytes.subarray(n * frameBytes, (n + 1) * frameBytes)),
  )

export const printFrameOf = (plane: Plane): PrintFrame => levelled(resample(plane, width, height).data)

function levelled(values: ArrayLike<number>): PrintFrame {
  const frame = Float32Array.from(values)
  const mean = frame.reduce((sum, it) => sum + it, 0) / frame.length
  const length = Math.sqrt(frame.reduce((sum, it) => sum + (it - mean) ** 2, 0))
  // A dark frame is like no other.
  return frame.map((it) => (length < 10 ? 0 : (it - mean) / length))
}

/** When a recording began in a film, in seconds of the film, and how alike the two are from then on. */
export type PrintMatch = { from: number; likeness: number }

/** Where in a film a recording is likeliest from, whose frames were taken each half second. */
export function matchPrint(film: readonly PrintFrame[], recording: readonly PrintFrame[]): PrintMatch {
  const best = { from: 0, likeness: 0 }
  const enough = Math.ceil(Math.min(film.length, recording.length / 2) / 2)
  for (let half = 2 * (enough - film.length); half < recording.length - 2 * enough + 1; half++) {
    // Frame `half + 2 n` of the recording lies on second `n` of the film.
    const first = Math.max(0, Math.ceil(-half / 2))
    const end = Math.min(film.length, Math.ceil((recording.length - half) / 2))
    const step = Math.max(1, Math.floor((end - first) / mostCompared))
    let [sum, count] = [0, 0]
    for (let n = first; n < end; n += step, count++)
      sum += alike(film[n] as PrintFrame, recording[half + 2 * n] as PrintFrame)
    if (count > 0 && sum / count > best.likeness)
      Object.assign(best, { from: -(half + 0.5) / 2, likeness: sum / count })
  }
  return best
}

const mostCompared = 40

function alike(a: PrintFrame, b: PrintFrame): number {
  let sum = 0
  for (let n = 0; n < a.length; n++) sum += (a[n] as number) * (b[n] as number)
  return sum
}
