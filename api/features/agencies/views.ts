import type { AuditEntry, Agency, AgencyAccess, Grant, Invitation } from '../../../contract/agencies.ts'
import type { User } from '../../../contract/users.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { cappedFlags, type FlagRow, flagsOf, grantHolds, grantTables } from '../../identity/grants.ts'
import { readPeople } from '../../people/views.ts'

/** An agency through the eyes of one of its members; undefined for everybody else, and once it is dissolved. */
export const readAgency = async (ctx: Services, memberUserId: string, agencyId: string): Promise<Agency | undefined> =>
  (await readAgencies(ctx, memberUserId, [agencyId]))[0]

/** The same of several, newest first, in as many statements as of one. */
export async function readAgencies(ctx: Services, memberUserId: string, ids: readonly string[]): Promise<Agency[]> {
  const heads = await ctx.db.run<HeadRow>(headsOf, [ids, memberUserId])
  const known = heads.map((it) => it.id)
  const managed = heads.flatMap((it) => (it.role === 'operator' ? [] : [it.id]))
  if (known.length === 0) return []
  const [members, creators, grants, invitations] = await Promise.all([
    ctx.db.run<MemberRow>(membersOf, [known]),
    ctx.db.run<CreatorRow>(creatorsOf, [known]),
    ctx.db.run<GrantRow & Of>(grantsOf, [known, memberUserId]),
    managed.length === 0 ? [] : ctx.db.run<InvitationRow>(pendingOf, [managed]),
  ])
  const people = await readPeople(ctx, memberUserId, [
    ...members.map((it) => it.user_id),
    ...creators.map((it) => it.user_id),
    ...invitations.flatMap((it) => [it.user_id, it.invited_by]),
  ])
  const [membersIn, creatorsIn, grantsIn, invitationsIn] = [of(members), of(creators), of(grants), of(invitations)]
  return heads.map((head) => ({
    id: head.id,
    name: head.name,
    role: head.role,
    my_member_id: head.member_id,
    members: membersIn(head.id).map((it) => ({ id: it.id, role: it.role, user: personOf(people, it.user_id) })),
    creators: creatorsIn(head.id).map((it) => ({
      id: it.id,
      status: it.status,
      user: personOf(people, it.user_id),
      ceiling: flagsOf(it),
    })),
    grants: grantsIn(head.id).map(presentGrant),
    invitations: invitationsIn(head.id).map((it) => presentInvitation(people, it)),
  }))
}

type Of = { agency_id: string }
/** What of these rows is of an agency. */
function of<Row extends Of>(rows: readonly Row[]): (agencyId: string) => readonly Row[] {
  const byAgency = Map.groupBy(rows, (it) => it.agency_id)
  return (agencyId) => byAgency.get(agencyId) ?? []
}

/** Somebody of whom only the id is left. */
export function personOf(people: Map<string, User>, id: string): User {
  return people.get(id) ?? gone(id)
}
const gone = (id: string): User => ({
  id,
  username: null,
  display_name: null,
  avatar: null,
  is_creator: false,
  is_subscribed: false,
  is_followed: false,
  subscription_price: null,
  chat: { allowed: false, reason: 'gone' },
  counts: { posts: 0, followers: 0 },
  settings: { chat_access_policy: 'SUBSCRIBERS', notifications: { messages: { app: false } } },
})

export const presentGrant = (row: GrantRow): Grant => ({
  id: row.id,
  member_id: row.member_id,
  creator_id: row.creator_link_id,
  permissions: flagsOf(row),
  until: row.until?.toISOString() ?? null,
})

export const presentInvitation = (people: Map<string, User>, row: InvitationRow): Invitation => ({
  id: row.id,
  kind: row.kind,
  role: row.role,
  agency: { id: row.agency_id, name: row.agency_name },
  user: personOf(people, row.user_id),
  invited_by: personOf(people, row.invited_by),
  created_at: row.created_at.toISOString(),
})

export const presentAccess = (people: Map<string, User>, row: AccessRow): AgencyAccess => ({
  id: row.id,
  agency: { id: row.agency_id, name: row.agency_name },
  operator: personOf(people, row.operator_id),
  permissions: flagsOf(row),
  until: row.until?.toISOString() ?? null,
  last_action_at: row.last_action_at?.toISOString() ?? null,
  acting: row.acting,
})

