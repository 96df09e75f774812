import { AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny'
import { applyGain, createMeter, gainCurve, type Levels, type Meter } from './loudness.ts'

/** Decodes a track and measures it; null where no codec reads it. Plain samples (WAV) need no codec. */
export async function measureSound(track: InputAudioTrack): Promise<Levels | null> {
  if (!(await track.canDecode())) return null
  let meter: Meter | null = null
  for await (const sample of new AudioSampleSink(track).samples()) {
    meter ??= createMeter(sample.sampleRate, sample.numberOfChannels)
    fillGap(meter, sample)
    meter.add(planesOf(sample))
    sample.close()
  }
  return meter?.levels() ?? null
}

/** What brings a measured sound to the loudness of all others, sample by sample while it is encoded. */
export function evenedBy(levels: Levels): (sample: AudioSample) => AudioSample {
  const curve = gainCurve(levels)
  return (sample) => {
    const { sampleRate, numberOfChannels, numberOfFrames, timestamp } = sample
    const planes = planesOf(sample)
    applyGain(curve, planes, timestamp, sampleRate)
    const data = new Float32Array(numberOfFrames * numberOfChannels)
    for (const [n, plane] of planes.entries()) data.set(plane, n * numberOfFrames)
    return new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate, timestamp })
  }
}

/** Silence where a recording has none of its own, so that the hundredths of a second keep their places. */
function fillGap(meter: Meter, { timestamp, sampleRate, numberOfChannels }: AudioSample): void {
  const seconds = Math.min(timestamp - meter.seconds(), longestGap)
  if (seconds < 0.02) return
  const silence = new Float32Array(Math.round(seconds * sampleRate))
  meter.add(Array.from({ length: numberOfChannels }, () => silence))
}

/** In seconds; a header may say anything. */
const longestGap = 60

function planesOf(sample: AudioSample): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames)
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
    return plane
  })
}
