import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeFilm } from '../../../tests/support/encoded-film.ts'
import { writeHdrFilm } from '../../../tests/support/hdr-film.ts'
import { toneInWav } from '../../../tests/support/sound-file.ts'
import { haveSameTimes, partsIn } from './hls.ts'
import { targetLufs } from './loudness.ts'
import { makeRendition } from './make-rendition.ts'
import { measureSound } from './measure-sound.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-rendition-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const size = { kind: 'size', name: 'v240', side: 240, bitrate: 300_000 } as const
const sound = { kind: 'sound', name: 'sound' } as const
const film = async (name: string, facts: Parameters<typeof writeFilm>[1]) => {
  await writeFilm(join(folder, name), facts)
  return join(folder, name)
}

test('a film of HEVC in QuickTime becomes H.264 in segments that the playlist names', async () => {
  const path = await film('hevc.mov', { codec: 'hevc', seconds: 9 })
  const answer = await makeRendition(path, folder, size)
  expect(answer).toMatchObject({ made: { name: 'v240', width: 320, height: 240 } })
  const input = new Input({ formats: [MP4], source: new FilePathSource(join(folder, 'v240')) })
  const track = await input.getPrimaryVideoTrack()
  expect([track?.codec, await input.computeDuration()]).toEqual(['avc', expect.closeTo(9, 0)])
  input.dispose()
  const list = await readFile(join(folder, 'v240-list'), 'utf8')
  const ranges = [...list.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, bytes, from]) => [
    Number(bytes),
    Number(from),
  ])
  expect(ranges).toHaveLength(4)
  let end = 0
  for (const [bytes = 0, from] of ranges) {
    expect(from).toBe(end)
    end += bytes
  }
  expect(end).toBeLessThanOrEqual((await stat(join(folder, 'v240'))).size)
})

test('an upright film is turned for good, and its shorter side counts', async () => {
  const path = await film('upright.mp4', { width: 640, height: 480, rotation: 90, seconds: 2 })
  expect(await makeRendition(path, folder, size)).toMatchObject({ made: { width: 240, height: 320 } })
})

test('a frame stands for the film, upright', async () => {
  const path = await film('lying.mp4', { width: 640, height: 480, rotation: 90, seconds: 2, isNoise: true })
  expect(await makeRendition(path, folder, { kind: 'poster', name: 'poster.jpg' })).toEqual({ isDrawn: true })
  const { width, height, format } = await sharp(join(folder, 'poster.jpg')).metadata()
  expect([width, height, format]).toEqual([480, 640, 'jpeg'])
  const { channels } = await sharp(join(folder, 'poster.jpg')).greyscale().stats()
  expect(channels[0]?.stdev).toBeGreaterThan(10)
})

test('frames of a film lie side by side, each from its own moment', async () => {
  const path = await film('strip.mp4', { width: 640, height: 480, rotation: 90, seconds: 4, isNoise: true })
  const strip = { count: 4, columns: 4, width: 120, height: 160, seconds: 1 }
  expect(await makeRendition(path, folder, { kind: 'strip', name: 'strip' })).toEqual({ strip })
  const picture = sharp(join(folder, 'strip'))
  expect(await picture.metadata()).toMatchObject({ width: 480, height: 160, format: 'webp' })
  const frames = await Promise.all(
    [0, 1, 2, 3].map((at) =>
      sharp(join(folder, 'strip'))
        .extract({ left: at * 120, top: 0, width: 120, height: 160 })
        .raw()
        .toBuffer(),
    ),
  )
  expect(new Set(frames.map((it) => it.toString('base64'))).size).toBe(4)
})

test('the frame of a moment is another than that of the next', async () => {
  const path = await film('moments.mp4', { seconds: 4 })
  const frames = await Promise.all(
    [0.5, 3.5].map(async (seconds) => {
      await makeRendition(path, folder, { kind: 'poster', name: `at-${seconds}.jpg`, seconds })
      return readFile(join(folder, `at-${seconds}.jpg`))
    }),
  )
  expect(frames[0]?.equals(frames[1] ?? Buffer.alloc(0))).toBe(false)
})

test('the sound is AAC, and a silent film says so', async () => {
  const path = await film('sound.mp4', { seconds: 2 })
  expect(await makeRendition(path, folder, sound)).toMatchObject({ made: { name: 'sound', codecs: 'mp4a.40.2' } })
  const silent = await film('silent.mp4', { seconds: 1, isSilent: true })
  expect(await makeRendition(silent, folder, sound)).toEqual({ isSilent: true })
})

