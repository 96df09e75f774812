import { createCipheriv, createHmac } from 'node:crypto'
import type { Plane } from './plane.ts'

/** The chips of a mark: one for each cell of a grid that is laid over the whole picture, whatever its size. */
export type Grid = { cols: number; rows: number }

/** Chips along the longest side: four pixels of the smallest size in which a picture is worth taking, two at half of it. */
const mostChips = 256

/** The grid of a picture by the size of its largest copy; every smaller copy has the same. */
export function gridOf(width: number, height: number): Grid {
  const longest = Math.max(width, height)
  const chips = Math.max(16, Math.min(mostChips, Math.floor(longest / 4)))
  const side = (it: number) => Math.max(4, Math.round((chips * it) / longest))
  return { cols: side(width), rows: side(height) }
}

/**
 * The signs of the chips of one mark as bits: AES in counter mode under a key derived for this media and this index. The
 * key makes them independent of every picture, which is what the bound of `chanceOf` rests on.
 */
export function chipsOf(key: Uint8Array, mediaId: string, index: number, { cols, rows }: Grid): Uint8Array {
  const seed = createHmac('sha256', key).update(`${mediaId} ${index}`).digest()
  const cipher = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16))
  return cipher.update(Buffer.alloc(Math.ceil((cols * rows) / 8)))
}

/** Every chip is at least this strong in levels of brightness, so that it survives rounding; busy ones are stronger. */
const weakest = 0.8
const strongest = 5
const byActivity = 0.3
/** The root of the mean square of what a mark may change: 45 dB. */
const mostChange = 255 / 10 ** (45 / 20)

/**
 * How strong each chip may be where the picture is as busy as here: the eye does not see in hair what it sees in a sky.
 * Of the cells around a chip the middle one counts, so that an edge does not make the calm side of it busy.
 */
export function strengthsOf(plane: Plane, grid: Grid): Float32Array {
  const activity = activityOf(plane, grid)
  const strengths = new Float32Array(activity.length)
  const around: number[] = []
  let power = 0
  for (let row = 0; row < grid.rows; row++)
    for (let col = 0; col < grid.cols; col++) {
      around.length = 0
      for (let y = Math.max(0, row - 1); y <= Math.min(grid.rows - 1, row + 1); y++)
        for (let x = Math.max(0, col - 1); x <= Math.min(grid.cols - 1, col + 1); x++)
          around.push(activity[y * grid.cols + x] as number)
      around.sort((a, b) => a - b)
      const strength = Math.min(strongest, weakest + byActivity * (around[around.length >> 1] as number))
      strengths[row * grid.cols + col] = strength
      power += strength * strength
    }
  // Interpolated between random signs, a chip keeps four ninths of its power.
  const change = Math.sqrt(((4 / 9) * power) / strengths.length)
  if (change > mostChange)
    for (let n = 0; n < strengths.length; n++) strengths[n] = ((strengths[n] as number) * mostChange) / change
  return strengths
}

/** The standard deviation of the brightness in each cell. */
function activityOf({ data, width, height }: Plane, { cols, rows }: Grid): Float32Array {
  const sums = new Float64Array(cols * rows)
  const squares = new Float64Array(cols * rows)
  const counts = new Uint32Array(cols * rows)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * rows) / height) * cols
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor(((x + 0.5) * cols) / width)
      const it = data[y * width + x] as number
      sums[cell] = (sums[cell] as number) + it
      squares[cell] = (squares[cell] as number) + it * it
      counts[cell] = (counts[cell] as number) + 1
    }
  }
  return Float32Array.from(sums, (sum, cell) => {
    const count = Math.max(1, counts[cell] as number)
    return Math.sqrt(Math.max(0, (squares[cell] as number) / count - (sum / count) ** 2))
  })
}
