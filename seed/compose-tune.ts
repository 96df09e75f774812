import { createHash } from 'node:crypto'

const sampleRate = 22_050
/** In semitones above the root, as are the chords. */
const scales = { major: [0, 2, 4, 7, 9], minor: [0, 3, 5, 7, 10], open: [0, 2, 5, 7, 9] }
const progressions = { falling: [0, -3, 5, 7], turning: [0, 5, -3, 7], rising: [0, 7, 9, 5] }
/** The volume of each overtone, by its multiple of the frequency; the last is slightly off, as on a bell. */
const overtones = [
  [1, 1],
  [2, 0.36],
  [3, 0.16],
  [4.02, 0.08],
] as const

/** A WAV (mono, 16 bit, 22 kHz) with a small tune of 10 to 20 seconds; the same name always gives the same tune. */
export function composeTune(name: string): Buffer {
  const random = randomNumbers(name)
  const beat = 0.34 + random() * 0.14
  const bars = 8
  const samples = new Float32Array(Math.ceil((bars * 4 * beat + 2.2) * sampleRate))
  const root = 52 + Math.floor(random() * 8)
  const scale = pick(scales, random())
  const chords = pick(progressions, random())
  let step = 4
  for (let bar = 0; bar < bars; bar++) {
    const isLastBar = bar === bars - 1
    const chord = root + (chords[bar % chords.length] ?? 0)
    const start = bar * 4 * beat
    pluck(samples, { start, note: chord - 12, seconds: 4 * beat, volume: 0.26, decay: 0.9 })
    for (const [index, interval] of [0, 7, 12, 16].entries()) {
      const note = chord + interval
      pluck(samples, { start: start + index * 0.025, note, seconds: 3.6 * beat, volume: 0.075, decay: 1.6 })
    }
    for (let eighth = 0; eighth < 8; eighth++) {
      // The melody moves in small steps, with a rest now and then; the last bar is one note of the home chord.
      step = Math.min(11, Math.max(0, step + Math.round((random() - 0.5) * 4)))
      if (random() < (eighth % 2 ? 0.5 : 0.16) || (isLastBar && eighth > 0)) continue
      const degree = isLastBar ? 5 : step
      const note = root + 12 + (scale[degree % scale.length] ?? 0) + 12 * Math.floor(degree / scale.length)
      const volume = eighth % 4 === 0 ? 0.2 : 0.156
      const late = random() * 0.012
      pluck(samples, { start: start + eighth * (beat / 2) + late, note, seconds: beat * 2.4, volume, decay: 2.4 })
    }
  }
  addEcho(samples, beat * 0.75)
  return toWav(samples)
}

type Pluck = { start: number; note: number; seconds: number; volume: number; decay: number }

/** Mixes in one bell-like string; `note` is a MIDI number, and higher overtones fade sooner. */
function pluck(samples: Float32Array, { start, note, seconds, volume, decay }: Pluck): void {
  const frequency = 440 * 2 ** ((note - 69) / 12)
  const first = Math.floor(start * sampleRate)
  const count = Math.min(Math.floor((seconds + 0.5) * sampleRate), samples.length - first)
  for (const [multiple, share] of overtones) {
    const phase = (2 * Math.PI * frequency * multiple) / sampleRate
    const fade = Math.exp((-decay * multiple ** 0.7) / sampleRate)
    let level = volume * share
    for (let i = 0; i < count; i++) {
      const envelope = Math.min(1, i / 130) * Math.min(1, (count - i) / 2_000)
      samples[first + i] = (samples[first + i] ?? 0) + Math.sin(phase * i) * level * envelope
      level *= fade
    }
  }
}

function addEcho(samples: Float32Array, seconds: number): void {
  const delay = Math.floor(seconds * sampleRate)
  for (let i = delay; i < samples.length; i++) samples[i] = (samples[i] ?? 0) + (samples[i - delay] ?? 0) * 0.28
}

/** Raised to full volume, with the last second faded out. */
function toWav(samples: Float32Array): Buffer {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0.001)
  const wav = Buffer.alloc(44 + samples.length * 2)
  wav.write('RIFF    WAVEfmt ', 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  // The format: 16 bytes that say PCM, mono, samples and bytes a second, 2 bytes a sample, 16 bits.
  for (const [offset, value] of [16, 0x10001, sampleRate, sampleRate * 2, 0x100002].entries())
    wav.writeUInt32LE(value, 16 + offset * 4)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples.length * 2, 40)
  for (const [i, sample] of samples.entries()) {
    const fade = Math.min(1, (samples.length - i) / sampleRate)
    wav.writeInt16LE(Math.round((sample / peak) * 0.86 * fade * 32_767), 44 + i * 2)
  }
  return wav
}

/** Numbers from 0 to 1 that are the same for the same seed on every machine. */
function randomNumbers(seed: string): () => number {
  let drawn = 0
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32LE() / 2 ** 32
}

function pick(choices: Record<string, number[]>, share: number): number[] {
  const lists = Object.values(choices)
  return lists[Math.floor(share * lists.length)] ?? []
}
