import { parentPort, workerData } from 'node:worker_threads'
import { crc32, deflateSync } from 'node:zlib'
import heic from 'heic-decode'
import sharp from 'sharp'
import { pictureBounds } from '../../../contract/limits.ts'
import type { HeicAnswer } from './heic.ts'
import { downloadQuality } from './image.ts'

/** The worker of `decodeHeic`. The decoder turns the picture upright, and forgets the profile of its colours. */
const { bytes, mostPixels } = workerData as { bytes: Uint8Array; mostPixels: number }
parentPort?.postMessage(await decode())

async function decode(): Promise<HeicAnswer> {
  const [image] = await heic.all({ buffer: bytes })
  if (image === undefined) return { refused: 'unreadable' }
  if (image.width * image.height > mostPixels) return { refused: 'too_many_pixels' }
  const { width, height, data } = await image.decode()
  const side = pictureBounds.full
  const pixels = sharp(data, { raw: { width, height, channels: 4 } })
  const png = await pixels
    .clone()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
  const profile = profileOf(bytes)
  const whole = await pixels.removeAlpha().jpeg(downloadQuality).toBuffer()
  if (profile === null) return { png, whole }
  return { png: withProfile(png, profile), whole: withProfileInJpeg(whole, profile) }
}

/** The ICC profile in the first box of the colour of kind `prof`. */
function profileOf(picture: Uint8Array): Buffer | null {
  const file = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  const at = file.indexOf('colrprof', 0, 'latin1')
  if (at < 4) return null
  const profile = file.subarray(at + 8, at - 4 + file.readUInt32BE(at - 4))
  return profile.toString('latin1', 36, 40) === 'acsp' ? profile : null
}

/** Puts an iCCP chunk behind the header, which is the first chunk and has 13 bytes. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const behindHeader = 8 + 4 + 4 + 13 + 4
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, behindHeader), length, body, check, png.subarray(behindHeader)])
}

/** Puts an APP2 segment behind the start of the picture. A profile that does not fit into one is left out. */
function withProfileInJpeg(jpeg: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile])
  if (body.length > 65_533) return jpeg
  const head = Buffer.from([0xff, 0xe2, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
