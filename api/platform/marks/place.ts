import { type Plane, resample } from './plane.ts'

/**
 * Where a picture lies on another one: its rectangle in units of the other's width and height. A crop lies within 0 and
 * 1; a screenshot reaches beyond.
 */
export type Place = { left: number; top: number; width: number; height: number }
/** A place and how likely it is: higher is better. */
export type Guess = { place: Place; score: number }

/** The longest side of the small grey copy by which a picture is found again. */
export const fingerprintSide = 32

/** The size of the fingerprint of a picture. */
export function fingerprintSize(width: number, height: number): { width: number; height: number } {
  const scale = fingerprintSide / Math.max(width, height)
  const side = (it: number) => Math.max(4, Math.round(it * scale))
  return { width: side(width), height: side(height) }
}

/** A small copy of a picture, with the sums of its brightness and of its squares up to each pixel. */
export type SmallCopy = Plane & { sums: Float64Array; squares: Float64Array }

/**
 * The likeliest places of `found` on the picture with this fingerprint. It is tried in sizes from two fifths of the picture
 * (a crop) to three times as large (a screenshot of a page), everywhere where enough of both overlaps.
 */
export function guessPlaces(fingerprint: Plane, sizes: readonly SmallCopy[], most: number): Guess[] {
  const best: Guess[] = []
  const reference = smallCopyOf(fingerprint)
  for (const found of sizes) {
    const enough = 0.6 * Math.min(found.width * found.height, fingerprint.width * fingerprint.height)
    for (let y = 1 - found.height; y < fingerprint.height; y++)
      for (let x = 1 - found.width; x < fingerprint.width; x++) {
        const overlap = shared(x, found.width, fingerprint.width) * shared(y, found.height, fingerprint.height)
        if (overlap < enough) continue
        const likeness = likenessAt(reference, found, x, y)
        // Few pixels are alike by chance; this grows with the number that agree.
        const score = Math.atanh(Math.max(0, Math.min(0.999, likeness))) * Math.sqrt(overlap)
        const { width, height } = fingerprint
        const place = { left: x / width, top: y / height, width: found.width / width, height: found.height / height }
        keep(best, { place, score }, most)
      }
  }
  return best
}

/** The sizes in which a picture that was found is tried, for fingerprints whose longest side is `side`. */
export function sizesToTry(found: Plane, side: number): SmallCopy[] {
  const sizes: SmallCopy[] = []
  const longest = Math.max(found.width, found.height)
  // All of them are made of one that is twice as large as the largest, because reading the whole picture takes longer.
  const scale = Math.min(1, (side * 6.4) / longest)
  const source = resample(
    found,
    Math.max(3, Math.round(found.width * scale)),
    Math.max(3, Math.round(found.height * scale)),
  )
  for (let to = side * 0.38; to < side * 3.2; to *= 1 + 2 / side) {
    const size = (it: number) => Math.max(3, Math.round((it * to) / longest))
    sizes.push(smallCopyOf(resample(source, size(found.width), size(found.height))))
  }
  return sizes
}

const shared = (from: number, length: number, whole: number): number =>
  Math.max(0, Math.min(whole, from + length) - Math.max(0, from))

/** Adds a guess where it is among the best, once for places that are nearly the same. */
function keep(best: Guess[], guess: Guess, most: number): void {
  if (best.length === most && guess.score <= (best.at(-1)?.score ?? 0)) return
  const near = best.findIndex(({ place }) => isNear(place, guess.place))
  if (near >= 0) {
    if ((best[near]?.score ?? 0) >= guess.score) return
    best.splice(near, 1)
  }
  best.push(guess)
  best.sort((a, b) => b.score - a.score)
  best.length = Math.min(best.length, most)
}

const isNear = (a: Place, b: Place): boolean =>
  Math.abs(a.left + a.width / 2 - b.left - b.width / 2) < 0.1 &&
  Math.abs(a.top + a.height / 2 - b.top - b.height / 2) < 0.1 &&
  Math.abs(Math.log(a.width / b.width)) < 0.12

/** The normalised correlation of two pictures where they overlap, the second one shifted by whole pixels. */
function likenessAt(a: SmallCopy, b: SmallCopy, left: number, top: number): number {
  const [x0, x1] = [Math.max(0, left), Math.min(a.width, left + b.width)]
  const [y0, y1] = [Math.max(0, top), Math.min(a.height, top + b.height)]
  let product = 0
  for (let y = y0; y < y1; y++) {
    const rowA = y * a.width
    const rowB = (y - top) * b.width - left
    for (let x = x0; x < x1; x++) product += (a.data[rowA + x] as number) * (b.data[rowB + x] as number)
  }
  const n = (x1 - x0) * (y1 - y0)
  const sumA = sumIn(a.sums, a.width, x0, y0, x1, y1)
  const sumB = sumIn(b.sums, b.width, x0 - left, y0 - top, x1 - left, y1 - top)
  const squareA = sumIn(a.squares, a.width, x0, y0, x1, y1)
  const squareB = sumIn(b.squares, b.width, x0 - left, y0 - top, x1 - left, y1 - top)
  const spread = (squareA - (sumA * sumA) / n) * (squareB - (sumB * sumB) / n)
  return spread > 1e-6 ? (product - (sumA * sumB) / n) / Math.sqrt(spread) : 0
}

/** The sums spare two thirds of the work of each comparison, of which there are many thousands. */
function smallCopyOf(plane: Plane): SmallCopy {
  const { data, width, height } = plane
  const sums = new Float64Array((width + 1) * (height + 1))
  const squares = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let [sum, square] = [0, 0]
    for (let x = 0; x < width; x++) {
      const it = data[y * width + x] as number
      sum += it
      square += it * it
      const at = (y + 1) * (width + 1) + x + 1
      sums[at] = (sums[at - width - 1] as number) + sum
      squares[at] = (squares[at - width - 1] as number) + square
    }
  }
  return { ...plane, sums, squares }
}

/** The sum over the pixels from `x0` and `y0` to before `x1` and `y1`. */
function sumIn(table: Float64Array, width: number, x0: number, y0: number, x1: number, y1: number): number {
  const at = (x: number, y: number) => table[y * (width + 1) + x] as number
  return at(x1, y1) - at(x0, y1) - at(x1, y0) + at(x0, y0)
}
