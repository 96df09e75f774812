import { fileURLToPath } from 'node:url'
import type { FoundMark } from './find-marks.ts'
import { fingerprintSize } from './place.ts'
import { startSearch } from './search-child.ts'
import type { Candidate } from './shortlist.ts'

/** A picture of which marked copies exist, by its largest size and its fingerprint. */
export type MarkedPicture = { mediaId: string; width: number; height: number; fingerprint: string }
/** The same with its clean bytes and the numbers of its marks. */
type Suspect = { picture: Uint8Array; marks: number[] }
export type Traced = { mediaId: string; marks: FoundMark[] }

type OpenOrder = {
  file: Uint8Array
  fingerprints: { mediaId: string; width: number; height: number; grey: string }[]
  most: number
}
type CompareOrder = Omit<MarkedPicture, 'fingerprint'> & Suspect & { candidates: Candidate[]; key: Uint8Array }
export type SearchOrder = OpenOrder | CompareOrder
export type SearchAnswer = { candidates: Candidate[] } | { marks: FoundMark[] }

/**
 * Finds of which of these pictures the file is a copy and which marks it carries, in a process of its own with at most
 * 500 MB and two minutes. Null where it is a copy of none of them, or of one without a mark. Throws MediaRefusal for what
 * is no picture. `read` is asked for the few that it may be.
 */
export async function searchMarks(
  file: Uint8Array,
  pictures: readonly MarkedPicture[],
  key: Uint8Array,
  read: (mediaId: string) => Promise<Suspect | null>,
): Promise<Traced | null> {
  const child = startSearch<SearchOrder, SearchAnswer>(program, mostMs)
  try {
    const fingerprints = pictures.map(({ mediaId, width, height, fingerprint: grey }) => ({
      mediaId,
      ...fingerprintSize(width, height),
      grey,
    }))
    const opened = await child.ask({ file, fingerprints, most: 12 })
    if (!('candidates' in opened)) return null
    for (const [mediaId, candidates] of Map.groupBy(opened.candidates, (it) => it.mediaId)) {
      const picture = pictures.find((it) => it.mediaId === mediaId)
      const suspect = await read(mediaId)
      if (picture === undefined || suspect === null) continue
      const { width, height } = picture
      const compared = await child.ask({ mediaId, width, height, ...suspect, candidates, key })
      if ('marks' in compared && compared.marks.length > 0) return { mediaId, marks: compared.marks }
    }
    return null
  } finally {
    child.end()
  }
}

const program = fileURLToPath(new URL('search-process.ts', import.meta.url))
const mostMs = 120_000
