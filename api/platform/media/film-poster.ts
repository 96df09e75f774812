import { type Input, type VideoSample, VideoSampleSink } from 'mediabunny'
import sharp from 'sharp'
import { MediaRefusalError } from './media-refusal.ts'
import { openToneMap, type ToneMap } from './tone-map.ts'

/**
 * Draws the frame at `seconds` of a film to a JPEG at `path`, upright and in square pixels; without a moment the liveliest
 * of three, because the first frames are often black. Throws where none can be decoded. What is brighter than a screen is
 * brought into its range.
 */
export async function drawPoster(input: Input, path: string, seconds?: number): Promise<void> {
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new MediaRefusalError('wrong_kind')
  const duration = await input.computeDuration()
  const toneMap = await openToneMap(track)
  let best: { frame: Buffer; entropy: number } | null = null
  for (const moment of seconds === undefined ? [0.1, 0.3, 0.6].map((part) => duration * part) : [seconds]) {
    const frame = await frameAt(new VideoSampleSink(track), moment, toneMap)
    if (frame === null) continue
    const { entropy } = await sharp(frame).stats()
    if (best === null || entropy > best.entropy) best = { frame, entropy }
  }
  if (best === null) throw new MediaRefusalError('unreadable')
  await sharp(best.frame).toFile(path)
}

async function frameAt(sink: VideoSampleSink, seconds: number, toneMap: ToneMap | null): Promise<Buffer | null> {
  const decoded = await sink.getSample(seconds)
  return decoded && drawFrame(decoded, toneMap)
}

/** A decoded frame as a JPEG, upright and in square pixels; the frame is closed. */
export async function drawFrame(decoded: VideoSample, toneMap: ToneMap | null): Promise<Buffer> {
  const sample = toneMap === null ? decoded : await toneMap(decoded)
  try {
    const { rotation, visibleRect } = sample
    const pixels = new Uint8Array(sample.allocationSize(asRgba))
    await sample.copyTo(pixels, asRgba)
    const raw = { width: visibleRect.width, height: visibleRect.height, channels: 4 } as const
    const square = { width: sample.squarePixelWidth, height: sample.squarePixelHeight, fit: 'fill' } as const
    const upright = await sharp(pixels, { raw }).resize(square).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
    return await sharp(upright).rotate(rotation).jpeg({ quality: 92 }).toBuffer()
  } finally {
    sample.close()
    if (sample !== decoded) decoded.close()
  }
}

/** The types of browsers do not know the format yet. */
const asRgba = { format: 'RGBA' } as Parameters<VideoSample['copyTo']>[1]
