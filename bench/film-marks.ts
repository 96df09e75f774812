import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import { bytesOf, framesOf, type Luma, lumaOf } from '../api/platform/marks/film-frames.ts'
import { codewordOf, copyOfPart } from '../api/platform/marks/film-mark.ts'
import { searchFilms } from '../api/platform/marks/film-search.ts'
import { type FilmPart, partsIn } from '../api/platform/media/hls.ts'
import { makeRendition } from '../api/platform/media/make-rendition.ts'
import { writeNaturalFilm, writeRecording } from '../tests/support/natural-film.ts'
import type { Row } from './row.ts'

/**
 * Makes both copies of a film of three minutes, records what one of its 5,000 viewers sees in several ways, and traces the
 * recordings. All must be traced to that viewer alone, mixed and clean films to no one else, and no mark may cost more
 * than 42 dB.
 */
export async function measureFilms(seconds = 180): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-films-'))
  try {
    const at = (name: string) => join(folder, name)
    await writeNaturalFilm(at('film'), { width: 854, height: 480, seconds, frameRate: 12 })
    const making: number[] = []
    for (const [name, copy] of [
      ['a', 'a'],
      ['b', 'b'],
      ['clean', null],
    ] as const) {
      const began = performance.now()
      const order = {
        kind: 'size',
        name,
        side: 480,
        bitrate: 1_100_000,
        ...(copy && { mark: { mediaId, copy } }),
      } as const
      await makeRendition(at('film'), folder, order, { markKey: key })
      making.push((performance.now() - began) / 1000)
    }
    console.log(
      `  films: ${seconds} s in 480 lines made in ${making.map((it) => it.toFixed(0)).join(', ')} s (a, b, unmarked)`,
    )
    const [a, b] = [await readCopy(at('a')), await readCopy(at('b'))]
    const last = a.parts.at(-1) as FilmPart
    const starts = [...a.parts.slice(1).map((it) => it.at), last.at + last.seconds]
    const marks = Array.from({ length: viewers }, (_, n) => n + 1)
    const seenBy = (...fans: number[]) =>
      Buffer.concat(
        a.parts.map((_, part) => {
          const word = codewordOf(key, mediaId, fans[part % fans.length] as number, a.parts.length)
          return (part === 0 || copyOfPart(word, part - 1) === 'a' ? a : b).part(part)
        }),
      )
    await writeFile(at('seen'), seenBy(right))
    await writeFile(at('mixed'), seenBy(right, right + 1))
    await copyFile(at('seen'), at('as it came'))
    const screen = { width: 1280, height: 720, frameRate: 24, bitrate: 2_000_000, start: 2.3 }
    await writeRecording(at('seen'), at('recorded at 720p, 2 Mbit a second'), screen)
    await writeRecording(at('seen'), at('with bars, 15 frames, 1 Mbit a second'), {
      ...{ width: 960, height: 720, frameRate: 15, bitrate: 1_000_000, start: 11 },
    })
    await writeRecording(at('seen'), at('240 lines, 400 kbit a second'), {
      ...{ width: 428, height: 240, frameRate: 12, bitrate: 400_000, start: 0 },
    })
    const print = await readFile(at('a-print'))
    let wrong = 0
    const search = async (name: string) => {
      const began = performance.now()
      const read = async () => ({ a: at('a'), b: at('b'), starts, marks })
      const traced = await searchFilms(at(name), [mediaId], key, { readPrint: async () => print, read })
      const found = traced?.marks ?? []
      wrong += found.filter(({ index }) => index !== right && !(name === 'mixed' && index === right + 1)).length
      const [best] = found
      console.log(
        `  films: ${name}: ${best ? `mark ${best.index}, score ${best.score.toFixed(1)}, chance ${best.chance.toExponential(1)}` : 'none'}, in ${((performance.now() - began) / 1000).toFixed(0)} s`,
      )
      return best?.index === right ? 1 : 0
    }
    const rows: Row[] = []
    for (const name of [
      'as it came',
      'recorded at 720p, 2 Mbit a second',
      'with bars, 15 frames, 1 Mbit a second',
      '240 lines, 400 kbit a second',
    ])
      rows.push({ name: `film ${name}`, product: await search(name), baseline: 1, unit: '', bound: { min: 1 } })
    await search('mixed')
    await search('clean')
    const decibels = await psnr(at('a'), at('clean'))
    return [
      ...rows,
      { name: 'films traced to a wrong copy', product: wrong, baseline: 1, unit: '', bound: { max: 0 } },
      { name: 'PSNR of a film', product: decibels, baseline: 42, unit: ' dB', bound: { min: 1 } },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

const key = Buffer.alloc(32, 7)
const mediaId = 'film'
const viewers = 5_000
const right = 17

async function readCopy(path: string) {
  const bytes = await readFile(path)
  const parts = partsIn(await readFile(`${path}-list`, 'utf8'))
  return { parts, part: (n: number) => bytes.subarray(parts[n]?.start, (parts[n]?.end ?? 0) + 1) }
}

/** What an encoded copy with a mark differs by from one without, over every tenth frame. */
async function psnr(path: string, other: string): Promise<number> {
  const inputs = [path, other].map((it) => new Input({ formats: [MP4], source: new FilePathSource(it) }))
  const [one, two] = await Promise.all(inputs.map((it) => it.getPrimaryVideoTrack()))
  if (!one || !two) return Number.NaN
  const others = framesOf(two).samples()
  let [squares, count, frame] = [0, 0, 0]
  for await (const sample of framesOf(one).samples()) {
    const beside = (await others.next()).value
    if (beside && frame++ % 10 === 0) {
      const [a, b] = [sample, beside].map((it) => bytesOf(lumaOf(it) as Luma)) as [Uint8Array, Uint8Array]
      for (let n = 0; n < a.length; n++) squares += ((a[n] as number) - (b[n] as number)) ** 2
      count += a.length
    }
    sample.close()
    beside?.close()
  }
  return 10 * Math.log10(255 ** 2 / (squares / count))
}
