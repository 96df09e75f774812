import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { hasFurtherFrames, makeFilmOfAnimation, readAnimation } from './animation.ts'
import { decodeHeic } from './heic.ts'
import {
  type DownloadablePicture,
  downloadVariant,
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  makeAvif,
  makeDownload,
  makeImage,
} from './image.ts'
import type { MadeMedia, MakeMediaAnswer } from './make-media.ts'
import { MediaRefusalError } from './media-refusal.ts'
import { refusePolyglot, sniff } from './sniff.ts'
import { makeSound, SOUND_MAX_BYTES } from './sound.ts'
import { kindOfFile, makeVideo, neutralPreview } from './video.ts'

/** The process of `makeMedia`: `<file> <folder>`. It answers once, and ends with its parent. */
const [path = '', folder = ''] = process.argv.slice(2)
const mostBytes = 500 * 1024 * 1024
sharp.cache(false)
process.once('disconnect', () => process.exit(1))
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) answer({ refused: 'too_large_to_open' })
}, 50).unref()

try {
  answer({ made: await make() })
} catch (error) {
  if (!(error instanceof MediaRefusalError)) throw error
  answer({ refused: error.reason })
}

async function make(): Promise<MadeMedia> {
  const type = await kindOfFile(path)
  if (type === 'IMAGE') return makePicture(await readPicture())
  if (type === 'SOUND') {
    const { duration, preview, variants } = await makeSound(await readBounded(SOUND_MAX_BYTES))
    const files = [await write('full', variants.full)]
    return { type, width: null, height: null, durationMs: duration, preview, focal: null, note: null, files }
  }
  const out = join(folder, 'full')
  const { width, height, duration, preview, type: mime } = await makeVideo(path, out)
  const files = [{ variant: 'full', path: out, type: mime, bytes: (await stat(out)).size }]
  return { type, width, height, durationMs: duration, preview, focal: null, note: null, files }
}

type ReadPicture = { bytes: Uint8Array; download: () => Promise<DownloadablePicture> }

/** The sizes of a picture; of one that moves a silent film, or its first frame where that cannot be made. */
async function makePicture({ bytes, download }: ReadPicture): Promise<MadeMedia> {
  refusePolyglot(bytes)
  const animation = await readAnimation(bytes)
  const out = join(folder, 'full')
  const film = animation && (await makeFilmOfAnimation(bytes, animation, out).catch(refuseUnreadable))
  if (film !== null) {
    const { width, height, duration } = film
    const files = [{ variant: 'full', path: out, type: 'video/mp4', bytes: (await stat(out)).size }]
    const preview = await neutralPreview(width, height)
    return { type: 'VIDEO', width, height, durationMs: duration, preview, focal: null, note: null, files }
  }
  const { width, height, preview, focal, variants } = await makeImage(bytes)
  const all = Object.entries({ ...variants, ...(await makeAvif(bytes)), [downloadVariant]: await download() })
  const files = await Promise.all(all.map(([variant, it]) => write(variant, it)))
  const note = animation !== null || hasFurtherFrames(bytes) ? 'first_frame' : null
  return { type: 'IMAGE', width, height, durationMs: null, preview, focal, note, files }
}

/** What the bundled codecs read: HEIC is decoded apart, because they leave HEVC out for its patents. */
async function readPicture(): Promise<ReadPicture> {
  const bytes = await readBounded(IMAGE_MAX_BYTES)
  if (sniff(bytes).format !== 'heic') return { bytes, download: () => makeDownload(bytes) }
  refusePolyglot(bytes)
  try {
    const { png, whole } = await decodeHeic(bytes, IMAGE_MAX_PIXELS)
    return { bytes: png, download: async () => ({ bytes: Buffer.from(whole), type: 'image/jpeg' }) }
  } catch (error) {
    return refuseUnreadable(error)
  }
}

function refuseUnreadable(error: unknown): never {
  throw error instanceof MediaRefusalError ? error : new MediaRefusalError('unreadable', error)
}

async function write(variant: string, { bytes, type }: { bytes: Buffer; type: string }) {
  const out = join(folder, variant)
  await writeFile(out, bytes)
  return { variant, path: out, type, bytes: bytes.byteLength }
}

/** The bytes of a file that is small enough to be held in memory. */
async function readBounded(most: number): Promise<Buffer> {
  if ((await stat(path)).size > most) throw new MediaRefusalError('too_many_bytes')
  return readFile(path)
}

function answer(it: MakeMediaAnswer): void {
  process.send?.(it, () => process.exit(0))
}
