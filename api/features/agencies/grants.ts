import type { FlagsIn, Grant } from '../../../contract/agency-shapes.ts'
import { type Flag, flags } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { flagsOf } from '../../identity/grants.ts'
import { publishAuditEntry, writeAuditEntries, writeAuditEntry } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import {
  changeGrant,
  closeOldGrant,
  type EndedGrant,
  endGrant,
  endGrantOfPair,
  endGrantsBetween,
  endGrantsOfAgency,
  endGrantsOfLink,
  endGrantsOfMember,
  findEndedByCreator,
  insertGrant,
  reduceGrantsToCeiling,
} from './grant-statements.ts'
import { lockOtherMember, requireManager } from './members.ts'
import { lockActiveLink } from './statements.ts'
import { presentGrant, readGrant } from './views.ts'

/**
 * Sets what one member may do as one creator. A flag beyond the creator's ceiling is 403 `permission_denied {flag}`.
 * Sockets opened with more rights are closed and reconnect with the rest. The creator is notified of an operator who
 * may act for them from now on. Access that the creator has ended is 403 `consent_required` until they allow it again.
 */
export async function putGrant(ctx: Services, viewer: Viewer, input: NewGrant): Promise<Grant> {
  const until = input.until === null ? null : new Date(input.until)
  if (until !== null && (Number.isNaN(until.getTime()) || until.getTime() <= ctx.now())) {
    throw refuse('invalid_input', { fields: { until: ['not in the future'] } })
  }
  const { grant, reduced, creatorId, afterCommit } = await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, input.agencyId)
    const member = await lockOtherMember(tx, input.agencyId, input.memberId)
    const [link] = await tx.run(lockActiveLink, { agency: input.agencyId, link: input.creatorId })
    if (link === undefined) throw refuse('not_found')
    if (link.user_id === member.user_id) throw refuse('own_thing')
    const pairOf = { link: input.creatorId, operator: member.user_id }
    // A creator who manages the agency consents by giving it.
    if (link.user_id !== viewer.id && (await tx.run(findEndedByCreator, pairOf)).length > 0)
      throw refuse('consent_required')
    const wanted = withinCeiling(flagsOf(link), input.permissions)
    const before = await readGrant(tx, input.memberId, input.creatorId)
    const taken = before !== undefined && flags.some((flag) => flagsOf(before)[flag] && !wanted[flag])
    // An expired grant stays ended, so that a session that acted under it does not resume.
    if (before === undefined)
      await tx.run(closeOldGrant, { member: input.memberId, link: input.creatorId, by: viewer.id })
    const pair = { agency: input.agencyId, member: input.memberId, link: input.creatorId }
    if (before === undefined) await tx.run(insertGrant, { id: newId(), ...pair, ...wanted, until })
    else await tx.run(changeGrant, { grant: before.id, reduced: taken, ...wanted, until })
    const after = await readGrant(tx, input.memberId, input.creatorId)
    if (after === undefined) throw refuse('not_found')
    await writeAuditEntry(tx, {
      agencyId: input.agencyId,
      grantId: after.id,
      actorId: viewer.id,
      subjectId: link.user_id,
      action: 'agencies.put_grant',
      object: { kind: 'user', id: member.user_id },
    })
    const news = { userId: link.user_id, type: 'agency_granted' as const, actorId: member.user_id }
    const object = { kind: 'agency' as const, id: input.agencyId }
    const afterCommit = before === undefined ? await notify(tx, ctx, { ...news, object }) : null
    return { grant: after, reduced: taken, creatorId: link.user_id, afterCommit }
  })
  afterCommit?.()
  if (reduced) ctx.live.revoke({ grantId: grant.id }, 'permission_denied')
  publishAuditEntry(ctx, creatorId)
  return presentGrant(grant)
}
type NewGrant = { agencyId: string; memberId: string; creatorId: string; permissions: FlagsIn; until: string | null }

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

/** The requested flags, all within the ceiling; an absent `show_in_analytics` is what the ceiling allows. */
function withinCeiling(ceiling: Permissions, requested: FlagsIn): Permissions {
  const wanted: Permissions = {
    ...requested,
    show_in_analytics: requested.show_in_analytics ?? ceiling.show_in_analytics,
  }
  const beyond: Flag | undefined = flags.find((flag) => wanted[flag] && !ceiling[flag])
  if (beyond !== undefined) throw refuse('permission_denied', { flag: beyond })
  return wanted
}
