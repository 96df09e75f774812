import { parentPort } from 'node:worker_threads'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { CopyAnswer, CopyOrder } from './copies.ts'
import { embedMark } from './embed.ts'
import { chipsOf, gridOf } from './pattern.ts'
import { fingerprintSize } from './place.ts'
import { drawStamp } from './stamp.ts'

/** The worker of `makeCopy`: makes one copy after the other, so that one picture at a time is in memory. */
sharp.cache(false)
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (order: CopyOrder & { n: number }) => {
  last = last.then(async () => {
    const answer = await make(order).catch(() => ({ isFailed: true }) as const)
    parentPort?.postMessage({ n: order.n, answer })
  })
})

async function make(order: CopyOrder): Promise<CopyAnswer> {
  const { source, type, width, height, key, mediaId, mark, stamp, needsFingerprint } = order
  if (!(await isPicture(source))) return { isUnreadable: true }
  const { data, info } = await open(source)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const fingerprint = needsFingerprint ? await fingerprintOf(sharp(data, { raw }), width, height) : null
  const grid = gridOf(width, height)
  embedMark({ data, ...raw }, chipsOf(key, mediaId, mark, grid), grid)
  const overlay = stamp === null ? null : await drawStamp(stamp, info.width, info.height)
  const marked = sharp(data, { raw })
  const bytes = await encode(overlay === null ? marked : await stamped(marked, overlay), type)
  return { bytes, fingerprint }
}

async function stamped(picture: Sharp, overlay: OverlayOptions): Promise<Sharp> {
  const { data, info } = await picture.composite([overlay]).raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** Whether it begins as a picture does; what is then not decoded may be for want of memory. */
const isPicture = (source: Uint8Array): Promise<boolean> =>
  sharp(source)
    .metadata()
    .then(
      () => true,
      () => false,
    )

const open = (source: Uint8Array) => sharp(source).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

/** In the format of the source; what is small is compressed like the sizes of an upload. */
function encode(picture: Sharp, type: string): Promise<Buffer> {
  if (type === 'image/jpeg') return picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
  if (type === 'image/png') return picture.png().toBuffer()
  return picture.webp({ quality: 82, effort: 3 }).toBuffer()
}

async function fingerprintOf(picture: Sharp, width: number, height: number): Promise<string> {
  const size = fingerprintSize(width, height)
  const bytes = await picture
    .greyscale()
    .resize({ ...size, fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return bytes.toString('base64')
}
