import { FilePathSource, type InputVideoTrack } from 'mediabunny'
import { registerCodecs } from '../media/film-codecs.ts'
import { MediaRefusalError } from '../media/media-refusal.ts'
import { openTimed } from '../media/timed.ts'
import { sniffFile } from '../media/video.ts'
import { findFilmMarks } from './film-evidence.ts'
import { framesInPrint, matchPrint, type PrintFrame } from './film-print.ts'
import { printOfView, type Recording, readRecording, type View, viewsOfRecording } from './film-recording.ts'
import type { FilmAnswer, FilmOrder } from './film-search.ts'
import type { SearchRefusal } from './search-child.ts'

/** The process of `searchFilms`. It decodes the recording first, then compares it with one film after the other. */
const mostBytes = 500 * 1024 * 1024
/** The first ten minutes of a recording: 150 parts, where 40 are enough. */
const mostSeconds = 600
/** Recordings of a film are above 0.9, and other films seldom above 0.3. */
const leastLikeness = 0.5
process.once('disconnect', () => process.exit(1))
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) answer({ refused: 'too_large_to_open' }, () => process.exit(0))
}, 50).unref()

let recording: Recording | null = null
let views: { view: View; print: PrintFrame[] }[] = []
process.on('message', (order: FilmOrder) => {
  work(order).then(
    (it) => answer(it),
    (error: unknown) => answer({ refused: error instanceof MediaRefusalError ? error.reason : 'unreadable' }),
  )
})

async function work(order: FilmOrder): Promise<FilmAnswer> {
  if ('recording' in order) {
    if (!(await registerCodecs())) throw new MediaRefusalError('unsupported_format')
    const opened = await readRecording(await openTrack(order.recording), mostSeconds)
    recording = opened
    views = viewsOfRecording(opened).map((view) => ({ view, print: printOfView(opened, view) }))
    return { isOpen: true }
  }
  if ('print' in order) {
    const film = framesInPrint(order.print)
    const candidates = views
      .map(({ view, print }) => ({ view, ...matchPrint(film, print) }))
      .filter((it) => it.likeness > leastLikeness)
      .sort((a, b) => b.likeness - a.likeness)
    return { candidates }
  }
  if (recording === null) throw new MediaRefusalError('unreadable')
  const copies = { a: await openTrack(order.a), b: await openTrack(order.b), starts: order.starts }
  for (const { view, from } of order.candidates) {
    const marks = await findFilmMarks(recording, view, from, { ...order, ...copies })
    if (marks.length > 0) return { marks }
  }
  return { marks: [] }
}

async function openTrack(path: string): Promise<InputVideoTrack> {
  const found = await sniffFile(path)
  if (found.family !== 'container') throw new MediaRefusalError('wrong_kind')
  const track = await openTimed(found.format, new FilePathSource(path)).getPrimaryVideoTrack()
  if (track === null) throw new MediaRefusalError('wrong_kind')
  return track
}

function answer(it: FilmAnswer | SearchRefusal, then: () => void = () => undefined): void {
  process.send?.(it, then)
}
