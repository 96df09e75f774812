import { LeastSquares } from './least-squares.ts'
import type { Grid } from './pattern.ts'
import type { Place } from './place.ts'
import { type Plane, resample, sample } from './plane.ts'

/**
 * What a picture that was found shows beyond the clean one, in the clean one's place; `isKnown` is 0 for pixels that it
 * does not show. `clean` is the clean picture in the same size.
 */
export type Residual = { rest: Float32Array; isKnown: Uint8Array; clean: Plane }

/**
 * Takes the clean picture from what was found. In each block of eight chips a side, what the clean picture, its slopes and
 * its sharpness explain is taken as well: other contrast, a colour filter, a blur, and an eighth of a pixel by which the
 * place is wrong.
 */
export function residualOf(reference: Plane, found: Plane, place: Place, grid: Grid): Residual {
  const pixels = pixelsPerChip(found, place, grid)
  const clean = resample(reference, grid.cols * pixels, grid.rows * pixels)
  const { width, height } = clean
  const size = (it: number) => Math.max(4, Math.round(it))
  const shown = resample(found, size(place.width * width), size(place.height * height))
  const across = shown.width / (place.width * width)
  const down = shown.height / (place.height * height)
  const rest = new Float32Array(width * height)
  const isKnown = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y++) {
    const fy = (y + 0.5 - place.top * height) * down - 0.5
    if (fy < 0.5 || fy > shown.height - 1.5) continue
    for (let x = 1; x < width - 1; x++) {
      const fx = (x + 0.5 - place.left * width) * across - 0.5
      if (fx < 0.5 || fx > shown.width - 1.5) continue
      rest[y * width + x] = sample(shown, fx, fy)
      isKnown[y * width + x] = 1
    }
  }
  const residual = { rest, isKnown, clean }
  const block = pixels * 8
  for (let top = 0; top < height; top += block)
    for (let left = 0; left < width; left += block) explain(residual, left, top, block)
  return residual
}

/** As many as what was found has, but no more than are of use. */
function pixelsPerChip(found: Plane, place: Place, grid: Grid): number {
  return Math.max(2, Math.min(5, Math.round(found.width / place.width / grid.cols)))
}

/** Takes from one block what the clean picture explains of it. */
function explain({ rest, isKnown, clean }: Residual, left: number, top: number, block: number): void {
  const { data, width, height } = clean
  const [right, bottom] = [Math.min(width, left + block), Math.min(height, top + block)]
  const fitting = new LeastSquares(5)
  const terms = new Float64Array(5)
  const at = (x: number, y: number) => {
    const n = y * width + x
    const here = data[n] as number
    const [before, after] = [data[n - 1] as number, data[n + 1] as number]
    const [above, below] = [data[n - width] as number, data[n + width] as number]
    terms[0] = 1
    terms[1] = here
    terms[2] = after - before
    terms[3] = below - above
    terms[4] = before + after + above + below - 4 * here
  }
  let known = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const n = y * width + x
      if (isKnown[n] === 0) continue
      at(x, y)
      fitting.add(terms, rest[n] as number)
      known++
    }
  const isEnough = known * 2 > (right - left) * (bottom - top)
  const factors = fitting.solve()
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const n = y * width + x
      if (isKnown[n] === 0) continue
      at(x, y)
      let explained = 0
      for (let term = 0; term < 5; term++) explained += (factors[term] as number) * (terms[term] as number)
      rest[n] = isEnough ? (rest[n] as number) - explained : 0
      if (!isEnough) isKnown[n] = 0
    }
}
