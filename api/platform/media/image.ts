import sharp, { type Sharp } from 'sharp'
import { pictureBounds } from '../../../contract/limits.ts'
import type { Focal } from '../../../contract/media.ts'
import { MediaRefusalError } from './media-refusal.ts'
import { refusePolyglot, sniff } from './sniff.ts'

/** The sizes in which a picture is stored. */
export const imageVariants = ['full', 'card', 'small', 'thumb'] as const
export type ImageVariant = (typeof imageVariants)[number]
/** The copy to keep, as large as the upload. A film or a sound has none of its own: it is kept whole as `full`. */
export const downloadVariant = 'download'
/** Every variant that shows a picture, before its AVIF is found; what is done to pictures on their way out is done to these. */
export const pictureVariants: readonly string[] = [...imageVariants, downloadVariant]

type Picture = { bytes: Buffer; type: 'image/webp' | 'image/avif' }
export type MadeImage = {
  width: number
  height: number
  variants: Record<ImageVariant, Picture>
  preview: string
  /** What one looks at first in it. */
  focal: Focal
}

export const IMAGE_MAX_BYTES = 50 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 60_000_000

/**
 * Turns an uploaded picture into what is stored: upright WebP without any metadata (GPS included) in four sizes
 * (full ≤ 2560 px, card ≤ 1080 px, small ≤ 600 px, thumb 320 px square at most) and a preview that is safe to show to anybody.
 * `width` and `height` are those of `full`. Throws MediaRefusal for everything that is not a plain picture (safety §19).
 */
export async function makeImage(bytes: Uint8Array): Promise<MadeImage> {
  if (bytes.byteLength > IMAGE_MAX_BYTES) throw new MediaRefusalError('too_many_bytes')
  const found = sniff(bytes)
  if (found.family !== 'image') throw new MediaRefusalError('wrong_kind')
  if (found.format === 'heic') throw new MediaRefusalError('unsupported_format')
  refusePolyglot(bytes)
  await refuseBomb(bytes)
  try {
    const { data, info } = await upright(bytes)
    const pixels = (): Sharp =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const [full, card, small, { thumb, focal }, preview] = await Promise.all([
      webp(pixels(), 82),
      webp(pixels().resize(within(pictureBounds.card)), 80),
      webp(pixels().resize(within(pictureBounds.small)), 78),
      makeThumb(pixels(), info, null),
      makePreview(pixels()),
    ])
    return { width: info.width, height: info.height, variants: { full, card, small, thumb }, preview, focal }
  } catch (error) {
    throw new MediaRefusalError('unreadable', error)
  }
}

/**
 * The square of at most 320 px around this point of a picture, or with null around what one looks at first, and the
 * point itself.
 */
export async function makeThumb(
  picture: Sharp,
  { width, height }: { width: number; height: number },
  focal: Focal | null,
): Promise<{ thumb: Picture; focal: Focal }> {
  const side = Math.min(width, height)
  const square = { width: Math.min(320, side), height: Math.min(320, side), fit: 'cover' } as const
  if (focal !== null) {
    const from = (size: number, at: number) =>
      Math.round(Math.min(Math.max(0, (size * at) / 100 - side / 2), size - side))
    const cut = { left: from(width, focal.x), top: from(height, focal.y), width: side, height: side }
    return { thumb: await webp(picture.extract(cut).resize(square), 76), focal }
  }
  const { data, info } = await picture
    .resize({ ...square, position: sharp.strategy.attention })
    .webp({ quality: 76, effort: 4 })
    .toBuffer({ resolveWithObject: true })
  const percent = (at: number | undefined, size: number) =>
    Math.min(100, Math.max(0, Math.round(((at ?? size / 2) / size) * 100)))
  const found = { x: percent(info.attentionX, width), y: percent(info.attentionY, height) }
  return { thumb: { bytes: data, type: 'image/webp' }, focal: found }
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

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

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
    .resize(within(pictureBounds.full))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/**
 * The picture as large as it was uploaded, upright and without metadata, for those who may keep it: JPEG, which everything
 * opens, or PNG where parts of it are transparent. Its colours stay as wide as they are.
 */
export async function makeDownload(bytes: Uint8Array): Promise<DownloadablePicture> {
  const picture = sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).timeout({ seconds: 60 })
  const { icc, hasAlpha } = await picture.metadata()
  const upright = isWide(icc) ? picture.autoOrient().withIccProfile('p3') : picture.autoOrient().toColourspace('srgb')
  if (hasAlpha) return { bytes: await upright.png({ compressionLevel: 6 }).toBuffer(), type: 'image/png' }
  return { bytes: await upright.jpeg(downloadQuality).toBuffer(), type: 'image/jpeg' }
}

export type DownloadablePicture = { bytes: Buffer; type: 'image/jpeg' | 'image/png' }
export const downloadQuality = { quality: 92, chromaSubsampling: '4:4:4' } as const

/** The same sizes as AVIF, about a third smaller, for browsers that take it: `small-avif`, `card-avif`, `full-avif`. */
export const avifOf = (variant: string): string => `${variant}-avif`

/**
 * The AVIF sizes of a picture that `makeImage` takes. Their colours are wider than sRGB where the picture's are: what
 * takes AVIF shows them as far as the screen can.
 */
export async function makeAvif(bytes: Uint8Array): Promise<Record<string, Picture>> {
  const base = await wideUpright(bytes)
  const made: Record<string, Picture> = {}
  for (const [variant, side] of Object.entries(pictureBounds)) {
    const picture = sharp(base).resize(within(side)).keepIccProfile()
    made[avifOf(variant)] = { bytes: await picture.avif({ quality: 58, effort: 3 }).toBuffer(), type: 'image/avif' }
  }
  return made
}

/** Upright and without metadata, in P3 if its own colours are wider than sRGB. */
async function wideUpright(bytes: Uint8Array): Promise<Buffer> {
  const { icc } = await sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS }).metadata()
  const picture = sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS }).autoOrient().resize(within(pictureBounds.full))
  return (isWide(icc) ? picture.withIccProfile('p3') : picture.toColourspace('srgb'))
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const isWide = (icc: Buffer | undefined): boolean =>
  icc !== undefined && /P3|Adobe RGB|ProPhoto|2020/.test(icc.toString('latin1').replaceAll('\0', ''))

async function webp(picture: Sharp, quality: number): Promise<Picture> {
  return { bytes: await picture.webp({ quality, effort: 4 }).toBuffer(), type: 'image/webp' }
}
