import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { film } from '../../../tests/support/film.ts'
import { makeSound, SOUND_MAX_BYTES } from './sound.ts'
import { kindOfFile, makeVideo } from './video.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'timed-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('a sound is stored without its tags', () => {
  test('WAV: length, no INFO chunk, and a preview of its loudness', async () => {
    const made = await makeSound(wav(2, 'recorded at 48.85,2.35'))
    expect(made.duration).toBe(2000)
    expect(made.variants.full.type).toBe('audio/wav')
    expect(made.variants.full.bytes.includes('48.85')).toBe(false)
    expect(made.variants.full.bytes.length).toBeGreaterThan(2 * 22_050 * 2)
    expect(made.preview.length).toBeLessThanOrEqual(600)
    const tiny = Buffer.from(made.preview.slice(made.preview.indexOf(',') + 1), 'base64')
    expect(await sharp(tiny).metadata()).toMatchObject({ format: 'webp', width: 32, height: 20 })
    expect((await makeSound(wav(2, ''))).preview).toBe(made.preview)
  })

  test.each([
    ['MP3', mp3(100), 'audio/mpeg', 2612],
    ['WebM', () => film('webm', false), 'audio/webm', 2000],
    ['M4A', () => film('mp4', false), 'audio/mp4', 2000],
  ] as const)('%s', async (_, source, type, duration) => {
    const made = await makeSound(typeof source === 'function' ? await source() : source)
    expect(made.variants.full.type).toBe(type)
    expect(Math.abs(made.duration - duration)).toBeLessThan(30)
    expect(made.variants.full.bytes.includes('Paris')).toBe(false)
  })

  test.each([
    ['text', 'unknown_format', () => Buffer.from('just words')],
    ['HTML', 'markup', () => Buffer.from('<html><audio>')],
    [
      'a picture',
      'wrong_kind',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
    ['a film', 'wrong_kind', () => film('mp4', true)],
    ['Matroska that is not WebM', 'unknown_format', () => film('mkv', true)],
    ['a header alone', 'unreadable', () => Buffer.from('RIFF\x24\0\0\0WAVE', 'latin1')],
    ['101 MB', 'too_many_bytes', () => new Uint8Array(SOUND_MAX_BYTES + 1)],
  ] as const)('%s is refused: %s', async (_, reason, source) => {
    await expect(makeSound(await source())).rejects.toMatchObject({ name: 'MediaRefusal', reason })
  })
})

describe('a film is stored without its tags', () => {
  test.each(['mp4', 'webm'] as const)('%s', async (format) => {
    const from = join(dir, `from-${format}`)
    const to = join(dir, `to-${format}`)
    const original = await film(format, true)
    expect(original.includes('Paris')).toBe(true)
    await writeFile(from, original)
    expect(await kindOfFile(from)).toBe('VIDEO')
    const made = await makeVideo(from, to)
    expect(made).toMatchObject({ width: 640, height: 360, type: `video/${format}` })
    expect(Math.abs(made.duration - 2000)).toBeLessThan(50)
    expect(made.preview.length).toBeLessThanOrEqual(400)
    const written = await readFile(to)
    expect(written.includes('Paris')).toBe(false)
    expect(written.length).toBeGreaterThan(4_000)
    expect(await kindOfFile(to)).toBe('VIDEO')
  })

  test('a file that is not a film is rejected', async () => {
    const path = join(dir, 'other')
    await writeFile(path, await film('mp4', false))
    expect(await kindOfFile(path)).toBe('SOUND')
    await expect(makeVideo(path, `${path}.out`)).rejects.toMatchObject({ reason: 'wrong_kind' })
    await writeFile(path, wav(1, ''))
    expect(await kindOfFile(path)).toBe('SOUND')
    await expect(makeVideo(path, `${path}.out`)).rejects.toMatchObject({ reason: 'wrong_kind' })
    await writeFile(path, (await film('mp4', true)).subarray(0, 60))
    await expect(makeVideo(path, `${path}.out`)).rejects.toMatchObject({ name: 'MediaRefusal' })
    await writeFile(path, '<svg onload=alert(1)>')
    await expect(kindOfFile(path)).rejects.toMatchObject({ reason: 'markup' })
  })
})

/** Silent MPEG-1 layer III frames at 128 kbit/s and 44.1 kHz, behind an ID3 tag with a place in it. */
function mp3(frames: number): Buffer {
  const text = Buffer.from('\0Paris', 'latin1')
  const frame = Buffer.concat([Buffer.from('TIT2\0\0\0\x06\0\0', 'latin1'), text])
  const tag = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frame.length]), frame])
  const silence = Buffer.alloc(417)
  silence.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.concat([tag, ...Array<Buffer>(frames).fill(silence)])
}

function wav(seconds: number, comment: string): Buffer {
  const samples = Buffer.alloc(22_050 * seconds * 2)
  for (let at = 0; at < samples.length / 2; at++) {
    samples.writeInt16LE(Math.round(12_000 * Math.sin(at / 9) * Math.sin(at / 7_000)), at * 2)
  }
  const padded = Buffer.from(comment.padEnd(comment.length + (comment.length % 2), '\0'), 'latin1')
  const info = comment
    ? Buffer.concat([Buffer.from('LIST'), u32(12 + padded.length), Buffer.from('INFOICMT'), u32(padded.length), padded])
    : Buffer.alloc(0)
  const format = Buffer.from([1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xac, 0, 0, 2, 0, 16, 0])
  const body = Buffer.concat([
    Buffer.from('WAVEfmt '),
    u32(16),
    format,
    info,
    Buffer.from('data'),
    u32(samples.length),
    samples,
  ])
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length), body])
}

function u32(value: number): Buffer {
  const out = Buffer.alloc(4)
  out.writeUInt32LE(value)
  return out
}
