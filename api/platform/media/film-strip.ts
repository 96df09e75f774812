import { EncodedPacketSink, type Input, type InputVideoTrack, type VideoSample, VideoSampleSink } from 'mediabunny'
import sharp from 'sharp'
import { drawFrame } from './film-poster.ts'
import type { Strip } from './film-sizes.ts'
import { MediaRefusalError } from './media-refusal.ts'
import { openToneMap } from './tone-map.ts'

/** Draws frames from the whole length of a film side by side into one WebP at `path`: one sees where one moves to. */
export async function drawStrip(input: Input, path: string): Promise<Strip> {
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new MediaRefusalError('wrong_kind')
  const duration = await input.computeDuration()
  const seconds = Math.max(1, duration / mostFrames)
  const count = Math.max(1, Math.floor(duration / seconds))
  const toneMap = await openToneMap(track)
  const scale = longestSide / Math.max(await track.getDisplayWidth(), await track.getDisplayHeight())
  const width = Math.max(1, Math.round((await track.getDisplayWidth()) * scale))
  const height = Math.max(1, Math.round((await track.getDisplayHeight()) * scale))
  const columns = Math.min(count, framesPerRow)
  const rows = Math.ceil(count / columns)
  const canvas = Buffer.alloc(columns * width * rows * height * 3)
  const moments = Array.from({ length: count }, (_, at) => (at + 0.5) * seconds)
  let frame: Buffer | null = null
  let at = 0
  for await (const sample of framesOf(track, moments, duration)) {
    if (sample)
      frame = await sharp(await drawFrame(sample, toneMap))
        .resize({ width, height, fit: 'fill' })
        .raw()
        .toBuffer()
    const [left, top] = [(at % columns) * width, Math.floor(at / columns) * height]
    for (let row = 0; frame !== null && row < height; row++)
      frame.copy(canvas, ((top + row) * columns * width + left) * 3, row * width * 3, (row + 1) * width * 3)
    at++
  }
  if (frame === null) throw new MediaRefusalError('unreadable')
  const raw = { width: columns * width, height: rows * height, channels: 3 } as const
  await sharp(canvas, { raw }).webp({ quality: 60 }).toFile(path)
  return { count, columns, width, height, seconds }
}

const mostFrames = 100
const framesPerRow = 10
/** In pixels. */
const longestSide = 160

/**
 * The frame of each moment, null before the first one. Of a long film it is the key frame before the moment, because
 * decoding these alone takes seconds where the whole would take as long as a size does.
 */
async function* framesOf(
  track: InputVideoTrack,
  moments: readonly number[],
  duration: number,
): AsyncGenerator<VideoSample | null> {
  const samples = new VideoSampleSink(track)
  if (duration <= longestDecoded) return yield* samples.samplesAtTimestamps(moments)
  const packets = new EncodedPacketSink(track)
  for (const moment of moments) {
    const key = await packets.getKeyPacket(moment, { metadataOnly: true })
    yield key && (await samples.getSample(key.timestamp))
  }
}

/** In seconds. */
const longestDecoded = 180
