import type { Agency, MemberRole } from '../../../contract/agencies.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencies, agencyMembers } from '../../platform/db/schema/agencies.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { notify } from '../notifications/notify.ts'
import { endGrants, revokeLive } from './grants.ts'
import { requireManager, requireMember, lockOtherMember, requireOwner } from './members.ts'
import { withholdPlanned } from './planned.ts'
import { readAgency } from './views.ts'

/** Founds an agency; at most ten of one's own at a time, then `rate_limited`. */
export async function createAgency(ctx: Services, viewer: Viewer, name: string): Promise<Agency> {
  const id = newId()
  await ctx.db.transact(async (tx) => {
    const [owned] = await tx.run<{ count: number }>(ownedBy, [viewer.id])
    if ((owned?.count ?? 0) >= 10) throw refuse('rate_limited')
    await tx.insert(agencies).values({ id, name })
    await tx.insert(agencyMembers).values({ id: newId(), agencyId: id, userId: viewer.id, role: 'owner' })
  })
  return show(ctx, viewer, id)
}

export async function renameAgency(ctx: Services, viewer: Viewer, agencyId: string, name: string): Promise<Agency> {
  await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, agencyId)
    await tx.run(rename, [agencyId, name])
  })
  return show(ctx, viewer, agencyId)
}

/** Ends the agency with everything that hangs on it, and tells its creators. */
export async function dissolveAgency(ctx: Services, viewer: Viewer, agencyId: string): Promise<void> {
  const afterCommit = await ctx.db.transact(async (tx) => {
    await requireOwner(tx, viewer.id, agencyId)
    return end(tx, ctx, viewer.id, agencyId)
  })
  afterCommit()
}

/**
 * The agencies of an owner who is gone for good: the admin who has been there longest takes each over, so that there is
 * always exactly one owner; one without an admin ends. What it answers is to be called after the commit.
 */
export async function transferAgencies(tx: Db, ctx: Services, ownerId: string): Promise<() => void> {
  const afterCommits: (() => void)[] = []
  for (const { agency_id, heir } of await tx.run<{ agency_id: string; heir: string | null }>(ownedWithHeir, [
    ownerId,
  ])) {
    if (heir === null) afterCommits.push(await end(tx, ctx, ownerId, agency_id))
    else await tx.run(setRole, [heir, 'owner'])
  }
  return () => {
    for (const afterCommit of afterCommits) afterCommit()
  }
}

/** Ends one agency; what it answers tells its creators and whoever acts for them, after the commit. */
async function end(tx: Db, ctx: Services, by: string, agencyId: string): Promise<() => void> {
  const ended = await endGrants(tx, by, 'agency', [agencyId])
  await tx.run(dissolve, [agencyId])
  await tx.run(withdrawAll, [agencyId])
  await tx.run(endMembers, [agencyId])
  const afterCommits: (() => void)[] = []
  const creators = await tx.run<{ user_id: string }>(endCreators, [agencyId])
  const apart = creators.map((it) => ({ agencyId, creatorId: it.user_id, operatorId: null }))
  await withholdPlanned(tx, by, apart)
  for (const { user_id } of creators) afterCommits.push(await notifyEnd(tx, ctx, user_id, by, agencyId))
  return () => {
    revokeLive(ctx, ended)
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
  await ctx.db.transact(async (tx) => {
    const me = await requireOwner(tx, viewer.id, agencyId)
    const other = await lockOtherMember(tx, agencyId, memberId)
    if (other.id === me.id) throw refuse('own_thing')
    await tx.run(setRole, [other.id, role])
    if (role === 'owner') await tx.run(setRole, [me.id, 'admin'])
  })
  return show(ctx, viewer, agencyId)
}

/** Leaves, or ends the membership of somebody below. The owner goes by naming another one first, or by dissolving. */
export async function removeMember(ctx: Services, viewer: Viewer, agencyId: string, memberId: string): Promise<void> {
  const ended = await ctx.db.transact(async (tx) => {
    const me = await requireMember(tx, viewer.id, agencyId)
    const other = await lockOtherMember(tx, agencyId, memberId)
    const may = other.role !== 'owner' && (other.id === me.id || rank[me.role] > rank[other.role])
    if (!may) throw refuse('forbidden')
    await tx.run(endMember, [other.id])
    return endGrants(tx, viewer.id, 'member', [other.id])
  })
  revokeLive(ctx, ended)
}
const rank: Record<MemberRole, number> = { owner: 2, admin: 1, operator: 0 }

export async function removeCreator(ctx: Services, viewer: Viewer, agencyId: string, linkId: string): Promise<void> {
  const { ended, afterCommit } = await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, agencyId)
    const [link] = await tx.run<{ user_id: string }>(endLink, [linkId, agencyId, null])
    if (link === undefined) throw refuse('not_found')
    await tx.run(withdrawOne, [linkId])
    const grants = await endGrants(tx, viewer.id, 'link', [linkId])
    await withholdPlanned(tx, viewer.id, [{ agencyId, creatorId: link.user_id, operatorId: null }])
    return { ended: grants, afterCommit: await notifyEnd(tx, ctx, link.user_id, viewer.id, agencyId) }
  })
  revokeLive(ctx, ended)
  afterCommit()
}

