import type { AgencyAccess, AgencyLink, FlagsIn } from '../../../contract/agencies.ts'
import { flags } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { cappedFlags, type FlagRow, flagsOf, grantHolds, grantTables } from '../../identity/grants.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { readPeople } from '../../people/views.ts'
import { endLink as endLinkStatement, notifyEnd } from './agencies.ts'
import { type EndedGrant, endGrants, reduceGrants, revokeLive } from './grants.ts'
import { writeAuditEntry } from '../../platform/audit/audit.ts'
import { managersOf } from './members.ts'
import { withholdPlanned } from './planned.ts'
import { type AccessRow, presentAccess } from './views.ts'

type Paging = { limit?: number; cursor?: string }

/** Who may act as this creator right now, newest first. */
export async function readAccess(
  ctx: Services,
  viewer: Viewer,
  paging: Paging,
): Promise<{ data: AgencyAccess[]; next: string | null }> {
  const limit = paging.limit ?? 30
  const [after] = fromCursor(paging.cursor, 1) ?? [null]
  const found = await ctx.db.run<AccessRow>(accessTo, [viewer.id, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.operator_id),
  )
  return { data: rows.map((row) => presentAccess(people, row)), next }
}

/**
 * Ends one operator's access to this creator; the creator needs nobody's leave. Answers how much of what they had planned
 * now waits for the creator.
 */
export async function endAccess(ctx: Services, viewer: Viewer, grantId: string): Promise<number> {
  const { ended, held, afterCommits } = await ctx.db.transact(async (tx) => {
    const [mine] = await tx.run(grantToMe, [grantId, viewer.id])
    const ended = mine === undefined ? [] : await endGrants(tx, viewer.id, 'grant', [grantId])
    const [first] = ended
    if (first === undefined) throw refuse('not_found')
    const held = await withholdPlanned(tx, viewer.id, ended.map(apart))
    return { ended, held, afterCommits: [await notifyEnd(tx, ctx, first.operator_id, viewer.id, first.agency_id)] }
  })
  revokeLive(ctx, ended)
  for (const afterCommit of afterCommits) afterCommit()
  return held
}
const apart = (it: EndedGrant) => ({
  agencyId: it.agency_id,
  creatorId: it.creator_user_id,
  operatorId: it.operator_id,
})

