import type { FlagsIn, Grant } from '../../../contract/agencies.ts'
import { type Flag, flags } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type FlagRow, flagsOf } from '../../identity/grants.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { notify } from '../notifications/notify.ts'
import { publishAuditEntry, writeAuditEntry, writeAuditEntries } from '../../platform/audit/audit.ts'
import { requireManager, lockOtherMember } from './members.ts'
import { readGrant, presentGrant } from './views.ts'

/**
 * Sets what one member may do as one creator. A flag beyond the creator's ceiling is 403 `permission_denied {flag}`.
 * Sockets that were opened with more are closed; they come back with what is left. The creator is told of whoever may act
 * as them from now on, also where they had ended it before.
 */
export async function putGrant(ctx: Services, viewer: Viewer, it: NewGrant): Promise<Grant> {
  const until = it.until === null ? null : new Date(it.until)
  if (until !== null && (Number.isNaN(until.getTime()) || until.getTime() <= ctx.now())) {
    throw refuse('invalid_input', { fields: { until: ['not in the future'] } })
  }
  const { grant, reduced, creatorId, afterCommit } = await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, it.agencyId)
    const member = await lockOtherMember(tx, it.agencyId, it.memberId)
    const [link] = await tx.run<LinkRow>(activeLink, [it.agencyId, it.creatorId])
    if (link === undefined) throw refuse('not_found')
    if (link.user_id === member.user_id) throw refuse('own_thing')
    const wanted = within(flagsOf(link), it.permissions)
    const before = await readGrant(tx, it.agencyId, it.memberId, it.creatorId)
    const taken = before !== undefined && flags.some((flag) => flagsOf(before)[flag] && !wanted[flag])
    // What ended by itself stays ended, so that a session which acted under it never wakes up.
    if (before === undefined) await tx.run(closeOld, [it.memberId, it.creatorId, viewer.id])
    const values = [...flags.map((flag) => wanted[flag]), until]
    if (before === undefined) await tx.run(insert, [newId(), it.agencyId, it.memberId, it.creatorId, ...values])
    else await tx.run(change, [before.id, taken, ...values])
    const after = await readGrant(tx, it.agencyId, it.memberId, it.creatorId)
    if (after === undefined) throw refuse('not_found')
    await writeAuditEntry(tx, {
      agencyId: it.agencyId,
      grantId: after.id,
      actorId: viewer.id,
      subjectId: link.user_id,
      action: 'agencies.put_grant',
      object: { kind: 'user', id: member.user_id },
    })
    const news = { userId: link.user_id, type: 'agency_granted' as const, actorId: member.user_id }
    const object = { kind: 'agency' as const, id: it.agencyId }
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
  it: { agencyId: string; memberId: string; creatorId: string },
): Promise<void> {
  const ended = await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, it.agencyId)
    const rows = await endGrants(tx, viewer.id, 'pair', [it.agencyId, it.memberId, it.creatorId])
    if (rows.length === 0) throw refuse('not_found')
    return rows
  })
  revokeLive(ctx, ended)
}

/**
 * Ends grants for good, writes it down, and answers them; `revokeLive` is to be called with them after the commit.
 * Which: `grant`, `member`, `link` or `agency` by its id, a `pair` by agency, member and link, or those `between` a
 * creator and an operator in whatever agency.
 */
export async function endGrants(
  tx: Db,
  by: string,
  which: keyof typeof endStatements,
  ids: readonly string[],
): Promise<EndedGrant[]> {
  const ended = await tx.run<EndedGrant>(endStatements[which], [by, ...ids])
  const acts = ended.map((row) => ({
    agencyId: row.agency_id,
    grantId: row.id,
    actorId: by,
    subjectId: row.creator_user_id,
    action: 'agencies.end_grant',
    object: { kind: 'user', id: row.operator_id },
  }))
  await writeAuditEntries(tx, acts)
  return ended
}
export type EndedGrant = { id: string; agency_id: string; creator_user_id: string; operator_id: string }