/** Tells somebody that a link or an access ended. */
export const notifyEnd = (tx: Db, ctx: Services, userId: string, by: string, agencyId: string): Promise<() => void> =>
  notify(tx, ctx, { userId, type: 'agency_ended', actorId: by, object: { kind: 'agency', id: agencyId } })

async function show(ctx: Services, viewer: Viewer, agencyId: string): Promise<Agency> {
  const agency = await readAgency(ctx, viewer.id, agencyId)
  if (agency === undefined) throw refuse('not_found')
  return agency
}

const ownedBy: Statement = {
  name: 'agencies_owned_by',
  text: `select count(*)::int as count from agency_members m join agencies a on a.id = m.agency_id and a.dissolved_at is null
    where m.user_id = $1::uuid and m.role = 'owner' and m.ended_at is null`,
}
const ownedWithHeir: Statement = {
  name: 'agencies_owned_with_heir',
  text: `select m.agency_id, (select h.id from agency_members h join users u on u.id = h.user_id and u.deleted_at is null
      where h.agency_id = m.agency_id and h.role = 'admin' and h.ended_at is null order by h.id limit 1) as heir
    from agency_members m join agencies a on a.id = m.agency_id and a.dissolved_at is null
    where m.user_id = $1::uuid and m.role = 'owner' and m.ended_at is null`,
}
const rename: Statement = {
  name: 'agencies_rename',
  text: `update agencies set name = $2 where id = $1::uuid and dissolved_at is null`,
}
const dissolve: Statement = {
  name: 'agencies_dissolve',
  text: `update agencies set dissolved_at = now() where id = $1::uuid`,
}
const withdrawAll: Statement = {
  name: 'agencies_withdraw_all',
  text: `update agency_invitations set status = 'withdrawn', answered_at = now() where agency_id = $1::uuid and status = 'pending'`,
}
const withdrawOne: Statement = {
  name: 'agencies_withdraw_one',
  text: `update agency_invitations set status = 'withdrawn', answered_at = now() where id = $1::uuid and status = 'pending'`,
}
const endMembers: Statement = {
  name: 'agencies_end_members',
  text: `update agency_members set ended_at = now() where agency_id = $1::uuid and ended_at is null`,
}
const endMember: Statement = {
  name: 'agencies_end_member',
  text: `update agency_members set ended_at = now() where id = $1::uuid and ended_at is null`,
}
const endCreators: Statement = {
  name: 'agencies_end_creators',
  text: `update agency_creators set status = 'ended', ended_at = now() where agency_id = $1::uuid and ended_at is null returning user_id`,
}
const setRole: Statement = {
  name: 'agencies_set_role',
  text: `update agency_members set role = $2 where id = $1::uuid and ended_at is null`,
}

/** Ends link `$1` of agency `$2`, also one that is asked for only; or of creator `$3`, who declines such a one instead. */
export const endLink: Statement = {
  name: 'agencies_end_link',
  text: `update agency_creators set status = 'ended', ended_at = now()
    where id = $1::uuid and ended_at is null and ($2::uuid is null or agency_id = $2::uuid) 
      and ($3::uuid is null or (user_id = $3::uuid and status = 'active'))
    returning user_id, agency_id`,
}
