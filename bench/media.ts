import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameOfSize, sizesOf, soundName } from '../api/platform/media/film-sizes.ts'
import { makeRendition, type RenditionOrder } from '../api/platform/media/make-rendition.ts'
import { writeFilm } from '../tests/support/encoded-film.ts'
import { toneInWav } from '../tests/support/sound-file.ts'
import { firstFramesOn3g, type MadeFile } from './media-on-3g.ts'
import { measureViewer } from './media-viewer.ts'
import { holds, print, type Row } from './row.ts'

/**
 * `npm run bench:media [seconds]`: makes every size of a film of 1080p and 30 frames a second that is half noise, which is
 * as hard as films get. The first size has to be there within 0.3 of the film's length, and no process may take more
 * than 500 MB, however long the film is. Then what each size costs over 3G, and how soon the viewer shows a picture.
 */
const seconds = Number(process.argv[2] ?? 60)
const folder = await mkdtemp(join(tmpdir(), 'bench-media-'))
const film = { width: 1920, height: 1080 }
const mark = { mediaId: 'bench', copy: 'a' } as const
const markKey = randomBytes(32)
let isWithinBounds = false
try {
  const path = join(folder, 'film.mp4')
  console.log(`encoding a film of ${seconds} s to measure with`)
  await writeFilm(path, { ...film, seconds, frameRate: 30, isNoise: true })
  const bitrate = ((await stat(path)).size * 8) / seconds
  const orders: RenditionOrder[] = [
    { kind: 'poster', name: 'poster.jpg' },
    { kind: 'sound', name: 'sound' },
    { kind: 'strip', name: 'strip' },
    // Marked, as each first copy is.
    ...sizesOf({ ...film, bitrate }).map((it) => ({ kind: 'size', name: nameOfSize(it.side), ...it, mark }) as const),
  ]
  const times = new Map<string, number>()
  const files: MadeFile[] = []
  let peak = 0
  for (const order of orders) {
    const it = await measure(path, order)
    times.set(order.name, it.seconds)
    peak = Math.max(peak, it.megabytes)
    if (it.made !== null) files.push(it.made)
  }
  const songFile = join(folder, 'song.wav')
  await writeFile(songFile, toneInWav({ seconds, level: -30 }))
  const song = await measure(songFile, { kind: 'track', name: 'track' })
  peak = Math.max(peak, song.megabytes)
  const first = ['poster.jpg', 'sound', 'v480'].reduce((sum, name) => sum + (times.get(name) ?? Number.NaN), 0)
  const all = [...times.values()].reduce((sum, it) => sum + it, 0)
  const sound = files.find((it) => it.name === soundName)
  const firstFrames = await firstFramesOn3g(
    folder,
    files.filter((it) => it !== sound),
    sound,
  )
  for (const { name, seconds, kilobytes } of firstFrames)
    console.log(`  ${name} over 3G: first frame after ${seconds.toFixed(1)} s and ${Math.round(kilobytes)} KB`)
  const smallest = firstFrames.find((it) => it.name === 'v240')?.seconds ?? Number.NaN
  const viewer = await measureViewer()
  console.log(
    `  the viewer shows a picture after ${Math.round(viewer.first)} ms with its code, then ${Math.round(viewer.again)} ms`,
  )
  const rows: Row[] = [
    { name: 'poster, sound and first size', product: first, baseline: seconds, unit: ' s', bound: { max: 0.3 } },
    { name: 'all sizes', product: all, baseline: seconds, unit: ' s', bound: { max: 3 } },
    {
      name: 'a sound, measured and evened',
      product: song.seconds,
      baseline: seconds,
      unit: ' s',
      bound: { max: 0.1 },
    },
    { name: 'memory of the largest process', product: peak, baseline: 500, unit: ' MB', bound: { max: 1 } },
    { name: 'first frame of 240 lines over 3G', product: smallest, baseline: 5, unit: ' s', bound: { max: 1 } },
    { name: 'opening the viewer', product: viewer.again, baseline: 100, unit: ' ms', bound: { max: 1 } },
  ]
  print(rows)
  isWithinBounds = rows.every(holds)
} finally {
  await rm(folder, { recursive: true })
}
process.exit(isWithinBounds ? 0 : 1)

async function measure(path: string, order: RenditionOrder): Promise<Measured> {
  let megabytes = 0
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, largestChild())
  }, 100)
  const began = performance.now()
  const answer = await makeRendition(path, folder, order, { markKey })
  clearInterval(watch)
  if ('failed' in answer) throw new Error(`${order.name}: ${answer.failed}`)
  const took = (performance.now() - began) / 1_000
  const size = 'made' in answer ? `, ${Math.round(answer.made.average / 8_000)} KB/s on the wire` : ''
  console.log(`  ${order.name}: ${took.toFixed(1)} s, ${Math.round(megabytes)} MB${size}`)
  return { seconds: took, megabytes, made: 'made' in answer ? answer.made : null }
}

type Measured = { seconds: number; megabytes: number; made: MadeFile | null }

/** In MB. */
function largestChild(): number {
  const rss = execFileSync('ps', ['-o', 'rss=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  return Math.max(0, ...rss.split('\n').map(Number)) / 1_000
}
