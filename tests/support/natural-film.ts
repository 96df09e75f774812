import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny'
import { registerCodecs } from '../../api/platform/media/film-codecs.ts'
import { naturalPicture, randomOf } from './natural-picture.ts'

/** Writes a film of scenes of some seconds each: a camera that moves over a drawn picture, with some grain. */
export async function writeNaturalFilm(
  path: string,
  film: { width: number; height: number; seconds: number; frameRate: number; number?: number },
): Promise<void> {
  await registerCodecs()
  const { width, height, seconds, frameRate, number = 1 } = film
  const random = randomOf(number)
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(path) })
  const bitrate = width * height * 8
  const video = new VideoSampleSource({ codec: 'avc', bitrate, hardwareAcceleration: 'prefer-software' })
  output.addVideoTrack(video, { frameRate })
  await output.start()
  const grain = Int8Array.from({ length: 65_536 }, () => (random() + random() + random() - 1.5) * 4)
  const [wide, high] = [Math.round(width * 1.25), Math.round(height * 1.25)]
  let scene = { data: new Uint8Array(), from: 0, until: 0, x: 0, y: 0, dx: 0, dy: 0 }
  for (let at = 0; at < seconds * frameRate; at++) {
    if (at >= scene.until) {
      const picture = naturalPicture(Math.floor(random() * 1e6), wide, high)
      const data = Uint8Array.from({ length: wide * high }, (_, n) => picture.data[n * 3 + 1] as number)
      const until = at + Math.round(frameRate * (3 + 6 * random()))
      const [x, y] = [random() * (wide - width), random() * (high - height)]
      scene = { data, from: at, until, x, y, dx: random() * (wide - width) - x, dy: random() * (high - height) - y }
    }
    const part = (at - scene.from) / (scene.until - scene.from)
    const [left, top] = [Math.round(scene.x + scene.dx * part), Math.round(scene.y + scene.dy * part)]
    const data = new Uint8ClampedArray(width * height * 1.5).fill(128)
    let seed = Math.floor(random() * 65_536)
    for (let y = 0; y < height; y++)
      for (let x = 0, from = (top + y) * wide + left; x < width; x++, from++)
        data[y * width + x] = (scene.data[from] as number) + (grain[seed++ & 65_535] as number)
    const facts = { codedWidth: width, codedHeight: height, timestamp: at / frameRate, duration: 1 / frameRate }
    const sample = new VideoSample(new Uint8Array(data.buffer), { format: 'I420', ...facts })
    await video.add(sample)
    sample.close()
  }
  await output.finalize()
}

/** Writes what a screen recorder makes of a film: another size and frame rate, bars around it, and encoded once more. */
export async function writeRecording(
  from: string,
  to: string,
  as: { width: number; height: number; frameRate: number; bitrate: number; start: number },
): Promise<void> {
  await registerCodecs()
  const { start, ...video } = as
  const input = new Input({ formats: [MP4], source: new FilePathSource(from) })
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const conversion = await Conversion.init({
    input,
    output,
    trim: { start },
    showWarnings: false,
    video: { ...video, fit: 'contain', codec: 'avc', forceTranscode: true, hardwareAcceleration: 'prefer-software' },
  })
  await conversion.execute()
  input.dispose()
}