export const presentAuditEntry = (people: Map<string, User>, row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  actor: personOf(people, row.actor_id),
  subject: personOf(people, row.subject_id),
  action: row.action,
  about: row.about_id === null ? null : personOf(people, row.about_id),
  object: row.object_kind === null || row.object_id === null ? null : { kind: row.object_kind, id: row.object_id },
  at: row.created_at.toISOString(),
})

/** The grants of an agency that still hold, as the ceiling leaves them. */
export async function readGrant(
  db: Db,
  agencyId: string,
  memberId: string,
  creatorId: string,
): Promise<GrantRow | undefined> {
  const [row] = await db.run<GrantRow>(grantOfPair, [agencyId, memberId, creatorId])
  return row
}

const headsOf: Statement = {
  name: 'agencies_heads',
  text: `select a.id, a.name, m.role, m.id as member_id from agencies a
    join agency_members m on m.agency_id = a.id and m.user_id = $2::uuid and m.ended_at is null
    where a.id = any($1::uuid[]) and a.dissolved_at is null order by a.id desc`,
}
const membersOf: Statement = {
  name: 'agencies_members',
  text: `select x.* from unnest($1::uuid[]) as w (id) cross join lateral (
      select agency_id, id, user_id, role from agency_members where agency_id = w.id and ended_at is null
      order by array_position(array['owner', 'admin', 'operator'], role), id limit 500) x
    order by array_position(array['owner', 'admin', 'operator'], x.role), x.id`,
}
const creatorsOf: Statement = {
  name: 'agencies_creators',
  text: `select x.* from unnest($1::uuid[]) as w (id) cross join lateral (
      select agency_id, id, user_id, status, can_chat, can_payment, can_medias, can_profile, can_social, show_in_analytics
      from agency_creators where agency_id = w.id and status <> 'ended' order by id limit 500) x order by x.id`,
}
/** An operator's own, and everybody's to those who manage. */
const grantsOf: Statement = {
  name: 'agencies_grants',
  text: `select x.* from unnest($1::uuid[]) as w (id)
    join agency_members me on me.agency_id = w.id and me.user_id = $2::uuid and me.ended_at is null
    cross join lateral (
      select g.agency_id, g.id, g.member_id, g.creator_link_id, g.until, ${cappedFlags} from ${grantTables}
      where g.agency_id = w.id and m.agency_id = w.id and ${grantHolds} and (me.role <> 'operator' or g.member_id = me.id)
      order by g.id limit 5000) x
    order by x.id`,
}
const grantOfPair: Statement = {
  name: 'agencies_grant_of_pair',
  text: `select g.id, g.member_id, g.creator_link_id, g.until, ${cappedFlags} from ${grantTables}
    where g.agency_id = $1::uuid and g.member_id = $2::uuid and g.creator_link_id = $3::uuid and ${grantHolds}`,
}
/** Columns of an invitation; every statement that shows invitations uses them. */
export const invitationColumns = `i.id, i.kind, i.role, i.agency_id, a.name as agency_name, i.user_id, i.invited_by, i.created_at`
const pendingOf: Statement = {
  name: 'agencies_pending',
  text: `select x.* from unnest($1::uuid[]) as w (id) cross join lateral (
      select ${invitationColumns} from agency_invitations i join agencies a on a.id = i.agency_id
      where i.agency_id = w.id and i.status = 'pending' order by i.id desc limit 500) x order by x.id desc`,
}

type HeadRow = { id: string; name: string; role: Agency['role']; member_id: string }
type MemberRow = Of & { id: string; user_id: string; role: Agency['role'] }
type CreatorRow = FlagRow & Of & { id: string; user_id: string; status: 'invited' | 'active' }
export type GrantRow = FlagRow & { id: string; member_id: string; creator_link_id: string; until: Date | null }
export type InvitationRow = {
  id: string
  kind: Invitation['kind']
  role: Invitation['role']
  agency_id: string
  agency_name: string
  user_id: string
  invited_by: string
  created_at: Date
}
export type AccessRow = FlagRow & {
  id: string
  agency_id: string
  agency_name: string
  operator_id: string
  until: Date | null
  last_action_at: Date | null
  acting: boolean
}
export type AuditEntryRow = {
  id: string
  actor_id: string
  subject_id: string
  action: string
  object_kind: string | null
  object_id: string | null
  about_id: string | null
  created_at: Date
}
