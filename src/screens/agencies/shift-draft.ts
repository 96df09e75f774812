import {
  groupsOf,
  lengthOf,
  type Shift,
  type ShiftGroup,
  shiftMinimumMinutes,
  shiftsAtMost,
  spansOf,
} from '../../../contract/policy/shift.ts'
import { m } from '../../paraglide/messages.js'

/** A shift while it is edited: lines of days with the same times. Null is always. */
export type ShiftDraft = { zone: string; lines: readonly ShiftLineDraft[] } | null
export type ShiftLineDraft = ShiftGroup & { key: number }

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const toDraft = (shift: Shift | null): ShiftDraft =>
  shift && { zone: shift.zone, lines: groupsOf(shift.windows).map((group, key) => ({ ...group, key })) }

/** What most teams begin with. */
export const usualDraft = (zone: string): ShiftDraft => ({
  zone,
  lines: [{ key: 0, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
})

/** One more line: after the last one, on no day yet. */
export const withLine = (lines: readonly ShiftLineDraft[]): ShiftLineDraft[] => [
  ...lines,
  { key: Math.max(-1, ...lines.map((it) => it.key)) + 1, days: [], from: lines.at(-1)?.to ?? '09:00', to: '' },
]

export const toShift = (draft: ShiftDraft): Shift | null =>
  draft && {
    zone: draft.zone,
    windows: draft.lines.flatMap(({ days, from, to }) => days.map((day) => ({ day, from, to }))),
  }

/** What is wrong with a line, or null. */
export function lineProblem({ days, from, to }: ShiftGroup): string | null {
  if (days.length === 0) return m.agencies_shift_no_day()
  if (!from || !to) return m.agencies_shift_no_time()
  return lengthOf({ from, to }) < shiftMinimumMinutes ? m.agencies_shift_short({ count: shiftMinimumMinutes }) : null
}

/** Why a draft cannot be saved, or null. */
export function draftProblem(draft: ShiftDraft): string | null {
  if (draft === null) return null
  const found = draft.lines.map(lineProblem).find((it) => it !== null)
  if (found !== undefined) return found
  const count = draft.lines.reduce((sum, it) => sum + it.days.length, 0)
  return count > shiftsAtMost ? m.agencies_shift_many({ count: shiftsAtMost }) : null
}

/** How many hours of a week it covers. */
export const hoursOf = (shift: Shift): number =>
  spansOf(shift.windows).reduce((sum, [from, to]) => sum + to - from, 0) / 60
