import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { findTeamMember } from './grant-statements.ts'
import { endGrants, revokeLive, separated } from './grants.ts'
import { withholdPlanned } from './planned.ts'

/**
 * Ends what an operator may do as the creator who has just blocked them, inside the caller's transaction. Returns the
 * effects to run after the commit.
 */
export async function endAccessOnBlock(
  tx: Db,
  ctx: Services,
  blockerId: string,
  blockedId: string,
): Promise<() => void> {
  const ended = await endGrants(tx, blockerId, { creator: blockerId, operator: blockedId })
  await withholdPlanned(tx, blockerId, ended.map(separated))
  return () => revokeLive(ctx, ended)
}

/**
 * Operators decide nothing about other operators' access (product §35): they can neither block nor unblock a present or
 * former member of a team of this creator. Throws `permission_denied`.
 */
export async function refuseForTeam(tx: Db, viewer: Viewer, personId: string): Promise<void> {
  if (viewer.acting === null) return
  const [row] = await tx.run(findTeamMember, { creator: viewer.id, user: personId })
  if (row !== undefined) throw refuse('permission_denied', { flag: 'owner' })
}
