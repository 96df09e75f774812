/** A grey picture: its brightness from 0 to 255, row by row. */
export type Plane = { data: Float32Array; width: number; height: number }

/** The plane of grey bytes, or of the brightness of pixels with several channels. */
export function planeOf(bytes: Uint8Array, width: number, height: number, channels = 1): Plane {
  const data = new Float32Array(width * height)
  for (let at = 0, from = 0; at < data.length; at++, from += channels) {
    data[at] = channels < 3 ? (bytes[from] as number) : brightness(bytes, from)
  }
  return { data, width, height }
}

/** The brightness of the pixel that begins at `from` (Rec. 601). */
export const brightness = (bytes: Uint8Array | Uint8ClampedArray, from: number): number =>
  0.299 * (bytes[from] as number) + 0.587 * (bytes[from + 1] as number) + 0.114 * (bytes[from + 2] as number)

/** The plane in another size: averaged where it becomes smaller, interpolated where it becomes larger. */
export function resample(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane
  const across = tapsOf(plane.width, width)
  const down = tapsOf(plane.height, height)
  const narrow = new Float32Array(width * plane.height)
  for (let y = 0; y < plane.height; y++) {
    const row = y * plane.width
    for (let x = 0; x < width; x++) {
      const first = across.first[x] as number
      const weights = x * across.count
      let sum = 0
      for (let tap = 0; tap < across.count; tap++)
        sum += (across.weights[weights + tap] as number) * (plane.data[row + first + tap] as number)
      narrow[y * width + x] = sum
    }
  }
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const first = down.first[y] as number
    for (let tap = 0; tap < down.count; tap++) {
      const weight = down.weights[y * down.count + tap] as number
      if (weight === 0) continue
      const row = (first + tap) * width
      for (let x = 0; x < width; x++)
        data[y * width + x] = (data[y * width + x] as number) + weight * (narrow[row + x] as number)
    }
  }
  return { data, width, height }
}

/** For each pixel of the result the first pixel that it is made of, and the weights of that and the following ones. */
function tapsOf(from: number, to: number): { first: Int32Array; weights: Float32Array; count: number } {
  const scale = Math.max(1, from / to)
  const count = Math.min(from, Math.ceil(scale * 2) + 1)
  const first = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let n = 0; n < to; n++) {
    const centre = ((n + 0.5) * from) / to
    const start = Math.max(0, Math.min(from - count, Math.floor(centre - scale)))
    let total = 0
    for (let tap = 0; tap < count; tap++) {
      const weight = Math.max(0, 1 - Math.abs(start + tap + 0.5 - centre) / scale)
      weights[n * count + tap] = weight
      total += weight
    }
    for (let tap = 0; tap < count; tap++) weights[n * count + tap] = (weights[n * count + tap] as number) / total
    first[n] = start
  }
  return { first, weights, count }
}

/** The brightness between pixels; `x` and `y` count from the centre of the first pixel and lie within the plane. */
export function sample({ data, width, height }: Plane, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const [right, below] = [x - left, y - top]
  const at = top * width + left
  const upper = (data[at] as number) * (1 - right) + (data[at + 1] as number) * right
  const lower = (data[at + width] as number) * (1 - right) + (data[at + width + 1] as number) * right
  return upper * (1 - below) + lower * below
}

/** The mirrored plane. */
export function mirror({ data, width, height }: Plane): Plane {
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[y * width + x] = data[(y + 1) * width - 1 - x] as number
  return { data: out, width, height }
}

/** The plane without the margins of one brightness around it, as a screenshot has them; the plane itself without any. */
export function trim(plane: Plane): Plane {
  const { data, width, height } = plane
  const isCalm = (from: number, step: number, count: number): boolean => {
    const first = data[from] as number
    let rough = 0
    for (let n = 0; n < count; n++) if (Math.abs((data[from + n * step] as number) - first) > 12) rough++
    // What JPEG leaves of the picture's edge.
    return rough * 50 < count
  }
  let [left, right, top, bottom] = [0, width, 0, height]
  while (top < bottom - minimum && isCalm(top * width, 1, width)) top++
  while (bottom - minimum > top && isCalm((bottom - 1) * width, 1, width)) bottom--
  const rows = bottom - top
  while (left < right - minimum && isCalm(top * width + left, width, rows)) left++
  while (right - minimum > left && isCalm(top * width + right - 1, width, rows)) right--
  if (rows === height && right - left === width) return plane
  const out = new Float32Array((right - left) * rows)
  for (let y = 0; y < rows; y++)
    out.set(data.subarray((top + y) * width + left, (top + y) * width + right), y * (right - left))
  return { data: out, width: right - left, height: rows }
}

/** No picture is smaller. */
const minimum = 16
