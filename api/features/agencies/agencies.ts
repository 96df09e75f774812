import type { Agency, MemberRole } from '../../../contract/agency-shapes.ts'
import { mayRemove } from '../../../contract/policy/supervision.ts'
import { publishAuditEntry, writeAuditEntries } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencies, agencyMembers } from '../../platform/db/schema/agencies.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { endGrants, revokeLive } from './grants.ts'
import { withdrawAllOfAgency, withdrawPending } from './invitation-statements.ts'
import { lockOtherMember, requireManager, requireMember, requireOwner } from './members.ts'
import { withholdPlanned } from './planned.ts'
import {
  countOwned,
  creatorsWithChat,
  dissolve,
  endLinkRow,
  endLinksOfAgency,
  endMember,
  endMembers,
  ownedWithSuccessor,
  setRole,
  updateAgencyRow,
} from './statements.ts'
import { readAgency } from './views.ts'

/** Creates an agency; a user may own at most ten at a time, then `rate_limited`. */
export async function createAgency(ctx: Services, viewer: Viewer, name: string): Promise<Agency> {
  const id = newId()
  await ctx.db.transact(async (tx) => {
    const [owned] = await tx.run(countOwned, { owner: viewer.id })
    if ((owned?.count ?? 0) >= 10) throw refuse('rate_limited')
    await tx.insert(agencies).values({ id, name })
    await tx.insert(agencyMembers).values({ id: newId(), agencyId: id, userId: viewer.id, role: 'owner' })
  })
  return show(ctx, viewer, id)
}

export async function updateAgency(ctx: Services, viewer: Viewer, agencyId: string, name: string): Promise<Agency> {
  await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, agencyId)
    await tx.run(updateAgencyRow, { agency: agencyId, name })
  })
  return show(ctx, viewer, agencyId)
}

/** Dissolves the agency with its grants and links, and notifies its creators. */
export async function dissolveAgency(ctx: Services, viewer: Viewer, agencyId: string): Promise<void> {
  const afterCommit = await ctx.db.transact(async (tx) => {
    await requireOwner(tx, viewer.id, agencyId)
    return endAgency(tx, ctx, viewer.id, agencyId)
  })
  afterCommit()
}

/**
 * Passes the agencies of a deleted owner to their longest-serving admin, so that each has exactly one owner; those
 * without an admin end. Returns the effects to run after the commit.
 */
export async function transferAgencies(tx: Db, ctx: Services, ownerId: string): Promise<() => void> {
  const afterCommits: (() => void)[] = []
  for (const { agency_id, successor } of await tx.run(ownedWithSuccessor, { owner: ownerId })) {
    if (successor === null) afterCommits.push(await endAgency(tx, ctx, ownerId, agency_id))
    else await tx.run(setRole, { member: successor, role: 'owner' })
  }
  return () => {
    for (const afterCommit of afterCommits) afterCommit()
  }
}

/** Ends one agency. Returns the effects for its creators and acting operators, to run after the commit. */
async function endAgency(tx: Db, ctx: Services, by: string, agencyId: string): Promise<() => void> {
  const grants = await endGrants(tx, by, { agency: agencyId })
  await tx.run(dissolve, { agency: agencyId })
  await tx.run(withdrawAllOfAgency, { agency: agencyId })
  await tx.run(endMembers, { agency: agencyId })
  const afterCommits: (() => void)[] = []
  const creators = await tx.run(endLinksOfAgency, { agency: agencyId })
  const ended = creators.map((creator) => ({ agency_id: agencyId, creator_id: creator.user_id, operator_id: null }))
  await withholdPlanned(tx, by, ended)
  for (const { user_id } of creators) afterCommits.push(await notifyEnd(tx, ctx, user_id, by, agencyId))
  return () => {
    revokeLive(ctx, grants)
    for (const afterCommit of afterCommits) afterCommit()
  }
}

/** Changes a role. An owner who names another owner becomes an admin, so that there is always exactly one. */
export async function changeMember(
  ctx: Services,
  viewer: Viewer,
  agencyId: string,
  memberId: string,
  role: MemberRole,
): Promise<Agency> {
  const creators = await ctx.db.transact(async (tx) => {
    const me = await requireOwner(tx, viewer.id, agencyId)
    const other = await lockOtherMember(tx, agencyId, memberId)
    if (other.id === me.id) throw refuse('own_thing')
    await tx.run(setRole, { member: other.id, role })
    if (role === 'owner') await tx.run(setRole, { member: me.id, role: 'admin' })
    return role === 'supervisor' ? logSupervisor(tx, viewer, agencyId, other.user_id) : []
  })
  for (const creatorId of creators) publishAuditEntry(ctx, creatorId)
  return show(ctx, viewer, agencyId)
}

/** Every creator whose conversations a supervisor may read from now on has it in their log (product §86). */
async function logSupervisor(tx: Db, viewer: Viewer, agencyId: string, supervisor: string): Promise<string[]> {
  const creators = (await tx.run(creatorsWithChat, { agency: agencyId })).map((it) => it.user_id)
  const entry = { agencyId, grantId: null, actorId: viewer.id, action: 'agencies.make_supervisor' }
  const object = { kind: 'user', id: supervisor }
  await writeAuditEntries(
    tx,
    creators.map((subjectId) => ({ ...entry, subjectId, object })),
  )
  return creators
}

/** Leaves, or removes a member of a lower role. The owner has to name another owner first, or dissolve the agency. */
export async function removeMember(ctx: Services, viewer: Viewer, agencyId: string, memberId: string): Promise<void> {
  const ended = await ctx.db.transact(async (tx) => {
    const me = await requireMember(tx, viewer.id, agencyId)
    const other = await lockOtherMember(tx, agencyId, memberId)
    if (!mayRemove(me.role, other.role, other.id === me.id)) throw refuse('forbidden')
    await tx.run(endMember, { member: other.id })
    return endGrants(tx, viewer.id, { member: other.id })
  })
  revokeLive(ctx, ended)
}

export async function removeCreator(ctx: Services, viewer: Viewer, agencyId: string, linkId: string): Promise<void> {
  const { ended, afterCommit } = await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, agencyId)
    const [link] = await tx.run(endLinkRow, { link: linkId, agency: agencyId, creator: null })
    if (link === undefined) throw refuse('not_found')
    await tx.run(withdrawPending, { invitation: linkId })
    const grants = await endGrants(tx, viewer.id, { link: linkId })
    await withholdPlanned(tx, viewer.id, [{ agency_id: agencyId, creator_id: link.user_id, operator_id: null }])
    return { ended: grants, afterCommit: await notifyEnd(tx, ctx, link.user_id, viewer.id, agencyId) }
  })
  revokeLive(ctx, ended)
  afterCommit()
}

/** Notifies the other side that a link or an access ended. */
export const notifyEnd = (tx: Db, ctx: Services, userId: string, by: string, agencyId: string): Promise<() => void> =>
  notify(tx, ctx, { userId, type: 'agency_ended', actorId: by, object: { kind: 'agency', id: agencyId } })

async function show(ctx: Services, viewer: Viewer, agencyId: string): Promise<Agency> {
  const agency = await readAgency(ctx, viewer.id, agencyId)
  if (agency === undefined) throw refuse('not_found')
  return agency
}
