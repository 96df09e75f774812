import { fileURLToPath } from 'node:url'
import type { View } from './film-recording.ts'
import type { FoundMark } from './find-marks.ts'
import type { Traced } from './search.ts'
import { startSearch } from './search-child.ts'

/** Both copies of one size of a film as files, when its parts begin and the last one ends, and the marks of its viewers. */
export type FilmSuspect = { a: string; b: string; starts: number[]; marks: number[] }
/** Where in a film a recording may be from. */
type FilmCandidate = { view: View; from: number; likeness: number }

export type FilmOrder =
  | { recording: string }
  | { print: Uint8Array }
  | (FilmSuspect & { mediaId: string; key: Uint8Array; candidates: FilmCandidate[] })
export type FilmAnswer = { isOpen: true } | { candidates: FilmCandidate[] } | { marks: FoundMark[] }

/**
 * Finds of which of these films the file at `path` is a recording and which marks it carries, in a process of its own with
 * at most 500 MB and ten minutes. Null where it is one of none of them, or too short. Throws MediaRefusal for what is no
 * film. `readPrint` is asked for each film, and `read` for the few that it may be.
 */
export async function searchFilms(
  path: string,
  films: readonly string[],
  key: Uint8Array,
  {
    readPrint,
    read,
  }: {
    readPrint: (mediaId: string) => Promise<Uint8Array | null>
    read: (mediaId: string) => Promise<FilmSuspect | null>
  },
): Promise<Traced | null> {
  const child = startSearch<FilmOrder, FilmAnswer>(program, mostMs)
  try {
    await child.ask({ recording: path })
    const likely: { mediaId: string; candidates: FilmCandidate[] }[] = []
    for (const mediaId of films) {
      const print = await readPrint(mediaId)
      const found = print && (await child.ask({ print }))
      if (found && 'candidates' in found && found.candidates.length > 0)
        likely.push({ mediaId, candidates: found.candidates })
    }
    const best = (it: { candidates: FilmCandidate[] }) => it.candidates[0]?.likeness ?? 0
    for (const { mediaId, candidates } of likely.sort((a, b) => best(b) - best(a)).slice(0, mostCompared)) {
      const suspect = await read(mediaId)
      const compared = suspect && (await child.ask({ ...suspect, mediaId, key, candidates }))
      if (compared && 'marks' in compared && compared.marks.length > 0) return { mediaId, marks: compared.marks }
    }
    return null
  } finally {
    child.end()
  }
}

const program = fileURLToPath(new URL('film-search-process.ts', import.meta.url))
const mostMs = 600_000
const mostCompared = 3