test.each([-34, -4])('a sound of %d dB becomes AAC that is as loud as all others, with its waveform', async (level) => {
  const path = join(folder, 'tone.wav')
  await writeFile(path, toneInWav({ seconds: 4, level }))
  const answer = await makeRendition(path, folder, { kind: 'track', name: 'track' })
  expect(answer).toMatchObject({ track: { name: 'track', codecs: 'mp4a.40.2' } })
  expect('waveform' in answer && [answer.waveform.length, Math.max(...answer.waveform)]).toEqual([200, 100])
  const input = new Input({ formats: [MP4], source: new FilePathSource(join(folder, 'track')) })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Error('no sound')
  expect([await track.getCodec(), await input.computeDuration()]).toEqual(['aac', expect.closeTo(4, 0)])
  const levels = await measureSound(track)
  expect(levels?.loudness).toBeCloseTo(targetLufs, 0)
  expect(Math.max(...(levels?.peaks ?? []))).toBeLessThan(0.9)
  input.dispose()
})

test('a broken film answers why, and no process stays', async () => {
  const path = await film('cut.mp4', { seconds: 2 })
  const bytes = await readFile(path)
  const broken = {
    nothing: Buffer.alloc(0),
    'cut off': bytes.subarray(0, bytes.length / 3),
    noise: Buffer.alloc(5000, 7),
  }
  for (const [name, it] of Object.entries(broken)) {
    const at = join(folder, name)
    await writeFile(at, it)
    expect(await makeRendition(at, folder, size)).toEqual({ failed: expect.any(String) })
  }
})

test('the two copies of a size have the same parts, and differ by a pattern that is the opposite in each', async () => {
  const path = await film('marked.mp4', { seconds: 2 })
  const markKey = Buffer.alloc(32, 7)
  const frames: { fine: Buffer; coarse: Buffer }[] = []
  for (const copy of ['a', 'b', null] as const) {
    const name = `v240${copy ?? 'c'}`
    const order = { ...size, name, ...(copy && { mark: { mediaId: 'film', copy } }) }
    expect(await makeRendition(path, folder, order, { markKey })).toMatchObject({ made: { width: 320, height: 240 } })
    await makeRendition(join(folder, name), folder, { kind: 'poster', name: 'frame.jpg', seconds: 1 })
    const frame = sharp(join(folder, 'frame.jpg')).greyscale()
    const [fine, coarse] = [await frame.clone().raw().toBuffer(), await frame.resize(64, 48).raw().toBuffer()]
    frames.push({ fine, coarse })
  }
  const [one = '', other = ''] = await Promise.all(
    ['v240a', 'v240b'].map((it) => readFile(join(folder, `${it}-list`), 'utf8')),
  )
  expect(haveSameTimes(partsIn(one), partsIn(other))).toBe(true)
  const differences = (size: 'fine' | 'coarse', copy: 0 | 1) =>
    [...(frames[copy]?.[size] ?? [])].map((it, n) => it - (frames[2]?.[size][n] ?? 0))
  const product = (a: number[], b: number[]) => a.reduce((sum, it, n) => sum + it * (b[n] ?? 0), 0)
  const [a, b, all] = [differences('coarse', 0), differences('coarse', 1), differences('fine', 0)]
  expect(product(a, b) / Math.sqrt(product(a, a) * product(b, b))).toBeLessThan(-0.3)
  expect(10 * Math.log10(255 ** 2 / (product(all, all) / all.length))).toBeGreaterThan(42)
  expect((await readFile(join(folder, 'v240a-print'))).length).toBe(2 * 16 * 9)
  // Six processes, one after the other.
}, 120_000)

/** Left as it is, its white would be a dim grey: 143 of 255 in PQ, 180 in HLG. */
test.each(['pq', 'hlg'] as const)(
  'a film in HDR (%s) has the white of a screen, in its sizes and its poster',
  async (system) => {
    const path = join(folder, `${system}.mp4`)
    await writeHdrFilm(path, system)
    const order = { ...size, name: 'v480', side: 240, mark: { mediaId: 'film', copy: 'b' } } as const
    const made = await makeRendition(path, folder, order, { markKey: Buffer.alloc(32, 7) })
    expect(made).toMatchObject({ made: { width: 320, height: 240, codecs: expect.stringMatching(/^avc1/) } })
    for (const from of [path, join(folder, 'v480')]) {
      expect(await makeRendition(from, folder, { kind: 'poster', name: 'white.jpg' })).toEqual({ isDrawn: true })
      const { channels } = await sharp(join(folder, 'white.jpg')).stats()
      const [red = 0, green = 0, blue = 0] = channels.map((it) => it.mean)
      expect([Math.min(red, green, blue) > 195, Math.max(red, green, blue) - Math.min(red, green, blue) < 6]).toEqual([
        true,
        true,
      ])
    }
  },
)
