import { collectVisits } from '../../platform/collected-visits.ts'
import { addLinkVisits } from './statements.ts'

/** Counts a visit by a link by its id, and writes what was collected. */
export const { count: countLinkVisit, flush: writeLinkVisits } = collectVisits((ctx, visits) =>
  ctx.db.run(addLinkVisits, { visits: visits.map(({ id, ...rest }) => ({ link_id: id, ...rest })) }),
)
