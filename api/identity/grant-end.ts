import { nextChange } from '../../contract/policy/shift.ts'
import { orNull, statement, timestamptz, uuid } from '../platform/db/statement.ts'
import type { Services } from '../platform/services.ts'
import { shiftColumns, shiftOf, shiftTypes } from './shifts.ts'

/** When a grant that is on shift ends by itself, with its time or with its shift; null for one that holds until it is taken. */
export async function endOfGrant(ctx: Services, grantId: string): Promise<string | null> {
  const [grant] = await ctx.db.run(readEnd, { grant: grantId })
  const shift = grant === undefined ? null : shiftOf(grant)
  const ends = [
    ...(grant?.until ? [grant.until.getTime()] : []),
    ...(shift === null ? [] : [nextChange(shift.spans, shift.zone, ctx.now())]),
  ]
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString()
}

const readEnd = statement(
  'grants_end',
  { grant: uuid },
  { until: orNull(timestamptz), ...shiftTypes },
  ({ grant }) => `select g.until, ${shiftColumns} from agency_grants g where g.id = ${grant}`,
)
