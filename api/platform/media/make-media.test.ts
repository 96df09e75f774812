import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heicInP3 } from '../../../tests/support/heic.ts'
import { type MadeMedia, makeMedia } from './make-media.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-media-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function make(bytes: Uint8Array): Promise<MadeMedia> {
  const path = join(folder, 'upload')
  await writeFile(path, bytes)
  return makeMedia(path, folder)
}

const bytesOf = async ({ files }: MadeMedia, variant: string) => {
  const file = files.find((it) => it.variant === variant)
  return { type: file?.type, bytes: await readFile(file?.path ?? '') }
}
/** The colour of the left half. */
const left = async (bytes: Buffer) => {
  const { channels } = await sharp(
    await sharp(bytes).extract({ left: 4, top: 4, width: 20, height: 20 }).png().toBuffer(),
  )
    .toColourspace('srgb')
    .stats()
  return channels.slice(0, 3).map((it) => Math.round(it.mean))
}

test('a picture becomes WebP and AVIF in three sizes and a JPEG as large as it was, without metadata', async () => {
  const picture = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#c8402a' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 29/1' } })
    .jpeg()
    .toBuffer()
  const made = await make(picture)
  expect(made).toMatchObject({ type: 'IMAGE', width: 2560, height: 1280, durationMs: null })
  const facts = await Promise.all(
    made.files.map(async ({ variant, path, type, bytes }) => {
      const it = await sharp(path).metadata()
      expect([it.exif, it.xmp, it.iptc, it.icc, (await readFile(path)).length]).toEqual([...Array(4), bytes])
      return [variant, type, it.width]
    }),
  )
  expect(facts.toSorted()).toEqual(
    [
      ['card', 'image/webp', 1080],
      ['card-avif', 'image/avif', 1080],
      ['download', 'image/jpeg', 3000],
      ['full', 'image/webp', 2560],
      ['full-avif', 'image/avif', 2560],
      ['small', 'image/webp', 600],
      ['small-avif', 'image/avif', 600],
      ['thumb', 'image/webp', 320],
    ].toSorted(),
  )
})

test('a HEIC of an iPhone keeps its colours: as sRGB in WebP, as P3 in AVIF', async () => {
  const made = await make(heicInP3)
  expect(made).toMatchObject({ type: 'IMAGE', width: 64, height: 48 })
  const webp = await bytesOf(made, 'full')
  const avif = await bytesOf(made, 'full-avif')
  expect([(await sharp(webp.bytes).metadata()).icc, webp.type]).toEqual([undefined, 'image/webp'])
  expect((await sharp(avif.bytes).metadata()).icc?.toString('latin1').replaceAll('\0', '')).toMatch(/P3/)
  const whole = await bytesOf(made, 'download')
  const { icc, exif, xmp, width } = await sharp(whole.bytes).metadata()
  expect([icc?.toString('latin1').replaceAll('\0', ''), exif, xmp, width, whole.type]).toEqual([
    expect.stringMatching(/P3/),
    undefined,
    undefined,
    64,
    'image/jpeg',
  ])
  for (const { bytes } of [webp, avif, whole]) {
    const [red = 0, green = 0, blue = 0] = await left(bytes)
    expect([Math.abs(red - 215) < 7, Math.abs(green - 93) < 7, Math.abs(blue - 32) < 9]).toEqual([true, true, true])
  }
})

test('a picture with transparent parts is kept as PNG', async () => {
  const background = { r: 200, g: 64, b: 42, alpha: 0.5 }
  const made = await make(
    await sharp({ create: { width: 40, height: 30, channels: 4, background } })
      .png()
      .toBuffer(),
  )
  const { type, bytes } = await bytesOf(made, 'download')
  expect([type, (await sharp(bytes).metadata()).hasAlpha]).toEqual(['image/png', true])
})

const boxes = 'ftypheic\0\0\0\0mif1heic'
test.each([
  ['a HEIC that is cut off', heicInP3.subarray(0, 700), 'unreadable'],
  ['a HEIC of boxes alone', Buffer.from(`\0\0\0\x18${boxes}`, 'latin1'), 'unreadable'],
  ['a HEIC that is also a page', Buffer.concat([heicInP3, Buffer.from('<html ><b>')]), 'mixed_content'],
  ['a text', Buffer.from('hello'), 'unknown_format'],
  ['nothing', Buffer.alloc(0), 'empty'],
])('%s is refused', async (_, bytes, reason) => {
  await expect(make(bytes)).rejects.toMatchObject({ name: 'MediaRefusal', reason })
})

test('a process that is asked to stop throws, so that the upload is tried again', async () => {
  const path = join(folder, 'upload')
  // Large enough to be in the making still when its process is found.
  await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#c8402a' } })
    .jpeg()
    .toFile(path)
  const made = makeMedia(path, folder)
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  const child = children.split('\n').find((it) => it.includes('make-media-process'))
  process.kill(Number.parseInt(child ?? '', 10), 'SIGTERM')
  await expect(made).rejects.toThrow('its process was stopped by SIGTERM')
})
