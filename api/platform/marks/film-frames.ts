import { type InputVideoTrack, type VideoSample, VideoSampleSink } from 'mediabunny'
import { MediaRefusalError } from '../media/media-refusal.ts'
import type { Plane } from './plane.ts'

/** Decodes a film, without asking the machine for hardware first. */
export const framesOf = (track: InputVideoTrack): VideoSampleSink =>
  new VideoSampleSink(track, { hardwareAcceleration: 'prefer-software' })

/** The brightness of a frame where it lies: row by row, each `stride` values after the one before. */
export type Luma = {
  data: Uint8ClampedArray | Uint16Array
  stride: number
  width: number
  height: number
  bits: number
}

/** The brightness of a decoded frame, to be changed in place; null where it is not apart from the colours. */
export function lumaOf(sample: VideoSample): Luma | null {
  const [, bits = '8'] = lumaFirst.exec(sample.format ?? '') ?? [null]
  const { frame } = ((sample as unknown as { _data: unknown })._data ?? {}) as { frame?: DecodedFrame }
  if (!lumaFirst.test(sample.format ?? '') || !frame || frame.makeWritable() < 0) return null
  const [bytes, stride] = [frame.data?.[0], frame.linesize[0]]
  if (bytes === undefined || stride === undefined) return null
  const { codedWidth: width, codedHeight: height } = sample
  const { buffer, byteOffset, length } = bytes
  return bits === '8'
    ? { data: new Uint8ClampedArray(buffer, byteOffset, length), stride, width, height, bits: 8 }
    : { data: new Uint16Array(buffer, byteOffset, length / 2), stride: stride / 2, width, height, bits: Number(bits) }
}

/** What FFmpeg decodes to: its planes are views of its own memory. Copying them takes as long as encoding some. */
type DecodedFrame = { makeWritable: () => number; data: Buffer[] | null; linesize: number[] }

/** Planes that begin with the brightness, as those of nearly every film do. */
const lumaFirst = /^(?:I420A?|I422A?|I444A?|NV12)(?:P(10|12))?$/

/** The brightness in eight bits, without what lies between the rows. */
export function bytesOf({ data, stride, width, height, bits }: Luma): Uint8Array {
  const bytes = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bytes[y * width + x] = (data[y * stride + x] as number) >> (bits - 8)
  return bytes
}

/** The brightness of a frame in a size whose longest side is `longest`, upright. */
export async function planeOfFrame(sample: VideoSample, longest: number): Promise<Plane> {
  const scale = longest / Math.max(sample.displayWidth, sample.displayHeight)
  const side = (it: number) => Math.max(16, Math.round((it * scale) / 2) * 2)
  const size = { width: side(sample.displayWidth), height: side(sample.displayHeight), fit: 'fill' } as const
  const small = await sample.transform(size)
  try {
    const luma = lumaOf(small)
    if (luma === null) throw new MediaRefusalError('unreadable')
    return { data: Float32Array.from(bytesOf(luma)), width: luma.width, height: luma.height }
  } finally {
    small.close()
  }
}
