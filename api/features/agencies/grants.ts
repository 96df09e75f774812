import type { Permissions } from '../../../contract/profile.ts'
import { publishAuditEntry, writeAuditEntries } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import {
  type EndedGrant,
  endGrant,
  endGrantOfPair,
  endGrantsBetween,
  endGrantsOfAgency,
  endGrantsOfLink,
  endGrantsOfMember,
  reduceGrantsToCeiling,
} from './grant-statements.ts'
import { requireManager } from './members.ts'

export async function removeGrant(
  ctx: Services,
  viewer: Viewer,
  input: { agencyId: string; memberId: string; creatorId: string },
): Promise<void> {
  const ended = await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, input.agencyId)
    const rows = await endGrants(tx, viewer.id, {
      agency: input.agencyId,
      member: input.memberId,
      link: input.creatorId,
    })
    if (rows.length === 0) throw refuse('not_found')
    return rows
  })
  revokeLive(ctx, ended)
}

/**
 * Ends grants for good, logs it, and returns them; `revokeLive` has to be called with them after the commit. `whose`
 * names one grant, all grants of a member, a link or an agency, those of a member under a link, or those of an operator
 * on a creator in any agency.
 */
export async function endGrants(tx: Db, by: string, target: GrantTarget): Promise<EndedGrant[]> {
  const ended = await runEnd(tx, by, target)
  const entries = ended.map((row) => ({
    agencyId: row.agency_id,
    grantId: row.id,
    actorId: by,
    subjectId: row.creator_user_id,
    action: 'agencies.end_grant',
    object: { kind: 'user', id: row.operator_id },
  }))
  await writeAuditEntries(tx, entries)
  return ended
}
type GrantTarget =
  | { grant: string }
  | { agency: string; member: string; link: string }
  | { creator: string; operator: string }
  | { member: string }
  | { link: string }
  | { agency: string }

function runEnd(tx: Db, by: string, target: GrantTarget): Promise<EndedGrant[]> {
  if ('grant' in target) return tx.run(endGrant, { by, ...target })
  if ('creator' in target) return tx.run(endGrantsBetween, { by, ...target })
  if ('agency' in target && 'member' in target) return tx.run(endGrantOfPair, { by, ...target })
  if ('member' in target) return tx.run(endGrantsOfMember, { by, ...target })
  if ('link' in target) return tx.run(endGrantsOfLink, { by, ...target })
  return tx.run(endGrantsOfAgency, { by, ...target })
}

/** The pairs of agency and creator that are apart now, for `withholdPlanned`. */
export const separated = (grant: EndedGrant) => ({
  agency_id: grant.agency_id,
  creator_id: grant.creator_user_id,
  operator_id: grant.operator_id,
})

/** Closes the sockets that act under these grants on every node; requests read the grant anyway. */
export function revokeLive(ctx: Services, ended: readonly { id: string; creator_user_id?: string }[]): void {
  for (const { id, creator_user_id } of ended) {
    ctx.live.revoke({ grantId: id }, 'permission_denied')
    if (creator_user_id !== undefined) publishAuditEntry(ctx, creator_user_id)
  }
}

/** Takes flags away from every grant under a link for good, so that raising the ceiling later does not restore them. */
export async function reduceGrants(tx: Db, linkId: string, ceiling: Permissions): Promise<{ id: string }[]> {
  return tx.run(reduceGrantsToCeiling, { link: linkId, ...ceiling })
}
