import { crc32 } from 'node:zlib'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'

type MadeUpFilm = {
  width?: number
  height?: number
  /** When each frame is shown, in seconds. */
  frames?: readonly number[]
  soundTracks?: number
  /** The index in front, so that a film that is cut off still has it. */
  isIndexFirst?: boolean
}

/** A film in a real MP4 whose packets are made up: nothing decodes them. */
export async function madeUpFilm(film: MadeUpFilm = {}): Promise<Buffer> {
  const { width = 640, height = 360, frames = evenly(50, 1 / 25), soundTracks = 1, isIndexFirst = false } = film
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: isIndexFirst && 'in-memory' }), target })
  const video = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(video)
  const sounds = Array.from({ length: soundTracks }, () => new EncodedAudioPacketSource('opus'))
  for (const [at, it] of sounds.entries())
    output.addAudioTrack(it, { languageCode: ['eng', 'fra'][at] ?? 'und', disposition: { default: at === 0 } })
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height }
  for (const [at, timestamp] of frames.entries()) {
    const duration = (frames[at + 1] ?? timestamp + 1 / 25) - timestamp
    await video.add(new EncodedPacket(new Uint8Array(900).fill(at), 'key', timestamp, duration), { decoderConfig })
  }
  for (const [track, sound] of sounds.entries())
    for (let at = 0; at < 10; at++)
      await sound.add(new EncodedPacket(new Uint8Array(40).fill(track), 'key', at / 50, 1 / 50), {
        decoderConfig: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 },
      })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

export const evenly = (count: number, apart: number) => Array.from({ length: count }, (_, at) => at * apart)

/** The same film after the tables of its picture were emptied: a track without a single frame. */
export function withoutFrames(film: Buffer): Buffer {
  const empty = Buffer.from(film)
  const track = empty.indexOf('vide', 0, 'latin1')
  for (const table of ['stts', 'stsc', 'stco', 'co64', 'stss', 'ctts', 'stsz']) {
    const at = empty.indexOf(table, track, 'latin1')
    const isSizes = table === 'stsz'
    if (at > 0) empty.writeUInt32BE(0, at + 4 + 4 + (isSizes ? 4 : 0))
  }
  return empty
}

/** A GIF or WebP in which a bar moves, a frame each 100 ms. */
export async function animated(format: 'gif' | 'webp', frames: number, side = 64): Promise<Buffer> {
  const bytesPerFrame = side * side * 3
  const pixels = Buffer.alloc(bytesPerFrame * frames, 40)
  for (let at = 0; at < frames; at++) {
    const from = at * bytesPerFrame + (at % side) * side * 3
    pixels.fill(220, from, from + side * 3)
  }
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const
  const picture = sharp(pixels, { raw, limitInputPixels: false })
  const delay = Array.from({ length: frames }, () => 100)
  return format === 'gif' ? picture.gif({ delay }).toBuffer() : picture.webp({ delay, quality: 60 }).toBuffer()
}

/** A PNG of the size that its header claims and of no pixels: what it would unpack to is the bomb. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    chunk('IEND'),
  ])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.byteLength, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}
