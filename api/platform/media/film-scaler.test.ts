import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AvFrameVideoSampleResource } from '@mediabunny/server'
import { FilePathSource, Input, MP4, type VideoSample, VideoSampleSink } from 'mediabunny'
import * as av from 'node-av'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeFilm } from '../../../tests/support/encoded-film.ts'
import { frameScaler } from './film-scaler.ts'

let folder: string
let input: Input
const samples: VideoSample[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'film-scaler-'))
  const path = join(folder, 'film.mp4')
  await writeFilm(path, { width: 320, height: 240, seconds: 1 })
  input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('The film has no picture.')
  for await (const sample of new VideoSampleSink(track).samples()) samples.push(sample)
})
afterAll(async () => {
  for (const it of samples) it.close()
  input.dispose()
  await rm(folder, { recursive: true })
})

const whole = { left: 0, top: 0, width: 320, height: 240 }
const small = { width: 160, height: 120, fit: 'fill', rotation: 0, flip: false, crop: whole, alpha: 'keep' } as const

/** The brightness of a frame, without what lies between its rows. */
async function lumaOf(sample: VideoSample): Promise<Uint8Array> {
  const bytes = new Uint8Array(sample.allocationSize())
  await sample.copyTo(bytes)
  return bytes.slice(0, sample.codedWidth * sample.codedHeight)
}

it('makes of frames that are asked for at once what FFmpeg’s filters make, in their order and at their times', async () => {
  const scale = frameScaler(av, AvFrameVideoSampleResource)
  const scaled = await Promise.all(samples.map((it) => scale(it, small)))
  expect(scaled.map((it) => it?.timestamp)).toEqual(samples.map((it) => it.timestamp))
  expect(scaled).toHaveLength(10)
  for (const [n, it] of scaled.entries()) {
    const expected = await samples[n]?.transform({ width: 160, height: 120, fit: 'fill' })
    if (!it || !expected) throw new Error('A frame was not scaled.')
    const [ours, theirs] = [await lumaOf(it), await lumaOf(expected)]
    expect([ours.length, theirs.length]).toEqual([19_200, 19_200])
    expect(Math.max(...ours.map((level, at) => Math.abs(level - (theirs[at] ?? 0))))).toBeLessThanOrEqual(2)
    it.close()
    expected.close()
  }
})

it('leaves frames that are turned, mirrored, cut out or fitted to FFmpeg’s filters', async () => {
  const scale = frameScaler(av, AvFrameVideoSampleResource)
  const others = [{ rotation: 90 }, { flip: true }, { fit: 'contain' }, { crop: { ...whole, width: 200 } }] as const
  for (const other of others) expect(await scale(samples[0] as VideoSample, { ...small, ...other })).toBeNull()
})
