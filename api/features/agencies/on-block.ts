import type { Viewer } from '../../platform/http/viewer.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { endGrants, revokeLive, separated } from './grants.ts'
import { withholdPlanned } from './planned.ts'

/**
 * Ends what an operator may do as the creator who has just blocked them, inside the caller's transaction. Answers what to
 * call after the commit.
 */
export async function endAccessOnBlock(
  tx: Db,
  ctx: Services,
  blockerId: string,
  blockedId: string,
): Promise<() => void> {
  const ended = await endGrants(tx, blockerId, 'between', [blockerId, blockedId])
  await withholdPlanned(tx, blockerId, ended.map(separated))
  return () => revokeLive(ctx, ended)
}

/**
 * Whoever acts as somebody decides nothing about who else may (product §35): nobody who is or was of a team of this creator
 * is theirs to block, nor to let in again.
 */
export async function refuseForTeam(tx: Db, viewer: Viewer, personId: string): Promise<void> {
  if (viewer.acting === null) return
  const [row] = await tx.run(ofTeam, [viewer.id, personId])
  if (row !== undefined) throw refuse('permission_denied', { flag: 'owner' })
}

const ofTeam: Statement = {
  name: 'agencies_of_team',
  text: `select 1 from agency_creators l join agency_members m on m.agency_id = l.agency_id
    where l.user_id = $1::uuid and m.user_id = $2::uuid limit 1`,
}