/** Closes on every node the sockets that act under these grants; the next request finds the grant ended by itself. */
export function revokeLive(ctx: Services, ended: readonly { id: string; creator_user_id?: string }[]): void {
  for (const { id, creator_user_id } of ended) {
    ctx.live.revoke({ grantId: id }, 'permission_denied')
    if (creator_user_id !== undefined) publishAuditEntry(ctx, creator_user_id)
  }
}

/** Takes flags away from every grant under a link for good, so that raising the ceiling again gives nothing back. */
export async function reduceGrants(tx: Db, linkId: string, ceiling: Permissions): Promise<{ id: string }[]> {
  return tx.run<{ id: string }>(reduce, [linkId, ...flags.map((flag) => ceiling[flag])])
}

/** The flags somebody asks for, all within the ceiling; an absent `show_in_analytics` is as much as the ceiling lets it be. */
function within(ceiling: Permissions, asked: FlagsIn): Permissions {
  const wanted: Permissions = { ...asked, show_in_analytics: asked.show_in_analytics ?? ceiling.show_in_analytics }
  const beyond: Flag | undefined = flags.find((flag) => wanted[flag] && !ceiling[flag])
  if (beyond !== undefined) throw refuse('permission_denied', { flag: beyond })
  return wanted
}

const ending = (name: string, where: string): Statement => ({
  name: `agencies_end_grants_${name}`,
  text: `update agency_grants g set revoked_at = now(), revoked_by = $1::uuid from agency_members m, agency_creators l
    where m.id = g.member_id and l.id = g.creator_link_id and g.revoked_at is null and ${where}
    returning g.id, g.agency_id, l.user_id as creator_user_id, m.user_id as operator_id`,
})
const endStatements = {
  grant: ending('grant', 'g.id = $2::uuid'),
  member: ending('member', 'g.member_id = $2::uuid'),
  link: ending('link', 'g.creator_link_id = $2::uuid'),
  agency: ending('agency', 'g.agency_id = $2::uuid'),
  pair: ending('pair', 'g.agency_id = $2::uuid and g.member_id = $3::uuid and g.creator_link_id = $4::uuid'),
  between: ending('between', 'l.user_id = $2::uuid and m.user_id = $3::uuid'),
}

/** Locks the link, so that a ceiling lowered at the same time is either seen here or sees the new grant. */
const activeLink: Statement = {
  name: 'agencies_active_link',
  text: `select id, user_id, can_chat, can_payment, can_medias, can_profile, can_social, show_in_analytics
    from agency_creators where agency_id = $1::uuid and id = $2::uuid and status = 'active' for update`,
}
const closeOld: Statement = {
  name: 'agencies_close_old_grant',
  text: `update agency_grants set revoked_at = now(), revoked_by = $3::uuid
    where member_id = $1::uuid and creator_link_id = $2::uuid and revoked_at is null`,
}
const insert: Statement = {
  name: 'agencies_insert_grant',
  text: `insert into agency_grants (id, agency_id, member_id, creator_link_id, can_chat, can_payment, can_medias, can_profile,
      can_social, show_in_analytics, until) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}
const change: Statement = {
  name: 'agencies_change_grant',
  text: `update agency_grants set can_chat = $3, can_payment = $4, can_medias = $5, can_profile = $6, can_social = $7,
      show_in_analytics = $8, until = $9::timestamptz, reduced_at = case when $2::boolean then now() else reduced_at end
    where id = $1`,
}
const reduce: Statement = {
  name: 'agencies_reduce_grants',
  text: `update agency_grants set can_chat = can_chat and $2, can_payment = can_payment and $3, can_medias = can_medias and $4,
      can_profile = can_profile and $5, can_social = can_social and $6, show_in_analytics = show_in_analytics and $7, reduced_at = now()
    where creator_link_id = $1::uuid and revoked_at is null and (can_chat and not $2 or can_payment and not $3
      or can_medias and not $4 or can_profile and not $5 or can_social and not $6 or show_in_analytics and not $7)
    returning id`,
}

type LinkRow = FlagRow & { id: string; user_id: string }
