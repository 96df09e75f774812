import { FilePathTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny'
import sharp, { type Metadata } from 'sharp'
import { registerCodecs } from './film-codecs.ts'
import { IMAGE_MAX_PIXELS } from './image.ts'
import { MediaRefusalError } from './media-refusal.ts'

/** How many pictures follow one another in a GIF or WebP, how long each stays in milliseconds, and their size. */
export type Animation = { frames: number; delays: number[]; width: number; height: number }

/** The animation in a picture; null where it has one frame, and where its further frames cannot be read (APNG, AVIF). */
export async function readAnimation(bytes: Uint8Array): Promise<Animation | null> {
  // What is wrong with a picture is said where it is made.
  const facts = await sharp(bytes, { limitInputPixels: false, pages: -1 })
    .metadata()
    .catch((): Partial<Metadata> => ({}))
  const { pages = 1, width = 0, height = 0 } = facts
  if (pages < 2 || !isMoving(facts.format)) return null
  const pageHeight = facts.pageHeight ?? height
  if (width * pageHeight > IMAGE_MAX_PIXELS) throw new MediaRefusalError('too_many_pixels')
  const delays = Array.from({ length: pages }, (_, at) => shownFor(facts.delay?.[at]))
  return { frames: pages, delays, width, height: pageHeight }
}

/** Whether a picture moves in a way that is not read here, so that only its first frame is kept. */
export function hasFurtherFrames(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64 * 1024)).toString('latin1')
  const isMovingPng =
    head.startsWith('\x89PNG') && head.indexOf('acTL') > 0 && head.indexOf('acTL') < indexOfPixels(head)
  return isMovingPng || /^....ftypavis/s.test(head)
}

/**
 * Writes an animation to `path` as a silent film that every browser plays, a twentieth of its bytes; answers its size and
 * length. Null where FFmpeg is not installed or the animation has more than `mostFrames` frames: then its first frame is
 * kept. Some frames are in memory at a time.
 */
export async function makeFilmOfAnimation(
  bytes: Uint8Array,
  { frames, delays, ...page }: Animation,
  path: string,
): Promise<{ width: number; height: number; duration: number } | null> {
  if (frames > mostFrames || !(await registerCodecs())) return null
  const { width, height } = evenWithin(page, longestSide)
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(path) })
  const video = new VideoSampleSource({ codec: 'avc', bitrate: 4_000_000, hardwareAcceleration: 'prefer-software' })
  output.addVideoTrack(video)
  await output.start()
  const perRead = Math.max(1, Math.floor(framesInMemory / (page.width * page.height * 4)))
  let shown = 0
  for (let from = 0; from < frames; from += perRead) {
    const pages = Math.min(perRead, frames - from)
    const pixels = await sharp(bytes, { page: from, pages, limitInputPixels: IMAGE_MAX_PIXELS })
      .flatten({ background: '#f6f3ee' })
      .resize({ width, height, fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
    const bytesPerFrame = width * height * 4
    for (let at = 0; at < pages; at++) {
      const duration = (delays[from + at] ?? 0) / 1_000
      const data = pixels.subarray(at * bytesPerFrame, (at + 1) * bytesPerFrame)
      const sample = new VideoSample(new Uint8Array(data), {
        ...{ format: 'RGBA', codedWidth: width, codedHeight: height, timestamp: shown, duration },
      })
      await video.add(sample)
      sample.close()
      shown += duration
    }
  }
  await output.finalize()
  return { width, height, duration: Math.round(shown * 1_000) }
}

const isMoving = (format: string | undefined) => format === 'gif' || format === 'webp'

/** Browsers show a frame for a tenth of a second that asks for less than two hundredths. */
const shownFor = (delay: number | undefined) => (delay === undefined || delay < 20 ? 100 : Math.min(delay, 60_000))

/** H.264 wants even sides. */
function evenWithin(page: { width: number; height: number }, longest: number) {
  const scale = Math.min(1, longest / Math.max(page.width, page.height))
  const even = (side: number) => Math.max(16, Math.round((side * scale) / 2) * 2)
  return { width: even(page.width), height: even(page.height) }
}

const indexOfPixels = (head: string) => {
  const at = head.indexOf('IDAT')
  return at < 0 ? head.length : at
}

/** Two minutes of 25 frames a second. */
const mostFrames = 3_000
const longestSide = 1_920
const framesInMemory = 48 * 1024 * 1024
