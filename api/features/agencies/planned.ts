import { writeAuditEntries } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import { holdPlanned } from './grant-statements.ts'

/**
 * Holds what an agency has scheduled in a creator's name once the agency, or the one operator named, may no longer act
 * for them: a post becomes a draft, a broadcast is not sent, an automatic message is switched off. Runs in the transaction that ends the access and logs
 * every item. Answers how many there were.
 */
export async function withholdPlanned(tx: Db, by: string, ended: Ended): Promise<number> {
  const held = await tx.run(holdPlanned, { ended })
  const entries = held.map(({ agency_id, creator_id, kind, id }) => ({
    agencyId: agency_id,
    grantId: null,
    actorId: by,
    subjectId: creator_id,
    action: `agencies.hold_${kind}`,
    object: { kind, id },
  }))
  await writeAuditEntries(tx, entries)
  return held.length
}

/** An agency and a creator who are apart, or one operator of it who is. */
type Ended = ValuesOf<typeof holdPlanned.parameters>['ended']
