import { randomFrom } from './sheet.ts'

const RATE = 22_050
const SCALES: [number[], ...number[][]] = [
  [0, 2, 4, 7, 9],
  [0, 3, 5, 7, 10],
  [0, 2, 5, 7, 9],
]
const PROGRESSIONS: [number[], ...number[][]] = [
  [0, -3, 5, 7],
  [0, 5, -3, 7],
  [0, 7, 9, 5],
]

/** A WAV (mono, 16 bit, 22 kHz) of a little tune of 10 to 20 seconds; the same name always gives the same tune. */
export function composeSound(name: string): Buffer {
  const random = randomFrom(`sound ${name}`)
  const choose = <T>(from: [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0]
  const beat = 0.34 + random() * 0.14
  const bars = 8
  const seconds = bars * 4 * beat + 2.2
  const mix = new Float32Array(Math.ceil(seconds * RATE))
  const root = 52 + Math.floor(random() * 8)
  const scale = choose(SCALES)
  const chords = choose(PROGRESSIONS)
  let step = 4
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % chords.length] ?? 0
    const start = bar * 4 * beat
    pluck(mix, start, root + chord - 12, 4 * beat, 0.26, 0.9)
    for (const [at, third] of [0, 7, 12, 16].entries())
      pluck(mix, start + at * 0.025, root + chord + third, 3.6 * beat, 0.075, 1.6)
    for (let eighth = 0; eighth < 8; eighth++) {
      // The tune wanders by small steps and breathes: a rest now and then, and the last bar comes home.
      step = Math.min(11, Math.max(0, step + Math.round((random() - 0.5) * 4)))
      if (random() < (eighth % 2 ? 0.5 : 0.16)) continue
      if (bar === bars - 1 && eighth > 0) continue
      const home = bar === bars - 1 ? 5 : step
      const note = root + 12 + (scale[home % scale.length] ?? 0) + 12 * Math.floor(home / scale.length)
      pluck(
        mix,
        start + eighth * (beat / 2) + random() * 0.012,
        note,
        beat * 2.4,
        0.2 * (eighth % 4 === 0 ? 1 : 0.78),
        2.4,
      )
    }
  }
  echo(mix, beat * 0.75, 0.28)
  return wav(mix)
}

/** One soft bell-like string: a few overtones, the high ones dying first. */
function pluck(mix: Float32Array, at: number, note: number, length: number, loud: number, decay: number): void {
  const pitch = 440 * 2 ** ((note - 69) / 12)
  const from = Math.floor(at * RATE)
  const count = Math.min(Math.floor((length + 0.5) * RATE), mix.length - from)
  for (const [overtone, part] of [
    [1, 1],
    [2, 0.36],
    [3, 0.16],
    [4.02, 0.08],
  ] as const) {
    const turn = (2 * Math.PI * pitch * overtone) / RATE
    const fade = Math.exp((-decay * overtone ** 0.7) / RATE)
    let level = loud * part
    for (let i = 0; i < count; i++) {
      const attack = Math.min(1, i / 130)
      const release = Math.min(1, (count - i) / 2_000)
      mix[from + i] = (mix[from + i] ?? 0) + Math.sin(turn * i) * level * attack * release
      level *= fade
    }
  }
}

function echo(mix: Float32Array, delay: number, much: number): void {
  const shift = Math.floor(delay * RATE)
  for (let i = shift; i < mix.length; i++) mix[i] = (mix[i] ?? 0) + (mix[i - shift] ?? 0) * much
}

function wav(mix: Float32Array): Buffer {
  let most = 0.001
  for (const sample of mix) most = Math.max(most, Math.abs(sample))
  const out = Buffer.alloc(44 + mix.length * 2)
  out.write('RIFF', 0, 'latin1')
  out.writeUInt32LE(36 + mix.length * 2, 4)
  out.write('WAVEfmt ', 8, 'latin1')
  out.writeUInt32LE(16, 16)
  out.writeUInt16LE(1, 20)
  out.writeUInt16LE(1, 22)
  out.writeUInt32LE(RATE, 24)
  out.writeUInt32LE(RATE * 2, 28)
  out.writeUInt16LE(2, 32)
  out.writeUInt16LE(16, 34)
  out.write('data', 36, 'latin1')
  out.writeUInt32LE(mix.length * 2, 40)
  const fade = RATE
  for (const [i, sample] of mix.entries()) {
    const end = Math.min(1, (mix.length - i) / fade)
    out.writeInt16LE(Math.round((sample / most) * 0.86 * end * 32_767), 44 + i * 2)
  }
  return out
}
