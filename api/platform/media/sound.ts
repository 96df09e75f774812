import { createHash } from 'node:crypto'
import type { InputAudioTrack } from 'mediabunny'
import { BufferSource, BufferTarget, EncodedPacketSink } from 'mediabunny'
import sharp from 'sharp'
import { MediaRefusalError } from './media-refusal.ts'
import { type Container, sniff } from './sniff.ts'
import { durationMs, openTimed, rewriteWithoutTags } from './timed.ts'

export type MadeSound = {
  /** Whole milliseconds. */
  duration: number
  variants: { full: { bytes: Buffer; type: string } }
  preview: string
}

export const SOUND_MAX_BYTES = 100 * 1024 * 1024
const SOUND_MAX_MS = 4 * 3_600_000

/**
 * Turns uploaded WAV, MP3, OGG, WebM or M4A into what is stored: the same sound without tags or cover art, its length,
 * and a small picture of its loudness that is safe to show. Throws MediaRefusal for everything else (safety §19).
 */
export async function makeSound(bytes: Uint8Array): Promise<MadeSound> {
  if (bytes.byteLength > SOUND_MAX_BYTES) throw new MediaRefusalError('too_many_bytes')
  const found = sniff(bytes)
  if (found.family !== 'container') throw new MediaRefusalError('wrong_kind')
  const input = openTimed(found.format, new BufferSource(bytes))
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw new MediaRefusalError('wrong_kind')
    if ((await input.getVideoTracks()).length > 0) throw new MediaRefusalError('wrong_kind')
    const duration = await durationMs(input, SOUND_MAX_MS)
    const target = new BufferTarget()
    await rewriteWithoutTags(input, found.format, target)
    if (!target.buffer) throw new MediaRefusalError('unreadable')
    const full = { bytes: Buffer.from(target.buffer), type: SOUND_TYPES[found.format] }
    return { duration, variants: { full }, preview: await drawLoudness(await loudness(track, duration, full.bytes)) }
  } catch (error) {
    throw error instanceof MediaRefusalError ? error : new MediaRefusalError('unreadable', error)
  } finally {
    input.dispose()
  }
}

const SOUND_TYPES: Record<Container, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  mp4: 'audio/mp4',
}

const BARS = 16

/**
 * A course of loudness from 0 to 1. Plain samples say it exactly; of compressed sound the size of the packets is a fair
 * likeness, and where every packet is as large as the next, a digest of the sound gives each its own steady shape.
 */
async function loudness(track: InputAudioTrack, duration: number, bytes: Buffer): Promise<number[]> {
  const exact = (await track.getCodec()) === 'pcm-s16'
  const bars = new Array<number>(BARS).fill(0)
  const counts = new Array<number>(BARS).fill(0)
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: !exact })) {
    const at = Math.min(BARS - 1, Math.max(0, Math.floor((packet.timestamp * 1000 * BARS) / duration)))
    bars[at] = (bars[at] ?? 0) + (exact ? rootMeanSquare(packet.data) : packet.byteLength)
    counts[at] = (counts[at] ?? 0) + 1
  }
  const means = bars.map((sum, at) => sum / Math.max(1, counts[at] ?? 1))
  const most = Math.max(...means, Number.EPSILON)
  const heights = means.map((mean) => mean / most)
  if (exact || Math.min(...heights) < 0.85) return heights
  const digest = createHash('sha256').update(bytes).digest()
  return heights.map((_, at) => 0.3 + ((digest[at] ?? 0) / 255) * 0.7)
}

function rootMeanSquare(data: Uint8Array): number {
  const samples = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  let sum = 0
  for (let at = 0; at + 1 < samples.byteLength; at += 2) sum += samples.readInt16LE(at) ** 2
  return Math.sqrt(sum / Math.max(1, samples.byteLength / 2))
}

async function drawLoudness(heights: number[]): Promise<string> {
  const width = BARS * 2
  const height = 20
  const ink = [24, 18, 27]
  const brass = [219, 172, 78]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const amplitude = Math.max(1, (heights[x >> 1] ?? 0) * (height / 2 - 2))
      const lit = x % 2 === 0 && Math.abs(y + 0.5 - height / 2) <= amplitude
      Buffer.from(lit ? brass : ink).copy(pixels, (y * width + x) * 3)
    }
  }
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  const webp = await picture.webp({ quality: 60, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${webp.toString('base64')}`
}
