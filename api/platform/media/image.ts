import sharp, { type Sharp } from 'sharp'
import { MediaRefusalError } from './media-refusal.ts'
import { refusePolyglot, sniff } from './sniff.ts'

/** The sizes in which a picture is stored. */
export const imageVariants = ['full', 'card', 'small', 'thumb'] as const
export type ImageVariant = (typeof imageVariants)[number]

type Picture = { bytes: Buffer; type: 'image/webp' }
export type MadeImage = { width: number; height: number; variants: Record<ImageVariant, Picture>; preview: string }

export const IMAGE_MAX_BYTES = 50 * 1024 * 1024
const IMAGE_MAX_PIXELS = 60_000_000

/**
 * Turns an uploaded picture into what is stored: upright WebP without any metadata (GPS included) in four sizes
 * (full ≤ 2048 px, card ≤ 1080 px, small ≤ 600 px, thumb 320 px square at most) and a preview that is safe to show to anybody.
 * `width` and `height` are those of `full`. Throws MediaRefusal for everything that is not a plain picture (safety §19).
 */
export async function makeImage(bytes: Uint8Array): Promise<MadeImage> {
  if (bytes.byteLength > IMAGE_MAX_BYTES) throw new MediaRefusalError('too_many_bytes')
  const found = sniff(bytes)
  if (found.family !== 'image') throw new MediaRefusalError('wrong_kind')
  refusePolyglot(bytes)
  await refuseBomb(bytes)
  try {
    const { data, info } = await upright(bytes)
    const pixels = (): Sharp =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const side = Math.min(320, info.width, info.height)
    const [full, card, small, thumb, preview] = await Promise.all([
      webp(pixels(), 82),
      webp(pixels().resize({ width: 1080, height: 1080, fit: 'inside', withoutEnlargement: true }), 80),
      webp(pixels().resize({ width: 600, height: 600, fit: 'inside', withoutEnlargement: true }), 78),
      webp(pixels().resize({ width: side, height: side, fit: 'cover', position: sharp.strategy.attention }), 76),
      makePreview(pixels()),
    ])
    return { width: info.width, height: info.height, variants: { full, card, small, thumb }, preview }
  } catch (error) {
    throw new MediaRefusalError('unreadable', error)
  }
}

/**
 * A `data:image/webp` URI of at most 32 px that keeps colours and light but no shape anybody could recognise:
 * at most 10 samples a side survive, whatever the original was.
 */
export async function makePreview(picture: Sharp): Promise<string> {
  const samples = await picture
    .flatten({ background: '#f6f3ee' })
    .resize({ width: 10, height: 10, fit: 'inside', kernel: 'mitchell' })
    .blur(1)
    .png()
    .toBuffer()
  const tiny = await sharp(samples)
    .resize({ width: 32, height: 32, fit: 'inside', kernel: 'cubic' })
    .blur(2)
    .webp({ quality: 30, effort: 6, smartSubsample: false })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

async function refuseBomb(bytes: Uint8Array): Promise<void> {
  let size: { width: number; height: number }
  try {
    // Only the header is read here, so a picture of a billion pixels costs nothing before it is refused.
    size = await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw new MediaRefusalError('unreadable', error)
  }
  if (size.width * size.height > IMAGE_MAX_PIXELS) throw new MediaRefusalError('too_many_pixels')
}

async function upright(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function webp(picture: Sharp, quality: number): Promise<Picture> {
  return { bytes: await picture.webp({ quality, effort: 4 }).toBuffer(), type: 'image/webp' }
}
