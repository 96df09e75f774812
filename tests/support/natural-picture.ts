import { type Plane, resample } from '../../api/platform/marks/plane.ts'

export type Picture = { data: Buffer; width: number; height: number; channels: 3 }

/**
 * A picture with what photographs have: a spectrum that falls with frequency, calm and busy regions, edges of things,
 * and something like lettering. The same number always draws the same picture.
 */
export function naturalPicture(number: number, width: number, height: number): Picture {
  const random = randomOf(number)
  const busy = clouds(random, width, height, [2, 4, 8])
  const coarse = clouds(random, width, height, [1, 2, 4, 8, 16])
  const fine = clouds(random, width, height, [32, 64, 128, 256, 512])
  const tints = [0, 1, 2].map(() => clouds(random, width, height, [1, 2, 4]))
  const contrast = 25 + 45 * random()
  const texture = 4 + 22 * random()
  const middle = 70 + 110 * random()
  const data = Buffer.alloc(width * height * 3)
  for (let n = 0; n < width * height; n++) {
    const detail = texture * Math.max(0, 0.3 + (busy.data[n] as number)) * (fine.data[n] as number)
    const light = middle + contrast * (coarse.data[n] as number) + detail
    for (let colour = 0; colour < 3; colour++)
      data[n * 3 + colour] = clamp(light + 22 * (tints[colour]?.data[n] as number))
  }
  const picture: Picture = { data, width, height, channels: 3 }
  for (let shape = 0; shape < 4 + random() * 10; shape++) drawEllipse(picture, random)
  if (random() < 0.4) drawLines(picture, random)
  return picture
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let it = Math.imul(state ^ (state >>> 15), 1 | state)
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it
    return ((it ^ (it >>> 14)) >>> 0) / 4_294_967_296
  }
}

const clamp = (it: number): number => Math.max(0, Math.min(255, Math.round(it)))

/** Noise of several sizes (waves across the picture), each as strong as the others, which is a spectrum of 1/f. */
function clouds(random: () => number, width: number, height: number, waves: readonly number[]): Plane {
  const sum = new Float32Array(width * height)
  const longest = Math.max(width, height)
  for (const wave of waves) {
    const side = (it: number) => Math.max(2, Math.round((wave * 2 * it) / longest))
    const [cols, rows] = [side(width), side(height)]
    const noise = Float32Array.from({ length: cols * rows }, () => (random() + random() + random() - 1.5) * 1.2)
    const spread = resample({ data: noise, width: cols, height: rows }, width, height)
    for (let n = 0; n < sum.length; n++) sum[n] = (sum[n] as number) + (spread.data[n] as number)
  }
  return { data: sum, width, height }
}

function drawEllipse({ data, width, height }: Picture, random: () => number): void {
  const [x0, y0] = [random() * width, random() * height]
  const [a, b] = [(0.03 + 0.25 * random()) * width, (0.03 + 0.25 * random()) * height]
  const colour = [random() * 255, random() * 255, random() * 255]
  const cover = 0.3 + 0.6 * random()
  for (let y = Math.max(0, Math.floor(y0 - b)); y < Math.min(height, y0 + b); y++)
    for (let x = Math.max(0, Math.floor(x0 - a)); x < Math.min(width, x0 + a); x++) {
      if (((x - x0) / a) ** 2 + ((y - y0) / b) ** 2 > 1) continue
      const at = (y * width + x) * 3
      for (let n = 0; n < 3; n++)
        data[at + n] = clamp((data[at + n] as number) * (1 - cover) + (colour[n] as number) * cover)
    }
}

/** Rows of short strokes, as sharp as lettering. */
function drawLines({ data, width, height }: Picture, random: () => number): void {
  const size = Math.max(2, Math.round(height / 60))
  const ink = random() < 0.5 ? 15 : 240
  const left = Math.floor(random() * width * 0.4)
  for (let row = 0, top = Math.floor(random() * height * 0.7); row < 5; row++, top += size * 4)
    for (let x = left; x < Math.min(width, left + width * 0.5); x++) {
      if (random() < 0.45) continue
      for (let y = top; y < Math.min(height, top + size * (1 + random())); y++)
        data.fill(ink, (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
}
