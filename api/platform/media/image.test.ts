import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { IMAGE_MAX_BYTES, makeImage } from './image.ts'

const GPS = { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 29/1' } }

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c8402a' } })
}

async function halves(width: number, height: number): Promise<Buffer> {
  const right = await sharp({ create: { width: width / 2, height, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#000000' } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .png()
    .toBuffer()
}

describe('a picture becomes four WebP sizes and a preview', () => {
  test('scaled down to their bounds, never up', async () => {
    const made = await makeImage(await plain(3000, 1500).jpeg().toBuffer())
    const sizes = await Promise.all(Object.values(made.variants).map(({ bytes }) => sharp(bytes).metadata()))
    expect(sizes.map(({ width, height, format }) => [width, height, format])).toEqual([
      [2560, 1280, 'webp'],
      [1080, 540, 'webp'],
      [600, 300, 'webp'],
      [320, 320, 'webp'],
    ])
    expect([made.width, made.height]).toEqual([2560, 1280])
    const small = await makeImage(await plain(40, 60).png().toBuffer())
    expect(await sharp(small.variants.full.bytes).metadata()).toMatchObject({ width: 40, height: 60 })
    expect(await sharp(small.variants.thumb.bytes).metadata()).toMatchObject({ width: 40, height: 40 })
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('from %s', async (format) => {
    const made = await makeImage(await plain(120, 80).toFormat(format).toBuffer())
    expect([made.width, made.height]).toEqual([120, 80])
  })

  test('rotated as EXIF says, then stripped of EXIF, GPS, ICC and XMP', async () => {
    const sideways = await sharp(await halves(200, 100))
      .withExif(GPS)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = await sharp(sideways).metadata()
    expect(before.orientation).toBe(6)
    expect(before.exif?.includes('Somebody')).toBe(true)
    const made = await makeImage(sideways)
    expect([made.width, made.height]).toEqual([100, 200])
    for (const { bytes } of [...Object.values(made.variants), { bytes: fromDataUri(made.preview) }]) {
      const after = await sharp(bytes).metadata()
      expect([after.exif, after.icc, after.xmp, after.iptc, after.orientation]).toEqual(Array(5).fill(undefined))
      expect(bytes.includes('Somebody') || bytes.includes('EXIF') || bytes.includes('XMP ')).toBe(false)
    }
    const corner = { left: 0, top: 150, width: 100, height: 50 }
    const bottom = await sharp(made.variants.full.bytes).extract(corner).png().toBuffer()
    expect((await sharp(bottom).stats()).channels[0]?.mean).toBeGreaterThan(240)
  })

  test('the preview has at most 32 px and 400 bytes, and no detail', async () => {
    const stripes = Buffer.alloc(400 * 600)
    for (let at = 0; at < stripes.length; at++) stripes[at] = (at % 400) % 40 < 20 ? 255 : 0
    const raw = { width: 400, height: 600, channels: 1 } as const
    const made = await makeImage(await sharp(stripes, { raw }).png().toBuffer())
    expect(made.preview.length).toBeLessThanOrEqual(400)
    const tiny = sharp(fromDataUri(made.preview))
    expect(await tiny.metadata()).toMatchObject({ format: 'webp', height: 32, width: 22 })
    const { channels } = await tiny.stats()
    expect((channels[0]?.max ?? 255) - (channels[0]?.min ?? 0)).toBeLessThan(64)
  })

  test('the preview of noise stays near 400 bytes', async () => {
    const noise = Buffer.alloc(900 * 1200 * 3)
    for (let at = 0, seed = 7; at < noise.length; at++) {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      noise[at] = seed >> 16
    }
    const raw = { width: 900, height: 1200, channels: 3 } as const
    const made = await makeImage(await sharp(noise, { raw }).jpeg().toBuffer())
    expect(made.preview.length).toBeLessThanOrEqual(400)
  })
})

describe('a file that is not a still picture is rejected', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const jpeg = (): Promise<Buffer> => plain(60, 60).jpeg().toBuffer()
  const cases: [string, string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['nothing', 'empty', () => new Uint8Array(0)],
    ['SVG', 'markup', () => Buffer.from(svg)],
    ['SVG after a byte order mark and space', 'markup', () => Buffer.from(`\ufeff \n${svg}`)],
    ['SVG as UTF-16', 'markup', () => Buffer.from(`\ufeff${svg}`, 'utf16le')],
    ['HTML', 'markup', () => Buffer.from('<!doctype html><p>hello')],
    ['text', 'unknown_format', () => Buffer.from('hello, I am a picture.jpg')],
    ['HEIC', 'unsupported_format', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a sound', 'wrong_kind', () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['a JPEG with HTML behind', 'mixed_content', async () => Buffer.concat([await jpeg(), Buffer.from('<HTML ><b>')])],
    [
      'a JPEG with a script in a comment',
      'mixed_content',
      async () => withComment(await jpeg(), '<script>alert(1)</script>'),
    ],
    ['a JPEG with PHP in a comment', 'mixed_content', async () => withComment(await jpeg(), '<?php phpinfo(); ?>')],
    ['a JPEG that is also a PDF', 'mixed_content', async () => withComment(await jpeg(), '%PDF-1.7')],
    [
      'a JPEG that is also a ZIP',
      'mixed_content',
      async () => Buffer.concat([await jpeg(), Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')]),
    ],
    ['a GIF that is also a script', 'unreadable', () => Buffer.from('GIF89a/*\0\0*/=1;alert(1)//', 'latin1')],
    ['a bomb of 10^9 pixels', 'too_many_pixels', () => hugePng(40_000, 25_000)],
    ['61 megapixels', 'too_many_pixels', () => hugePng(7_821, 7_800)],
    ['a header without a body', 'unreadable', () => hugePng(100, 100)],
    ['half a JPEG', 'unreadable', async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 900)],
    ['51 MB', 'too_many_bytes', () => new Uint8Array(IMAGE_MAX_BYTES + 1)],
  ]
  test.each(cases)('%s: %s', async (_, reason, bytes) => {
    await expect(makeImage(await bytes())).rejects.toMatchObject({ name: 'MediaRefusal', reason })
  })
})

function fromDataUri(uri: string): Buffer {
  expect(uri.startsWith('data:image/webp;base64,')).toBe(true)
  return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
}

function withComment(jpeg: Buffer, text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text), jpeg.subarray(2)])
}

/** A PNG whose header claims a size that nothing behind it backs. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(17)
  header.write('IHDR', 0, 'latin1')
  header.writeUInt32BE(width, 4)
  header.writeUInt32BE(height, 8)
  header.set([8, 2, 0, 0, 0], 12)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0d', 'latin1'),
    header,
    crc(header),
    Buffer.from('\0\0\0\0IDAT', 'latin1'),
    crc(Buffer.from('IDAT')),
  ])
}

function crc(bytes: Buffer): Buffer {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  const out = Buffer.alloc(4)
  out.writeUInt32BE((value ^ 0xffffffff) >>> 0)
  return out
}
