import * as v from 'valibot'
import {
  isShiftZone,
  isWholeWeek,
  lengthOf,
  type Shift,
  shiftMinimumMinutes,
  shiftsAtMost,
  spansOf,
} from './policy/shift.ts'
import { time } from './shapes.ts'

/** When a grant holds within a week (product §79): sent, and answered beside what it is now. */

const windowShape = v.object({ day: v.number(), from: v.string(), to: v.string() })

/** `changes_at` is the end of this shift while it is on, and else the beginning of the next one. */
export const shiftShape = v.object({
  zone: v.string(),
  windows: v.array(windowShape),
  is_on: v.boolean(),
  changes_at: time,
})
export type ShiftNow = v.InferOutput<typeof shiftShape>

const clock = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))
const windowIn = v.pipe(
  v.object({ day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)), from: clock, to: clock }),
  v.check((it) => lengthOf(it) >= shiftMinimumMinutes, 'too short'),
)

/** Null is always, as are windows that leave no minute out. */
export const shiftIn = v.nullable(
  v.pipe(
    v.object({
      zone: v.pipe(v.string(), v.maxLength(64), v.check(isShiftZone, 'not a time zone')),
      windows: v.pipe(v.array(windowIn), v.minLength(1), v.maxLength(shiftsAtMost)),
    }),
    v.transform((shift): Shift | null => (isWholeWeek(spansOf(shift.windows)) ? null : shift)),
  ),
)
