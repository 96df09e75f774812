import { type Grid, strengthsOf } from './pattern.ts'
import { brightness, type Plane } from './plane.ts'

export type Pixels = { data: Uint8Array; width: number; height: number; channels: number }

/**
 * Marks a picture in place: the signs of `chips`, interpolated between the centres of their cells, are added to its
 * brightness. No pixel changes by more than five levels, and all of them together by less than 44 dB allow.
 */
export function embedMark(picture: Pixels, chips: Uint8Array, grid: Grid): void {
  addPattern(picture, signed(strengthsIn(picture, grid), chips), grid)
}

/** How strong each chip may be in a picture, as `strengthsOf` says. */
export const strengthsIn = (picture: Pixels, grid: Grid): Float32Array => strengthsOf(sampled(picture, grid), grid)

/** Strengths with the signs of chips. */
export const signed = (strengths: Float32Array, chips: Uint8Array): Float32Array =>
  strengths.map((it, n) => ((((chips[n >> 3] as number) >> (n & 7)) & 1) === 0 ? -it : it))

/** Adds a value for each cell, interpolated between their centres, to the brightness of a picture in place. */
export function addPattern({ data, width, height, channels }: Pixels, values: Float32Array, grid: Grid): void {
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
  const across = nodesOf(width, grid.cols)
  const down = nodesOf(height, grid.rows)
  const colours = Math.min(3, channels)
  const line = new Float32Array(grid.cols)
  for (let y = 0; y < height; y++) {
    const upper = (down.first[y] as number) * grid.cols
    const lower = (down.second[y] as number) * grid.cols
    const low = down.part[y] as number
    for (let col = 0; col < grid.cols; col++)
      line[col] = (values[upper + col] as number) * (1 - low) + (values[lower + col] as number) * low
    let at = y * width * channels
    for (let x = 0; x < width; x++, at += channels) {
      const left = line[across.first[x] as number] as number
      const right = line[across.second[x] as number] as number
      const change = left + (right - left) * (across.part[x] as number)
      for (let colour = 0; colour < colours; colour++) pixels[at + colour] = (pixels[at + colour] as number) + change
    }
  }
}

/** For each pixel the two nearest centres of cells, and how far it is from the first to the second. */
export function nodesOf(
  pixels: number,
  cells: number,
): { first: Uint16Array; second: Uint16Array; part: Float32Array } {
  const nodes = { first: new Uint16Array(pixels), second: new Uint16Array(pixels), part: new Float32Array(pixels) }
  for (let n = 0; n < pixels; n++) {
    const place = Math.max(0, Math.min(cells - 1, ((n + 0.5) * cells) / pixels - 0.5))
    nodes.first[n] = Math.floor(place)
    nodes.second[n] = Math.min(cells - 1, Math.floor(place) + 1)
    nodes.part[n] = place - Math.floor(place)
  }
  return nodes
}

/** About four pixels a side of each cell: enough to know how busy it is, in a quarter of the time. */
export function sampled({ data, width, height, channels }: Pixels, grid: Grid): Plane {
  const to = { width: Math.min(width, grid.cols * 4), height: Math.min(height, grid.rows * 4) }
  const out = new Float32Array(to.width * to.height)
  for (let y = 0; y < to.height; y++) {
    const row = Math.floor(((y + 0.5) * height) / to.height) * width
    for (let x = 0; x < to.width; x++) {
      const from = (row + Math.floor(((x + 0.5) * width) / to.width)) * channels
      out[y * to.width + x] = channels < 3 ? (data[from] as number) : brightness(data, from)
    }
  }
  return { data: out, ...to }
}
