import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConversionAudioOptions, ConversionVideoOptions } from 'mediabunny'
import {
  CmafOutputFormat,
  Conversion,
  FilePathSource,
  FilePathTarget,
  HlsOutputFormat,
  type Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  NullTarget,
  Output,
  PathedTarget,
  type VideoSample,
} from 'mediabunny'
import { type FilmMark, frameMarker } from '../marks/film-mark.ts'
import { FilmPrint } from '../marks/film-print.ts'
import { registerCodecs } from './film-codecs.ts'
import { drawPoster } from './film-poster.ts'
import { mostPartSeconds, partSecondsOf } from './film-sizes.ts'
import { drawStrip } from './film-strip.ts'
import { factsOf } from './hls.ts'
import { waveformOf } from './loudness.ts'
import type { RenditionAnswer, RenditionOrder } from './make-rendition.ts'
import { evenedBy, measureSound } from './measure-sound.ts'
import type { ProcessProgress } from './media-process.ts'
import { openTimed } from './timed.ts'
import { openToneMap } from './tone-map.ts'
import { sniffFile } from './video.ts'

/** The process of `makeRendition`: `<file> <folder> <order as JSON>`. It answers once, and ends with its parent. */
const [path = '', folder = '', text = '{}'] = process.argv.slice(2)
const order = JSON.parse(text) as RenditionOrder
const mostBytes = 500 * 1024 * 1024
/** An hour, in hundredths of a second: with its index in front such a file is written from 60 MB of memory. */
const mostInMemory = 360_000
const aac = {
  ...{ codec: 'aac', bitrate: 128_000, numberOfChannels: 2, sampleRate: 48_000, forceTranscode: true },
} as const satisfies ConversionAudioOptions
/** By which a recording of the film is found. */
const print = new FilmPrint()
/** When the progress was said last. */
let reportedAt = 0
process.once('disconnect', () => process.exit(1))
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) answer({ failed: 'it needs more than 500 MB' })
}, 50).unref()

try {
  answer(await make())
} catch (error) {
  answer({ failed: String(error) })
}

async function make(): Promise<RenditionAnswer> {
  const hasCodecs = await registerCodecs(order.kind === 'size' ? order.side : 0)
  if (!hasCodecs && order.kind !== 'track') return { failed: 'no codecs' }
  const found = await sniffFile(path)
  if (found.family !== 'container') return { failed: 'no film' }
  const input = openTimed(found.format, new FilePathSource(path))
  if (order.kind === 'poster') {
    await drawPoster(input, join(folder, order.name), order.seconds)
    return { isDrawn: true }
  }
  if (order.kind === 'strip') return { strip: await drawStrip(input, join(folder, order.name)) }
  if (order.kind === 'track') return makeTrack(input, join(folder, order.name))
  if (order.kind === 'sound' && (await input.getPrimaryAudioTrack()) === null) return { isSilent: true }
  const written = { main: '', playlist: '' }
  const partSeconds = order.kind === 'size' ? partSecondsOf(await input.computeDuration()) : mostPartSeconds
  const output = new Output({
    format: new HlsOutputFormat({
      segmentFormat: new CmafOutputFormat(),
      singleFilePerPlaylist: true,
      targetDuration: partSeconds,
      getSegmentPath: () => order.name,
      onMaster: (it) => {
        written.main = it
      },
      onPlaylist: (it) => {
        written.playlist = it
      },
    }),
    target: new PathedTarget('', ({ path: name }) =>
      name === order.name ? new FilePathTarget(join(folder, name)) : new NullTarget(),
    ),
  })
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    tags: {},
    showWarnings: false,
    ...(await tracks(input, partSeconds)),
  })
  if (!conversion.isValid || output.tracks.length !== 1) return { failed: 'its codec cannot be read' }
  conversion.onProgress = sayProgress
  await conversion.execute()
  const file = join(folder, order.name)
  await writeFile(`${file}-list`, written.playlist)
  if (order.kind === 'size' && order.mark?.copy === 'a') await writeFile(`${file}-print`, print.bytes())
  return { made: { name: order.name, bytes: (await stat(file)).size, ...factsOf(written.main) } }
}

/** One track each, because a browser puts picture and sound into buffers of their own. */
async function tracks(
  input: Input,
  partSeconds: number,
): Promise<{ video: ConversionVideoOptions; audio: ConversionAudioOptions }> {
  if (order.kind !== 'size') {
    const sound = await input.getPrimaryAudioTrack()
    const levels = sound && (await measureSound(sound))
    return { video: { discard: true }, audio: { ...aac, ...(levels && { process: evenedBy(levels) }) } }
  }
  const film = await input.getPrimaryVideoTrack()
  const change = film && (await openChange(film, order))
  const isUpright = film !== null && (await film.getDisplayHeight()) > (await film.getDisplayWidth())
  return {
    audio: { discard: true },
    video: {
      ...(isUpright ? { width: order.side } : { height: order.side }),
      ...(change && { process: change }),
      codec: 'avc',
      bitrate: order.bitrate,
      keyFrameInterval: partSeconds,
      hardwareAcceleration: 'prefer-software',
      // Turned for good: not every player turns what it plays from parts.
      allowTransformationMetadata: false,
      forceTranscode: true,
    },
  }
}

/** What is done with each frame after it was scaled: it is brought into the range of a screen, and marked. */
async function openChange(film: InputVideoTrack, { mark }: { mark?: FilmMark }) {
  const toneMap = await openToneMap(film)
  const markFrame = mark && frameMarker(Buffer.from(process.env.MARK_KEY ?? '', 'base64'), mark, print)
  if (toneMap === null || markFrame === undefined) return markFrame ?? toneMap
  return async (sample: VideoSample): Promise<VideoSample> => markFrame(await toneMap(sample))
}

/** A sound of its own, in one file that begins to play before it is there whole. */
async function makeTrack(input: Input, file: string): Promise<RenditionAnswer> {
  const track = await input.getPrimaryAudioTrack()
  const levels = track && (await measureSound(track))
  if (levels === null) return { failed: 'its codec cannot be read' }
  const waveform = waveformOf(levels.peaks)
  const fastStart = levels.peaks.length < mostInMemory ? 'in-memory' : false
  const output = new Output({ format: new Mp4OutputFormat({ fastStart }), target: new FilePathTarget(file) })
  const audio = { ...aac, process: evenedBy(levels) }
  const options = { input, output, tracks: 'primary', tags: {}, showWarnings: false, audio } as const
  const conversion = await Conversion.init({ ...options, video: { discard: true } })
  if (!conversion.isValid) return { track: null, waveform }
  await conversion.execute()
  const bytes = (await stat(file)).size
  const bandwidth = Math.round((bytes * 8) / Math.max(0.01, levels.peaks.length / 100))
  return { track: { name: order.name, bandwidth, average: bandwidth, codecs: 'mp4a.40.2' }, waveform }
}

function sayProgress(progress: number): void {
  const now = performance.now()
  if (now - reportedAt < 1_000) return
  reportedAt = now
  process.send?.({ progress } satisfies ProcessProgress)
}

function answer(it: RenditionAnswer): void {
  process.send?.(it, () => process.exit(0))
}