/** Ends, inside the caller's transaction, what an operator may do as somebody who has just blocked them. */
export async function endAccessOnBlock(tx: Db, blockerId: string, blockedId: string): Promise<EndedGrant[]> {
  const ended = await endGrants(tx, blockerId, 'between', [blockerId, blockedId])
  await withholdPlanned(tx, blockerId, ended.map(apart))
  return ended
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

export async function readLinks(
  ctx: Services,
  viewer: Viewer,
  paging: Paging,
): Promise<{ data: AgencyLink[]; next: string | null }> {
  const limit = paging.limit ?? 30
  const [after] = fromCursor(paging.cursor, 1) ?? [null]
  const found = await ctx.db.run<LinkRow>(linksOf, [viewer.id, null, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(presentLink), next }
}

/** Sets the ceiling. What is taken away is taken from every grant for good and closes the sockets that relied on it. */
export async function setCeiling(ctx: Services, viewer: Viewer, linkId: string, asked: FlagsIn): Promise<AgencyLink> {
  const { link, reduced } = await ctx.db.transact(async (tx) => {
    const ceiling: Permissions = { ...asked, show_in_analytics: asked.show_in_analytics ?? true }
    const [changed] = await tx.run<{ agency_id: string }>(changeCeiling, [
      linkId,
      viewer.id,
      ...flags.map((flag) => ceiling[flag]),
    ])
    if (changed === undefined) throw refuse('not_found')
    const grants = await reduceGrants(tx, linkId, ceiling)
    await writeAuditEntry(tx, {
      agencyId: changed.agency_id,
      grantId: null,
      actorId: viewer.id,
      subjectId: viewer.id,
      action: 'agencies.set_ceiling',
    })
    const [row] = await tx.run<LinkRow>(linksOf, [viewer.id, linkId, null, 1])
    if (row === undefined) throw refuse('not_found')
    return { link: row, reduced: grants }
  })
  revokeLive(ctx, reduced)
  return presentLink(link)
}

/**
 * Leaves an agency from the creator's side, and tells those who run it. Answers how much of what it had planned now waits
 * for the creator.
 */
export async function endLink(ctx: Services, viewer: Viewer, linkId: string): Promise<number> {
  const { ended, held, afterCommits } = await ctx.db.transact(async (tx) => {
    const [link] = await tx.run<{ agency_id: string }>(endLinkStatement, [linkId, null, viewer.id])
    if (link === undefined) throw refuse('not_found')
    const ended = await endGrants(tx, viewer.id, 'link', [linkId])
    const all = { agencyId: link.agency_id, creatorId: viewer.id, operatorId: null }
    const held = await withholdPlanned(tx, viewer.id, [all])
    const afterCommits = []
    for (const userId of await managersOf(tx, link.agency_id))
      afterCommits.push(await notifyEnd(tx, ctx, userId, viewer.id, link.agency_id))
    return { ended, held, afterCommits }
  })
  revokeLive(ctx, ended)
  for (const afterCommit of afterCommits) afterCommit()
  return held
}

const presentLink = (row: LinkRow): AgencyLink => ({
  id: row.id,
  agency: { id: row.agency_id, name: row.agency_name },
  ceiling: flagsOf(row),
  since: row.created_at.toISOString(),
})
type LinkRow = FlagRow & { id: string; agency_id: string; agency_name: string; created_at: Date }

const accessTo: Statement = {
  name: 'agencies_access_to',
  text: `select g.id, g.agency_id, a.name as agency_name, m.user_id as operator_id, g.until, ${cappedFlags},
      (select c.created_at from agency_audit_entries c where c.subject_id = $1::uuid and c.grant_id = g.id and c.actor_id = m.user_id
        order by c.id desc limit 1) as last_action_at,
      exists (select 1 from sessions s where s.acting_grant_id = g.id and s.expires_at > now()
        and s.acting_since > now() - interval '8 hours') as acting
    from ${grantTables}
    where l.user_id = $1::uuid and ${grantHolds} and ($2::uuid is null or g.id < $2::uuid) order by g.id desc limit $3`,
}
const grantToMe: Statement = {
  name: 'agencies_grant_to_me',
  text: `select 1 from agency_grants g join agency_creators l on l.id = g.creator_link_id
    where g.id = $1::uuid and l.user_id = $2::uuid and g.revoked_at is null`,
}
const ofTeam: Statement = {
  name: 'agencies_of_team',
  text: `select 1 from agency_creators l join agency_members m on m.agency_id = l.agency_id
    where l.user_id = $1::uuid and m.user_id = $2::uuid limit 1`,
}
const linksOf: Statement = {
  name: 'agencies_links_of',
  text: `select l.id, l.agency_id, a.name as agency_name, l.created_at, l.can_chat, l.can_payment, l.can_medias, l.can_profile,
      l.can_social, l.show_in_analytics
    from agency_creators l join agencies a on a.id = l.agency_id and a.dissolved_at is null
    where l.user_id = $1::uuid and l.status = 'active' and ($2::uuid is null or l.id = $2::uuid)
      and ($3::uuid is null or l.id < $3::uuid) order by l.id desc limit $4`,
}
const changeCeiling: Statement = {
  name: 'agencies_change_ceiling',
  text: `update agency_creators set can_chat = $3, can_payment = $4, can_medias = $5, can_profile = $6, can_social = $7,
      show_in_analytics = $8 where id = $1::uuid and user_id = $2::uuid and status = 'active' returning agency_id`,
}
