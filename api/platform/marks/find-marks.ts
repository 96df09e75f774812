import { alignOn } from './align.ts'
import { chanceOf, evidenceOf, scorer } from './evidence.ts'
import { chipsOf, gridOf } from './pattern.ts'
import type { Place } from './place.ts'
import type { Plane } from './plane.ts'
import { residualOf } from './residual.ts'

/** A clean picture, the size of its largest copy, and the marks that its copies have. */
export type Suspect = { mediaId: string; width: number; height: number; clean: Plane; indices: readonly number[] }
/** A mark that was found; `chance` is the most likely it can be that it is none. */
export type FoundMark = { index: number; score: number; chance: number }

/** A mark counts as found when chance makes one such find in a thousand million searches, however many marks there are. */
export const mostChance = 1e-9

/**
 * The marks in `found`, best first, where it is a copy of the suspect that lies about at one of these places; several where
 * copies were mixed. Empty where it is no copy of it, or has no mark.
 */
export function findMarks(found: Plane, suspect: Suspect, guesses: readonly Place[], key: Uint8Array): FoundMark[] {
  const tried: Place[] = []
  for (const guess of guesses) {
    const place = alignOn(suspect.clean, found, guess)
    // Guesses that are near each other lead to the same place.
    if (place === null || tried.some((it) => isSame(it, place))) continue
    tried.push(place)
    const marks = marksAt(found, suspect, place, key)
    if (marks.length > 0) return marks
  }
  return []
}

function marksAt(found: Plane, suspect: Suspect, place: Place, key: Uint8Array): FoundMark[] {
  const grid = gridOf(suspect.width, suspect.height)
  const scoreOf = scorer(evidenceOf(residualOf(suspect.clean, found, place, grid), grid))
  return suspect.indices
    .map((index) => {
      const score = scoreOf(chipsOf(key, suspect.mediaId, index, grid))
      return { index, score, chance: Math.min(1, chanceOf(score) * suspect.indices.length) }
    })
    .filter(({ chance }) => chance < mostChance)
    .sort((a, b) => b.score - a.score)
}

const isSame = (a: Place, b: Place): boolean =>
  Math.abs(a.left - b.left) + Math.abs(a.top - b.top) + Math.abs(a.width - b.width) + Math.abs(a.height - b.height) <
  0.002
