import { fingerprintSide, type Guess, guessPlaces, sizesToTry } from './place.ts'
import { mirror, type Plane, resample, trim } from './plane.ts'

export type Fingerprint = { mediaId: string; plane: Plane }
/** Where on which picture a file may lie, and which of its views does. */
export type Candidate = Guess & { mediaId: string; view: number }

/** What a file may show: itself, or what is within its margins, as it is or mirrored. */
export function viewsOf(found: Plane): Plane[] {
  const inner = trim(found)
  const all = inner === found || inner.width * inner.height < 1_000 ? [found] : [found, inner]
  return all.flatMap((it) => [it, mirror(it)])
}

/**
 * The likeliest pictures that a file is a copy of, best first: all of them at half the size of a fingerprint, then the best
 * at its whole size.
 */
export function shortlist(views: readonly Plane[], fingerprints: readonly Fingerprint[], most: number): Candidate[] {
  const coarse = views.map((view) => sizesToTry(view, fingerprintSide / 2))
  const likely = fingerprints
    .map((it) => {
      const half = resample(it.plane, Math.max(3, it.plane.width >> 1), Math.max(3, it.plane.height >> 1))
      return { it, score: Math.max(...coarse.map((sizes) => guessPlaces(half, sizes, 1)[0]?.score ?? 0)) }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most * 3)
  const fine = views.map((view) => sizesToTry(view, fingerprintSide))
  return likely
    .flatMap(({ it: { mediaId, plane } }) =>
      fine.flatMap((sizes, view) => guessPlaces(plane, sizes, 3).map((guess) => ({ ...guess, mediaId, view }))),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
}
