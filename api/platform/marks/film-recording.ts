import type { InputVideoTrack } from 'mediabunny'
import { MediaRefusalError } from '../media/media-refusal.ts'
import { framesOf, planeOfFrame } from './film-frames.ts'
import { type PrintFrame, printFrameOf } from './film-print.ts'
import type { Place } from './place.ts'
import { mirror, type Plane, planeOf } from './plane.ts'

/** A recording that was found: a frame of it for each half second, and the part of the picture that moves. */
export type Recording = { frames: RecordedFrame[]; width: number; height: number; inner: Box }
type RecordedFrame = { at: number; bytes: Uint8Array }
/** Pixels from `left` and `top` to before `right` and `bottom`. */
type Box = { left: number; top: number; right: number; bottom: number }

/** Frames a second: two in the shortest part. */
const framesPerSecond = 2
/** Of the longest side of a frame: six pixels for each chip of a film that fills it. */
const side = 384

/** Decodes the frames of a film that was found, once, and no more than its first `mostSeconds`. */
export async function readRecording(track: InputVideoTrack, mostSeconds: number): Promise<Recording> {
  const from = await track.getFirstTimestamp()
  const seconds = Math.min(mostSeconds, (await track.computeDuration()) - from)
  if (!(seconds > 0)) throw new MediaRefusalError('unreadable')
  const frames: RecordedFrame[] = []
  let size = { width: 0, height: 0 }
  const moments = Array.from(
    { length: Math.max(1, Math.floor(seconds * framesPerSecond)) },
    (_, n) => from + (n + 0.5) / framesPerSecond,
  )
  for await (const sample of framesOf(track).samplesAtTimestamps(moments)) {
    if (sample === null) continue
    const { data, width, height } = await planeOfFrame(sample, side)
    frames.push({ at: sample.timestamp, bytes: Uint8Array.from(data) })
    size = { width, height }
    sample.close()
  }
  if (frames.length === 0) throw new MediaRefusalError('unreadable')
  return { frames, ...size, inner: movingPart(frames, size) }
}

export const planeAt = ({ width, height }: Recording, frame: RecordedFrame): Plane =>
  planeOf(frame.bytes, width, height)

/** What a recording may show: what moves in it, or all of it, as it is or mirrored. */
export type View = { box: Box; isMirrored: boolean }

export function viewsOfRecording({ width, height, inner }: Recording): View[] {
  const whole = { left: 0, top: 0, right: width, bottom: height }
  const isWhole = inner.right - inner.left === width && inner.bottom - inner.top === height
  return (isWhole ? [whole] : [inner, whole]).flatMap((box) => [
    { box, isMirrored: false },
    { box, isMirrored: true },
  ])
}

export const printOfView = (recording: Recording, view: View): PrintFrame[] =>
  recording.frames.map((frame) => printFrameOf(viewOf(recording, frame, view)))

/** What a view shows of a frame, alone. */
export function viewOf(recording: Recording, frame: RecordedFrame, { box, isMirrored }: View): Plane {
  const part = cut(planeAt(recording, frame), box)
  return isMirrored ? mirror(part) : part
}

/** Where all of a frame lies on a film that fills the box. */
export function placeOfView({ width, height }: Recording, { box, isMirrored }: View): Place {
  const [wide, high] = [box.right - box.left, box.bottom - box.top]
  const left = isMirrored ? width - box.right : box.left
  return { left: -left / wide, top: -box.top / high, width: width / wide, height: height / high }
}

function cut({ data, width }: Plane, { left, top, right, bottom }: Box): Plane {
  const out = new Float32Array((right - left) * (bottom - top))
  for (let y = top; y < bottom; y++)
    out.set(data.subarray(y * width + left, y * width + right), (y - top) * (right - left))
  return { data: out, width: right - left, height: bottom - top }
}

/** The rows and columns in which enough changes over time: without bars around a film, or the page that it was shown in. */
function movingPart(frames: readonly RecordedFrame[], { width, height }: { width: number; height: number }): Box {
  const [least, most] = [new Uint8Array(width * height).fill(255), new Uint8Array(width * height)]
  const step = Math.max(1, Math.floor(frames.length / 100))
  for (let n = 0; n < frames.length; n += step)
    frames[n]?.bytes.forEach((it, at) => {
      if (it < (least[at] as number)) least[at] = it
      if (it > (most[at] as number)) most[at] = it
    })
  const [rows, columns] = [new Uint32Array(height), new Uint32Array(width)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((most[y * width + x] as number) - (least[y * width + x] as number) < leastChange) continue
      rows[y] = (rows[y] as number) + 1
      columns[x] = (columns[x] as number) + 1
    }
  const [top, bottom] = span(rows, width / 5)
  const [left, right] = span(columns, height / 5)
  const isEnough = (bottom - top) * (right - left) > 0.05 * width * height
  return isEnough ? { left, top, right, bottom } : { left: 0, top: 0, right: width, bottom: height }
}

const leastChange = 24

function span(counts: Uint32Array, enough: number): [number, number] {
  const isMoving = (it: number) => it >= enough
  return [Math.max(0, counts.findIndex(isMoving)), counts.findLastIndex(isMoving) + 1]
}
