import { collectVisits } from '../../platform/collected-visits.ts'
import { addVisits } from './statements.ts'

/** Counts a visit of a profile by the id of its user, and writes what was collected. */
export const { count: countVisit, flush: writeVisits } = collectVisits((ctx, visits) =>
  ctx.db.run(addVisits, { visits: visits.map(({ id, ...rest }) => ({ user_id: id, ...rest })) }),
)
