import type {
  Agency,
  AgencyAccess,
  AuditChange,
  AuditEntry,
  Grant,
  Invitation,
} from '../../../contract/agency-shapes.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { managesAgency } from '../../../contract/policy/supervision.ts'
import type { User } from '../../../contract/users.ts'
import { flagsOf } from '../../identity/grants.ts'
import { presentShift } from '../../identity/shifts.ts'
import { readPeople } from '../../people/views.ts'
import { type Change, centsText } from '../../platform/audit/audit.ts'
import type { Services } from '../../platform/services.ts'
import type { AuditEntryRow } from './activity-statements.ts'
import { type AccessRow, type GrantRow, readOwnGrants } from './grant-statements.ts'
import { type InvitationRow, invitationsOfAgencies } from './invitation-statements.ts'
import { readCreators, readHeads, readMembers } from './statements.ts'

/** An agency as one of its members sees it; undefined for others, and after it is dissolved. */
export const readAgency = async (ctx: Services, memberUserId: string, agencyId: string): Promise<Agency | undefined> =>
  (await readAgencies(ctx, memberUserId, [agencyId]))[0]

/** The same for several, newest first, in as many statements as for one. */
export async function readAgencies(ctx: Services, memberUserId: string, ids: readonly string[]): Promise<Agency[]> {
  const heads = await ctx.db.run(readHeads, { agencies: ids, member: memberUserId })
  const known = heads.map((it) => it.id)
  const managed = heads.flatMap((it) => (managesAgency(it.role) ? [it.id] : []))
  if (known.length === 0) return []
  const [members, creators, grants, invitations] = await Promise.all([
    ctx.db.run(readMembers, { agencies: known }),
    ctx.db.run(readCreators, { agencies: known }),
    ctx.db.run(readOwnGrants, { agencies: known, member: memberUserId }),
    managed.length === 0 ? [] : ctx.db.run(invitationsOfAgencies, { agencies: managed }),
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
    grants: grantsIn(head.id).map((row) => presentGrant(row, ctx.now())),
    invitations: invitationsIn(head.id).map((it) => presentInvitation(people, it)),
  }))
}

type Of = { agency_id: string }
/** The rows that belong to an agency. */
function of<Row extends Of>(rows: readonly Row[]): (agencyId: string) => readonly Row[] {
  const byAgency = Map.groupBy(rows, (it) => it.agency_id)
  return (agencyId) => byAgency.get(agencyId) ?? []
}

/** A user of whom only the id is left. */
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

export const presentGrant = (row: GrantRow, now: number): Grant => ({
  id: row.id,
  member_id: row.member_id,
  creator_id: row.creator_link_id,
  permissions: flagsOf(row),
  until: row.until?.toISOString() ?? null,
  shift: presentShift(row, now),
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

export const presentAccess = (people: Map<string, User>, row: AccessRow, now: number): AgencyAccess => ({
  id: row.id,
  agency: { id: row.agency_id, name: row.agency_name },
  operator: personOf(people, row.operator_id),
  permissions: flagsOf(row),
  until: row.until?.toISOString() ?? null,
  shift: presentShift(row, now),
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
  changes: changesOf(row),
  at: row.created_at.toISOString(),
})

/** What an act wrote and changed; nothing of a message that has been deleted, nor of an account. */
function changesOf({ written, changes }: AuditEntryRow): AuditChange[] {
  const sent: Change[] = [
    { field: 'text', before: null, after: written?.text || null },
    { field: 'price', before: null, after: centsText(written?.cents ?? null) },
  ]
  return [...sent, ...(changes ?? [])]
    .filter(({ before, after }) => before !== after)
    .map((it) => (it.field === 'price' ? { ...it, before: coinsText(it.before), after: coinsText(it.after) } : it))
}
const coinsText = (cents: string | null): string | null => (cents === null ? null : String(coinsOf(Number(cents))))
