import sharp from 'sharp'
import { decodeHeic } from '../media/heic.ts'
import { IMAGE_MAX_PIXELS } from '../media/image.ts'
import { MediaRefusalError } from '../media/media-refusal.ts'
import { sniff } from '../media/sniff.ts'
import { findMarks } from './find-marks.ts'
import { type Plane, planeOf } from './plane.ts'
import type { SearchAnswer, SearchOrder } from './search.ts'
import type { SearchRefusal } from './search-child.ts'
import { shortlist, viewsOf } from './shortlist.ts'

/** The process of `searchMarks`. It opens the file first, then compares it with one picture after the other. */
const mostBytes = 500 * 1024 * 1024
/** A file that was found is read in this size at most: no mark is finer. */
const side = 2560
sharp.cache(false)
process.once('disconnect', () => process.exit(1))
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) answer({ refused: 'too_large_to_open' }, () => process.exit(0))
}, 50).unref()

let views: Plane[] = []
process.on('message', (order: SearchOrder) => {
  work(order).then(
    (it) => answer(it),
    (error: unknown) => {
      if (!(error instanceof MediaRefusalError)) throw error
      answer({ refused: error.reason })
    },
  )
})

async function work(order: SearchOrder): Promise<SearchAnswer> {
  if ('file' in order) {
    views = viewsOf(await open(order.file))
    const fingerprints = order.fingerprints.map(({ mediaId, grey, ...size }) => ({
      mediaId,
      plane: planeOf(Buffer.from(grey, 'base64'), size.width, size.height),
    }))
    return { candidates: shortlist(views, fingerprints, order.most) }
  }
  const { mediaId, width, height, marks: indices, picture, key } = order
  const suspect = { mediaId, width, height, indices, clean: await grey(picture) }
  for (const [view, candidates] of Map.groupBy(order.candidates, (it) => it.view)) {
    const found = views[view]
    const places = candidates.map((it) => it.place)
    const marks = found === undefined ? [] : findMarks(found, suspect, places, key)
    if (marks.length > 0) return { marks }
  }
  return { marks: [] }
}

async function open(bytes: Uint8Array): Promise<Plane> {
  const { family, format } = sniff(bytes)
  if (family !== 'image') throw new MediaRefusalError('wrong_kind')
  try {
    const picture = format === 'heic' ? (await decodeHeic(bytes, IMAGE_MAX_PIXELS)).png : bytes
    const size = await sharp(picture, { limitInputPixels: false }).metadata()
    if (size.width * size.height > IMAGE_MAX_PIXELS) throw new MediaRefusalError('too_many_pixels')
    return await grey(picture)
  } catch (error) {
    throw error instanceof MediaRefusalError ? error : new MediaRefusalError('unreadable', error)
  }
}

async function grey(bytes: Uint8Array): Promise<Plane> {
  const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS })
    .autoOrient()
    .flatten({ background: '#000' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return planeOf(data, info.width, info.height, info.channels)
}

function answer(it: SearchAnswer | SearchRefusal, then: () => void = () => undefined): void {
  process.send?.(it, then)
}
