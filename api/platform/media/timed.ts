import type { InputFormat, OutputFormat, Source, Target } from 'mediabunny'
import {
  Conversion,
  Input,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { MediaRefusalError } from './media-refusal.ts'
import type { Container } from './sniff.ts'

/** Opens sound or video for reading, as the one container its first bytes named; dispose of it after use. */
export function openTimed(container: Container, source: Source): Input {
  return new Input({ formats: READ[container], source })
}

/**
 * Writes the same tracks into a fresh container without decoding them: names, comments, cover art, places (GPS) and
 * whatever was appended stay behind. Throws MediaRefusal when a track cannot be copied as it is.
 */
export async function rewriteWithoutTags(input: Input, container: Container, target: Target): Promise<void> {
  const output = new Output({ format: WRITE[container](), target })
  const conversion = await Conversion.init({ input, output, tracks: 'primary', tags: {}, showWarnings: false })
  const lost = conversion.discardedTracks.some(({ reason }) => reason !== 'discarded_by_user')
  if (!conversion.isValid || lost) throw new MediaRefusalError('unsupported_format')
  await conversion.execute()
}

/** Length in whole milliseconds as the packets say it, since a header may say anything (or, in a recording, nothing). */
export async function durationMs(input: Input, longestMs: number): Promise<number> {
  const seconds = await input.computeDuration(undefined, { metadataOnly: true })
  if (!Number.isFinite(seconds) || seconds <= 0) throw new MediaRefusalError('unreadable')
  const duration = Math.round(seconds * 1000)
  if (duration > longestMs) throw new MediaRefusalError('too_long')
  return duration
}

const READ: Record<Container, InputFormat[]> = {
  mp4: [MP4, QTFF],
  webm: [WEBM],
  wav: [WAVE],
  mp3: [MP3],
  ogg: [OGG],
}

const WRITE: Record<Container, () => OutputFormat> = {
  // The index goes to the end: in front it would cost holding a whole film in memory, and players ask by range anyway.
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
  wav: () => new WavOutputFormat(),
  mp3: () => new Mp3OutputFormat(),
  ogg: () => new OggOutputFormat(),
}
