import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { naturalPicture, type Picture, randomOf } from '../../../tests/support/natural-picture.ts'
import { embedMark } from './embed.ts'
import { chanceOf, evidenceOf, scorer } from './evidence.ts'
import { findMarks, type Suspect } from './find-marks.ts'
import { chipsOf, type Grid, gridOf } from './pattern.ts'
import { fingerprintSize } from './place.ts'
import { type Plane, planeOf, resample } from './plane.ts'
import { residualOf } from './residual.ts'
import { shortlist, viewsOf } from './shortlist.ts'

const key = Buffer.alloc(32, 3)
const whole = { left: 0, top: 0, width: 1, height: 1 }
let clean: Picture
let other: Picture
let suspect: Suspect
let copy: Buffer
beforeAll(async () => {
  clean = naturalPicture(3, 640, 480)
  other = naturalPicture(4, 480, 640)
  const plane = await grey(await webp(clean))
  suspect = { mediaId: 'a', width: 640, height: 480, clean: plane, indices: [1, 2, 3, 7, 8, 9] }
  copy = await webp(marked(clean, 7))
})

function marked(picture: Picture, mark: number, mediaId = 'a'): Picture {
  const data = Buffer.from(picture.data)
  const grid = gridOf(picture.width, picture.height)
  embedMark({ ...picture, data }, chipsOf(key, mediaId, mark, grid), grid)
  return { ...picture, data }
}
const rawOf = ({ data, width, height, channels }: Picture): Sharp => sharp(data, { raw: { width, height, channels } })
const webp = (picture: Picture) => rawOf(picture).webp({ quality: 82 }).toBuffer()
async function grey(bytes: Buffer): Promise<Plane> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return planeOf(data, info.width, info.height, info.channels)
}
const fingerprintOf = (plane: Plane, { width, height }: Picture): Plane => {
  const size = fingerprintSize(width, height)
  return resample(plane, size.width, size.height)
}
/** Finds the marks of a file among the pictures of a creator, as the process of a search does. */
async function trace(bytes: Buffer) {
  const views = viewsOf(await grey(bytes))
  const fingerprints = [
    { mediaId: 'b', plane: fingerprintOf(await grey(await webp(other)), other) },
    { mediaId: 'a', plane: fingerprintOf(suspect.clean, clean) },
  ]
  for (const { mediaId, place, view } of shortlist(views, fingerprints, 8)) {
    const found = views[view]
    const marks = mediaId === 'a' && found ? findMarks(found, suspect, [place], key) : []
    if (marks.length > 0) return marks.map(({ index }) => index)
  }
  return []
}

describe('a marked copy', () => {
  it('differs from the picture by at least 42 dB and by five levels at most', () => {
    for (const picture of [clean, other, naturalPicture(5, 300, 900)]) {
      const differences = marked(picture, 1).data.map((it, n) => Math.abs(it - (picture.data[n] ?? 0)))
      const squares = differences.reduce((sum, it) => sum + it * it, 0)
      expect(10 * Math.log10(255 ** 2 / (squares / differences.length))).toBeGreaterThan(42)
      expect(differences.reduce((most, it) => Math.max(most, it), 0)).toBeLessThanOrEqual(5)
      expect(squares).toBeGreaterThan(0)
    }
  })

  it('is the same each time it is made, and another one for another mark, media or key', () => {
    const grid = gridOf(640, 480)
    const chips = (of: Uint8Array, media: string, mark: number) =>
      Buffer.from(chipsOf(of, media, mark, grid)).toString('hex')
    expect(chips(key, 'a', 7)).toBe(chips(key, 'a', 7))
    const all = [chips(key, 'a', 7), chips(key, 'a', 8), chips(key, 'b', 7), chips(Buffer.alloc(32, 4), 'a', 7)]
    expect(new Set(all).size).toBe(4)
  })

  const attacks: Record<string, (it: Sharp) => Promise<Buffer>> = {
    'as it was sent': (it) => it.png().toBuffer(),
    'as JPEG of quality 60': (it) => it.jpeg({ quality: 60 }).toBuffer(),
    'at half the size': (it) => it.resize({ width: 320 }).jpeg({ quality: 85 }).toBuffer(),
    'cropped by a fifth': (it) =>
      it.extract({ left: 61, top: 13, width: 572, height: 430 }).jpeg({ quality: 80 }).toBuffer(),
    'as a screenshot with a page around it, made smaller': async (it) => {
      const page = await it
        .resize({ width: 590 })
        .extend({ top: 140, bottom: 60, left: 9, right: 20, background: '#202028' })
        .png()
        .toBuffer()
      return sharp(page).resize({ width: 500 }).jpeg({ quality: 80 }).toBuffer()
    },
    'brighter, in other colours and blurred': (it) =>
      it.modulate({ brightness: 1.15, saturation: 1.4 }).blur(0.8).jpeg({ quality: 80 }).toBuffer(),
  }
  it.each(Object.entries(attacks))('is traced %s', async (_, attack) => {
    expect(await trace(await attack(sharp(copy)))).toEqual([7])
  })

  it('is traced with the other one it was mixed with', async () => {
    const [one, two] = [marked(clean, 7), marked(clean, 2)]
    const data = Buffer.from(one.data.map((it, n) => (it + (two.data[n] ?? 0)) >> 1))
    expect((await trace(await webp({ ...clean, data }))).sort()).toEqual([2, 7])
  })

  it('is not found with the key of another installation', async () => {
    expect(findMarks(await grey(copy), suspect, [whole], Buffer.alloc(32, 9))).toEqual([])
  })
})

describe('no mark', () => {
  it.each([
    ['the clean picture', () => webp(clean)],
    ['another picture', () => webp(other)],
    ['a copy of another media', () => webp(marked(other, 7, 'b'))],
    [
      'a single colour',
      () =>
        sharp({ create: { width: 500, height: 400, channels: 3, background: '#888' } })
          .png()
          .toBuffer(),
    ],
    ['a few pixels', () => sharp(copy).resize({ width: 12 }).png().toBuffer()],
  ])('is found in %s', async (_, make) => {
    expect(await trace(await make())).toEqual([])
  })

  it('scores as chance does: about 0, with a deviation of 1, and within the bound', async () => {
    const grid: Grid = gridOf(640, 480)
    const evidence = evidenceOf(residualOf(suspect.clean, await grey(copy), whole, grid), grid)
    const scoreOf = scorer(evidence)
    const scores = Array.from({ length: 4_000 }, (_, n) => scoreOf(chipsOf(key, 'a', 100 + n, grid)))
    const mean = scores.reduce((sum, it) => sum + it, 0) / scores.length
    const deviation = Math.sqrt(scores.reduce((sum, it) => sum + (it - mean) ** 2, 0) / scores.length)
    expect([Math.abs(mean) < 0.1, Math.abs(deviation - 1) < 0.1]).toEqual([true, true])
    for (const level of [1, 2, 3, 4])
      expect(scores.filter((it) => it > level).length / scores.length).toBeLessThan(chanceOf(level))
  })
})

it('scores by tables what adding up each chip comes to', () => {
  const random = randomOf(1)
  const values = Float32Array.from({ length: 93 }, () => random() - 0.5)
  const chips = Uint8Array.from({ length: 12 }, () => Math.floor(random() * 256))
  const length = Math.sqrt(values.reduce((sum, it) => sum + it * it, 0))
  const sum = values.reduce((all, it, n) => all + (((chips[n >> 3] ?? 0) >> (n & 7)) & 1 ? it : -it), 0)
  expect(scorer({ values, length })(chips)).toBeCloseTo(sum / length, 4)
})
