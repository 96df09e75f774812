import { nodesOf } from './embed.ts'
import { type Grid, strengthsOf } from './pattern.ts'
import type { Residual } from './residual.ts'

/** What each chip of a picture speaks for: above 0 for a set bit, below it for one that is not; 0 where it says nothing. */
export type Evidence = { values: Float32Array; length: number }

/** Reads the chips of a residual, each weighted by how strong it is and how much else there is around it. */
export function evidenceOf(residual: Residual, grid: Grid): Evidence {
  const chips = chipsIn(residual, grid)
  const noise = powerAround(chips, grid)
  const strengths = strengthsOf(residual.clean, grid)
  const values = new Float32Array(chips.length)
  let power = 0
  for (let n = 0; n < chips.length; n++) {
    const around = Math.sqrt((noise[n] as number) + 0.01)
    // A chip that sticks out was changed by something else, and one like it must not decide.
    const value = ((strengths[n] as number) * Math.max(-3, Math.min(3, (chips[n] as number) / around))) / around
    values[n] = value
    power += value * value
  }
  return { values, length: Math.sqrt(power) }
}

/** The mean of the residual under each chip as it was laid. */
function chipsIn({ rest, isKnown, clean }: Residual, { cols, rows }: Grid): Float32Array {
  const { width, height } = clean
  const sums = new Float32Array(cols * rows)
  const weights = new Float32Array(cols * rows)
  const across = nodesOf(width, cols)
  const down = nodesOf(height, rows)
  for (let y = 0; y < height; y++) {
    const upper = (down.first[y] as number) * cols
    const lower = (down.second[y] as number) * cols
    const low = down.part[y] as number
    for (let x = 0; x < width; x++) {
      const n = y * width + x
      if (isKnown[n] === 0) continue
      const it = rest[n] as number
      const [left, right, part] = [across.first[x] as number, across.second[x] as number, across.part[x] as number]
      spread(sums, weights, upper + left, it, (1 - low) * (1 - part))
      spread(sums, weights, upper + right, it, (1 - low) * part)
      spread(sums, weights, lower + left, it, low * (1 - part))
      spread(sums, weights, lower + right, it, low * part)
    }
  }
  const whole = (width / cols) * (height / rows)
  return sums.map((sum, n) => ((weights[n] as number) > whole / 2 ? sum / (weights[n] as number) : 0))
}

function spread(sums: Float32Array, weights: Float32Array, chip: number, it: number, weight: number): void {
  sums[chip] = (sums[chip] as number) + weight * it
  weights[chip] = (weights[chip] as number) + weight
}

/** The mean square of the chips in five by five around each. */
function powerAround(chips: Float32Array, { cols, rows }: Grid): Float32Array {
  const powers = new Float32Array(chips.length)
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      let [sum, count] = [0, 0]
      for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y++)
        for (let x = Math.max(0, col - 2); x <= Math.min(cols - 1, col + 2); x++) {
          sum += (chips[y * cols + x] as number) ** 2
          count++
        }
      powers[row * cols + col] = sum / count
    }
  return powers
}

/**
 * How far evidence agrees with marks, in standard deviations of what chance does: about 0 for a mark that is not there.
 * Answers a function, because tables of eight chips each make it eight times as fast for many marks.
 */
export function scorer({ values, length }: Evidence): (chips: Uint8Array) => number {
  const bytes = Math.ceil(values.length / 8)
  const tables = new Float32Array(bytes * 256)
  for (let byte = 0; byte < bytes; byte++)
    for (let bits = 0; bits < 256; bits++) {
      let sum = 0
      for (let bit = 0; bit < 8; bit++) {
        const value = values[byte * 8 + bit] ?? 0
        sum += ((bits >> bit) & 1) === 1 ? value : -value
      }
      tables[byte * 256 + bits] = sum
    }
  return (chips) => {
    let sum = 0
    for (let byte = 0; byte < bytes; byte++) sum += tables[byte * 256 + (chips[byte] as number)] as number
    return length > 0 ? sum / length : 0
  }
}

/**
 * The most likely it can be that a mark which is not there scores as high, whatever the picture shows: the signs of the
 * chips are independent of it, so their weighted sum obeys Hoeffding's inequality.
 */
export const chanceOf = (score: number): number => (score <= 0 ? 1 : Math.exp(-(score ** 2) / 2))
