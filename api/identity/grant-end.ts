import { nextChange } from '../../contract/policy/shift.ts'
import { orNull, type RowOf, statement, timestamptz, uuid } from '../platform/db/statement.ts'
import type { Services } from '../platform/services.ts'
import { shiftColumns, shiftOf, shiftTypes } from './shifts.ts'

/** What decides when grant `g` ends by itself. */
export const endTypes = { until: orNull(timestamptz), ...shiftTypes }
export const endColumns = `g.until, ${shiftColumns}`

/** When a grant that is on shift ends by itself, with its time or with its shift; null for one that holds until it is taken. */
export function endOf(grant: RowOf<typeof endTypes>, now: number): string | null {
  const shift = shiftOf(grant)
  const ends = [
    ...(grant.until ? [grant.until.getTime()] : []),
    ...(shift === null ? [] : [nextChange(shift.spans, shift.zone, now)]),
  ]
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString()
}

/** The same of the grant under which a session acts. */
export async function endOfGrant(ctx: Services, grantId: string): Promise<string | null> {
  const [grant] = await ctx.db.run(readEnd, { grant: grantId })
  return grant === undefined ? null : endOf(grant, ctx.now())
}

const readEnd = statement(
  'grants_end',
  { grant: uuid },
  endTypes,
  ({ grant }) => `select ${endColumns} from agency_grants g where g.id = ${grant}`,
)
