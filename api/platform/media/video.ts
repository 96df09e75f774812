import { open, stat } from 'node:fs/promises'
import {
  CustomSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  type InputVideoTrack,
  type Source,
} from 'mediabunny'
import sharp from 'sharp'
import { makePreview } from './image.ts'
import { MediaRefusalError } from './media-refusal.ts'
import { type Container, SNIFF_BYTES, type Sniffed, sniff } from './sniff.ts'
import { durationMs, openTimed, rewriteWithoutTags } from './timed.ts'

export type MadeVideo = {
  width: number
  height: number
  /** Whole milliseconds. */
  duration: number
  /** The type of what was written to `outPath`. */
  type: 'video/mp4' | 'video/webm'
  preview: string
}

const VIDEO_MAX_BYTES = 500 * 1024 * 1024
const VIDEO_MAX_MS = 2 * 3_600_000
const VIDEO_MAX_SIDE = 8192

/**
 * Rewrites an uploaded MP4, QuickTime or WebM film at `path` to `outPath` without any metadata (GPS included) and says
 * how long and how large it is. No frame is decoded: the preview is a neutral wash of the house colours, and a poster,
 * when there is one, is a picture that the uploader adds. Throws MediaRefusal for everything else (safety §19).
 */
export async function makeVideo(path: string, outPath: string): Promise<MadeVideo> {
  if ((await stat(path)).size > VIDEO_MAX_BYTES) throw new MediaRefusalError('too_many_bytes')
  const found = await sniffFile(path)
  if (found.family !== 'container') throw new MediaRefusalError('wrong_kind')
  const input = openTimed(found.format, new FilePathSource(path))
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new MediaRefusalError('wrong_kind')
    const type = VIDEO_TYPES[found.format]
    if (!type) throw new MediaRefusalError('wrong_kind')
    const width = await track.getDisplayWidth()
    const height = await track.getDisplayHeight()
    if (!(width > 0 && height > 0)) throw new MediaRefusalError('unreadable')
    if (width > VIDEO_MAX_SIDE || height > VIDEO_MAX_SIDE) throw new MediaRefusalError('too_many_pixels')
    if ((await new EncodedPacketSink(track).getFirstPacket()) === null) throw new MediaRefusalError('unreadable')
    const duration = await durationMs(input, VIDEO_MAX_MS)
    await rewriteWithoutTags(input, found.format, new FilePathTarget(outPath))
    await refuseCutOff(track, found.format, outPath)
    return { width, height, duration, type, preview: await neutralPreview(width, height) }
  } catch (error) {
    throw error instanceof MediaRefusalError ? error : new MediaRefusalError('unreadable', error)
  } finally {
    input.dispose()
  }
}

/** What an index promises and the file does not have is left out without a word when it is rewritten. */
async function refuseCutOff(promised: InputVideoTrack, container: Container, path: string): Promise<void> {
  const written = openTimed(container, new FilePathSource(path))
  try {
    const track = await written.getPrimaryVideoTrack()
    const seconds = (await track?.computeDuration({ metadataOnly: true })) ?? 0
    const missing = (await promised.computeDuration({ metadataOnly: true })) - seconds
    if (missing > 0.5) throw new MediaRefusalError('unreadable')
  } finally {
    written.dispose()
  }
}

/** IMAGE, VIDEO or SOUND by what is inside the file at `path`; throws MediaRefusal when it is none of them. */
export async function kindOfFile(path: string): Promise<Kind> {
  return kindInside(await sniffFile(path), () => new FilePathSource(path))
}

/** The same for bytes that lie elsewhere; `read` answers those from `start` to before `end`. */
export async function kindOf(bytes: {
  size: number
  read: (start: number, end: number) => Promise<Uint8Array>
}): Promise<Kind> {
  const found = sniff(await bytes.read(0, Math.min(SNIFF_BYTES, bytes.size)))
  return kindInside(found, () => new CustomSource({ getSize: () => bytes.size, read: bytes.read }))
}

type Kind = 'IMAGE' | 'VIDEO' | 'SOUND'

async function kindInside(found: Sniffed, open: () => Source): Promise<Kind> {
  if (found.family === 'image') return 'IMAGE'
  if (found.format !== 'mp4' && found.format !== 'webm') return 'SOUND'
  const input = openTimed(found.format, open())
  try {
    if ((await input.getTracks()).length === 0) throw new Error('It has no track.')
    return (await input.getPrimaryVideoTrack()) ? 'VIDEO' : 'SOUND'
  } catch (error) {
    throw new MediaRefusalError('unreadable', error)
  } finally {
    input.dispose()
  }
}

const VIDEO_TYPES: Partial<Record<Container, MadeVideo['type']>> = { mp4: 'video/mp4', webm: 'video/webm' }

export async function sniffFile(path: string): Promise<Sniffed> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(SNIFF_BYTES)
    const { bytesRead } = await file.read(head, 0, SNIFF_BYTES, 0)
    return sniff(head.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** A wash of the house colours in the ratio of a film, which says nothing of it. */
export async function neutralPreview(width: number, height: number): Promise<string> {
  const wash = Buffer.from([46, 28, 52, 24, 18, 27, 88, 40, 46, 30, 44, 52])
  const scale = 32 / Math.max(width, height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const spread = await sharp(wash, { raw: { width: 2, height: 2, channels: 3 } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer()
  return makePreview(sharp(spread))
}
