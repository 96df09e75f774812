import type { VideoSample } from 'mediabunny'
import { MediaRefusalError } from '../media/media-refusal.ts'
import { addPattern, type Pixels, sampled, signed, strengthsIn } from './embed.ts'
import { bytesOf, type Luma, lumaOf } from './film-frames.ts'
import type { FilmPrint } from './film-print.ts'
import { chipsOf, type Grid, gridOf } from './pattern.ts'

/** Which of the two copies of a size: `a` has the pattern of each moment added, and `b` has it taken away. */
export type FilmCopy = 'a' | 'b'
export type FilmMark = { mediaId: string; copy: FilmCopy }

/** The chips of a film's pattern: 64 along the longer side, whatever the size, so that they survive any encoder. */
export function filmGridOf(width: number, height: number): Grid {
  const scale = 256 / Math.max(width, height)
  return gridOf(width * scale, height * scale)
}

/** In levels of brightness; the two copies differ by twice as much. */
const [weakest, strongest] = [1, 1.5]
/** For so many seconds the signs stay the same. */
const patternSeconds = 4

/**
 * Marks the frames of one copy of a size, and adds them to the print. Where the brightness of a frame cannot be read, it
 * leaves the first copy as it is, and throws for the second one: such a size has none.
 */
export function frameMarker(key: Uint8Array, { mediaId, copy }: FilmMark, print: FilmPrint) {
  let changes = { second: -1, bytes: new Uint8Array() }
  return (sample: VideoSample): VideoSample => {
    const luma = lumaOf(sample)
    if (luma === null) {
      if (copy === 'a') return sample
      throw new MediaRefusalError('unreadable')
    }
    const second = Math.floor(sample.timestamp)
    // Drawn once a second, because drawing it takes longer than encoding a frame.
    if (changes.second !== second) {
      const { width, height } = luma
      const bytes = bytesOf(luma)
      print.add(second, () => sampled({ data: bytes, width, height, channels: 1 }, printGrid))
      changes = { second, bytes: drawChanges({ data: bytes, width, height, channels: 1 }, second) }
    }
    change(luma, changes.bytes)
    return sample
  }

  function drawChanges(frame: Pixels, second: number): Uint8Array<ArrayBuffer> {
    const { width, height } = frame
    const grid = filmGridOf(width, height)
    const strengths = strengthsIn(frame, grid)
    for (let n = 0; n < strengths.length; n++)
      strengths[n] = Math.max(weakest, Math.min(strongest, strengths[n] as number)) * (copy === 'a' ? 1 : -1)
    const chips = chipsOf(key, `${mediaId} film`, Math.floor(second / patternSeconds), grid)
    const bytes = new Uint8Array(width * height).fill(middle)
    addPattern({ data: bytes, width, height, channels: 1 }, signed(strengths, chips), grid)
    return bytes
  }
}

function change({ data, stride, width, height, bits }: Luma, changes: Uint8Array): void {
  const [most, step] = [2 ** bits - 1, 2 ** (bits - 8)]
  for (let y = 0; y < height; y++) {
    const row = y * stride
    for (let x = 0, from = y * width; x < width; x++, from++) {
      const value = (data[row + x] as number) + ((changes[from] as number) - middle) * step
      data[row + x] = value < 0 ? 0 : Math.min(value, most)
    }
  }
}

/** Four points a side of each, which are enough for a print. */
const printGrid = { cols: 32, rows: 18 }

/** Of the range of a byte, in which changes are drawn. */
const middle = 128

/**
 * Which copy each part of a film is in what the viewer with this mark gets: a bit for each part, AES in counter mode under
 * a key derived for this media and this mark. They are independent of every film, which is what the bound of
 * `chanceOfAgreement` rests on.
 */
export const codewordOf = (key: Uint8Array, mediaId: string, mark: number, parts: number): Uint8Array =>
  chipsOf(key, `${mediaId} parts`, mark, { cols: parts, rows: 1 })

/** The copy of the part with this number, counted from 0. */
export const copyOfPart = (codeword: Uint8Array, part: number): FilmCopy =>
  (((codeword[part >> 3] as number) >> (part & 7)) & 1) === 1 ? 'a' : 'b'
