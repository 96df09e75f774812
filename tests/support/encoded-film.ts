import { randomBytes } from 'node:crypto'
import { registerMediabunnyServer } from '@mediabunny/server'
import {
  AudioSample,
  AudioSampleSource,
  FilePathTarget,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny'
import { AV_LOG_QUIET, Log } from 'node-av'

type Film = {
  width?: number
  height?: number
  seconds?: number
  frameRate?: number
  codec?: 'avc' | 'hevc'
  isSilent?: boolean
  /** Degrees by which a player turns it, as a phone that is held upright writes. */
  rotation?: 0 | 90
  /** Noise that takes all the bits that an encoder may use, instead of stripes that take none. */
  isNoise?: boolean
}

/** Writes a film of moving stripes with a tone to `path`, as MP4 or, by its name, as QuickTime. */
export async function writeFilm(path: string, film: Film = {}): Promise<void> {
  Log.setLevel(AV_LOG_QUIET)
  registerMediabunnyServer()
  const { width = 640, height = 480, seconds = 5, frameRate = 10, codec = 'avc' } = film
  const { isSilent = false, rotation = 0, isNoise = false } = film
  const format = path.endsWith('.mov') ? new MovOutputFormat() : new Mp4OutputFormat()
  const output = new Output({ format, target: new FilePathTarget(path) })
  const video = new VideoSampleSource({ codec, bitrate: width * height * 4, hardwareAcceleration: 'prefer-software' })
  const audio = new AudioSampleSource({ codec: 'aac', bitrate: 128_000 })
  output.addVideoTrack(video, { frameRate, rotation })
  if (!isSilent) output.addAudioTrack(audio)
  const draw = isNoise ? noise(width, height) : stripes
  await output.start()
  for (let at = 0; at < seconds * frameRate; at++) {
    const timestamp = at / frameRate
    const sample = new VideoSample(draw(width, height, at), {
      ...{ format: 'I420', codedWidth: width, codedHeight: height, timestamp, duration: 1 / frameRate },
    })
    await video.add(sample)
    sample.close()
    if (isSilent || at % frameRate !== 0) continue
    const data = Float32Array.from({ length: sampleRate }, (_, n) => Math.sin(n / 20) * 0.3)
    const tone = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate, timestamp })
    await audio.add(tone)
    tone.close()
  }
  await output.finalize()
}

const sampleRate = 48_000

function stripes(width: number, height: number, at: number): Uint8Array {
  const data = new Uint8Array(width * height * 1.5).fill(128)
  for (let y = 0; y < height; y++) data.fill(((y + at * 7) * 3) % 220, y * width, (y + 1) * width)
  return data
}

function noise(width: number, height: number): typeof stripes {
  const some = randomBytes(width * height * 2).map((it) => 64 + (it >> 1))
  return (_, __, at) => {
    const data = new Uint8Array(width * height * 1.5).fill(128)
    data.set(some.subarray((at * 7919) % (width * height)).subarray(0, width * height))
    return data
  }
}
