import { type QuietHours, quietUntil } from '../../../contract/policy/quiet-hours.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { quietTypes } from './settings-statements.ts'

/** The quiet hours of a reader as the table has them. */
export type QuietColumns = RowOf<typeof quietTypes>

export const toQuietHours = ({
  quiet_from: from,
  quiet_to: to,
  time_zone: timeZone,
}: QuietColumns): QuietHours | null =>
  from === null || to === null || timeZone === null ? null : { from, to, timeZone }

/** Until when something for this reader waits, or null. */
export function waitsUntil(reader: QuietColumns, now: number): Date | null {
  const until = quietUntil(toQuietHours(reader), now)
  return until === null ? null : new Date(until)
}
