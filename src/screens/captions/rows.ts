import type { Cue } from '../../../contract/captions.ts'
import { readTime, writeTime } from './cue-time.ts'

/** A cue as it is being written: its times as they are typed. */
export type Row = { key: string; start: string; end: string; text: string }
export type Problem = 'time' | 'order' | 'empty' | 'overlap' | 'fast'

export const toRow = ({ start, end, text }: Cue): Row => ({
  key: crypto.randomUUID(),
  ...{ start: writeTime(start), end: writeTime(end), text },
})

/** What is wrong with a row, in view of the one before it. The first three keep it from being saved. */
export function problemOf(row: Row, before: Row | undefined): Problem | null {
  const [start, end] = [readTime(row.start), readTime(row.end)]
  if (start === null || end === null) return 'time'
  if (end <= start) return 'order'
  if (row.text.trim() === '') return 'empty'
  if (before && start < (readTime(before.end) ?? 0)) return 'overlap'
  return row.text.length / (end - start) > fastest ? 'fast' : null
}

/** Characters a second that most people can still read. */
const fastest = 25

export const isSavable = (row: Row): boolean => !['time', 'order', 'empty'].includes(problemOf(row, undefined) ?? '')

/** The rows as cues; only for rows that are savable. */
export const toCues = (rows: readonly Row[]): Cue[] =>
  rows.map(({ start, end, text }) => ({ start: readTime(start) ?? 0, end: readTime(end) ?? 0, text: text.trim() }))

/** With a row of three seconds at this moment, in its place by time; it ends where the next one begins. */
export function addRow(rows: readonly Row[], seconds: number, length: number): { rows: Row[]; added: Row } {
  const at = rows.findIndex((it) => (readTime(it.start) ?? 0) > seconds)
  const next = at === -1 ? length : (readTime(rows[at]?.start ?? '') ?? length)
  const end = Math.max(Math.min(seconds + 3, next), seconds + 0.5)
  const added = toRow({ start: seconds, end, text: '' })
  return { rows: at === -1 ? [...rows, added] : rows.toSpliced(at, 0, added), added }
}
