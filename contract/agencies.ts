import * as v from 'valibot'
import { endpoint, ownerOnly } from './endpoint.ts'
import { agencyNameLength } from './limits.ts'
import { permissionsShape } from './profile.ts'
import { done, id, list, listing, text, time, timeIn, usernameIn } from './shapes.ts'
import { userShape } from './users.ts'

const memberRoles = ['owner', 'admin', 'operator'] as const
export type MemberRole = (typeof memberRoles)[number]

/** `held` is how many scheduled posts and broadcasts now wait for the creator. */
const ended = v.object({ ok: v.literal(true), held: v.number() })

const grantShape = v.object({
  id: v.string(),
  member_id: v.string(),
  creator_id: v.string(),
  permissions: permissionsShape,
  until: v.nullable(time),
})
export type Grant = v.InferOutput<typeof grantShape>

const invitationShape = v.object({
  id: v.string(),
  kind: v.picklist(['creator', 'member']),
  role: v.nullable(v.picklist(['admin', 'operator'])),
  agency: v.object({ id: v.string(), name: v.string() }),
  user: userShape,
  invited_by: userShape,
  created_at: time,
})
export type Invitation = v.InferOutput<typeof invitationShape>

/** An agency as one of its members sees it; an operator sees only their own grants. */
const agencyShape = v.object({
  id: v.string(),
  name: v.string(),
  role: v.picklist(memberRoles),
  my_member_id: v.string(),
  members: v.array(v.object({ id: v.string(), user: userShape, role: v.picklist(memberRoles) })),
  creators: v.array(
    v.object({ id: v.string(), user: userShape, status: v.picklist(['invited', 'active']), ceiling: permissionsShape }),
  ),
  grants: v.array(grantShape),
  invitations: v.array(invitationShape),
})
export type Agency = v.InferOutput<typeof agencyShape>

const auditEntryShape = v.object({
  id: v.string(),
  actor: userShape,
  subject: userShape,
  action: v.string(),
  object: v.nullable(v.object({ kind: v.string(), id: v.string() })),
  /** The user it was about, in the creator's own log: the fan of a conversation, or who was followed or blocked. */
  about: v.nullable(userShape),
  at: time,
})
export type AuditEntry = v.InferOutput<typeof auditEntryShape>

/** The creator's side of a link: the agency, and the most that its operators may do. */
const linkToAgencyShape = v.object({
  id: v.string(),
  agency: v.object({ id: v.string(), name: v.string() }),
  ceiling: permissionsShape,
  since: time,
})
export type AgencyLink = v.InferOutput<typeof linkToAgencyShape>

const agencyAccessShape = v.object({
  id: v.string(),
  agency: v.object({ id: v.string(), name: v.string() }),
  operator: userShape,
  permissions: permissionsShape,
  until: v.nullable(time),
  last_action_at: v.nullable(time),
  /** Whether the operator is acting under it now. */
  acting: v.boolean(),
})
export type AgencyAccess = v.InferOutput<typeof agencyAccessShape>

const figuresShape = v.object({
  operator: userShape,
  messages: v.number(),
  /** Priced messages that fans bought, and the amount, which is null for a member who may not see amounts. */
  sold: v.number(),
  earned: v.nullable(v.number()),
  /** The median time to an answer in seconds; null without answers. */
  answer_seconds: v.nullable(v.number()),
})
export type Figures = v.InferOutput<typeof figuresShape>

/** Flags as a client sends them: only `true` grants, and `show_in_analytics` is true when absent (spec §3). */
const flagsIn = v.object({
  can_chat: v.optional(v.boolean(), false),
  can_payment: v.optional(v.boolean(), false),
  can_medias: v.optional(v.boolean(), false),
  can_profile: v.optional(v.boolean(), false),
  can_social: v.optional(v.boolean(), false),
  show_in_analytics: v.optional(v.boolean()),
})
export type FlagsIn = v.InferOutput<typeof flagsIn>

const name = text(agencyNameLength, 2)
const activityFilter = {
  ...listing,
  actor: v.optional(id),
  subject: v.optional(id),
  /** The first word of an action: `chat`, `posts`, … */
  area: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/))),
}

/** Agencies themselves: account and agency settings are closed while acting (spec §6, product §35). */
export const agencies = {
  list: endpoint({
    method: 'GET',
    path: '/api/agencies',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(agencyShape),
    errors: [],
    summary: 'The agencies of which the user is a member, newest first.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/agencies',
    access: ownerOnly({ verified: true }),
    input: v.object({ name }),
    output: agencyShape,
    errors: ['rate_limited'],
    summary: 'Create an agency and become its owner.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: agencyShape,
    errors: ['not_found'],
    summary: 'An agency of the user with its members, creators and grants.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/agencies/{id}',
    access: ownerOnly(),
    input: v.object({ id, name }),
    output: agencyShape,
    errors: ['not_found', 'forbidden'],
    summary: 'Rename an agency; for its owner and admins.',
  }),
  dissolve: endpoint({
    method: 'DELETE',
    path: '/api/agencies/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: 'Dissolve an agency: every link, grant and invitation ends at once; for its owner.',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/agencies/{id}/invitations',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      kind: v.picklist(['creator', 'member']),
      username: usernameIn,
      role: v.optional(v.nullable(v.picklist(['admin', 'operator']))),
    }),
    output: invitationShape,
    errors: ['not_found', 'forbidden', 'already_done', 'not_creator', 'own_thing'],
    summary: 'Invite a creator to be represented, or a user to join the team.',
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/agencies/{id}/invitations/{invitationId}',
    access: ownerOnly(),
    input: v.object({ id, invitationId: id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: 'Withdraw an invitation.',
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/agencies/{id}/members/{memberId}',
    access: ownerOnly(),
    input: v.object({ id, memberId: id, role: v.picklist(memberRoles) }),
    output: agencyShape,
    errors: ['not_found', 'forbidden', 'own_thing'],
    summary: 'Change a role; naming another owner makes the owner an admin. For the owner.',
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/agencies/{id}/members/{memberId}',
    access: ownerOnly(),
    input: v.object({ id, memberId: id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: 'Leave an agency, or remove a member of a lower role.',
  }),
  removeCreator: endpoint({
    method: 'DELETE',
    path: '/api/agencies/{id}/creators/{creatorId}',
    access: ownerOnly(),
    input: v.object({ id, creatorId: id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: "End the link with a creator from the agency's side.",
  }),
  putGrant: endpoint({
    method: 'PUT',
    path: '/api/agencies/{id}/grants/{memberId}/{creatorId}',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      memberId: id,
      creatorId: id,
      permissions: flagsIn,
      until: v.optional(v.nullable(timeIn)),
    }),
    output: grantShape,
    errors: ['not_found', 'forbidden', 'own_thing', 'permission_denied'],
    summary: "What one member may do as one creator, within the creator's ceiling, until a time.",
  }),
  removeGrant: endpoint({
    method: 'DELETE',
    path: '/api/agencies/{id}/grants/{memberId}/{creatorId}',
    access: ownerOnly(),
    input: v.object({ id, memberId: id, creatorId: id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: 'End a grant at once, on every node.',
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/activity',
    access: ownerOnly(),
    input: v.object({ id, ...activityFilter }),
    output: list(auditEntryShape),
    errors: ['not_found'],
    summary: 'Everything done by operators of the agency, newest first; an operator sees their own.',
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/figures',
    access: ownerOnly(),
    input: v.object({ id, days: v.optional(v.picklist(['7', '30', '90']), '30') }),
    output: v.object({ data: v.array(figuresShape) }),
    errors: ['not_found'],
    summary: 'What each member wrote and sold for the creators, and how fast they answered.',
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/invitations',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(invitationShape),
    errors: [],
    summary: 'Invitations that the user has not answered.',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/{id}/accept',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, ceiling: v.optional(flagsIn) }),
    output: done,
    errors: ['not_found', 'already_done', 'not_creator'],
    summary: 'Accept an invitation; a creator limits with `ceiling` what the agency may do (everything when absent).',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/invitations/{id}/decline',
    access: ownerOnly(),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'already_done'],
    summary: 'Decline an invitation.',
  }),
  links: endpoint({
    method: 'GET',
    path: '/api/agency-links',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(linkToAgencyShape),
    errors: [],
    summary: 'The agencies that represent the creator, with the ceiling of each.',
  }),
  setCeiling: endpoint({
    method: 'PATCH',
    path: '/api/agency-links/{id}',
    access: ownerOnly(),
    input: v.object({ id, ceiling: flagsIn }),
    output: linkToAgencyShape,
    errors: ['not_found'],
    summary: 'Set the ceiling of an agency; a flag that is taken away is gone from every grant.',
  }),
  endLink: endpoint({
    method: 'DELETE',
    path: '/api/agency-links/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: ended,
    errors: ['not_found'],
    summary: 'Leave an agency; all its access ends at once, and what it has scheduled waits for the creator.',
  }),
  access: endpoint({
    method: 'GET',
    path: '/api/agency-access',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(agencyAccessShape),
    errors: [],
    summary: 'The operators who may act as the creator.',
  }),
  endAccess: endpoint({
    method: 'DELETE',
    path: '/api/agency-access/{grantId}',
    access: ownerOnly(),
    input: v.object({ grantId: id }),
    output: ended,
    errors: ['not_found'],
    summary: "End an operator's access at once, on every node; what they have scheduled waits for the creator.",
  }),
  myActivity: endpoint({
    method: 'GET',
    path: '/api/agency-activity',
    access: ownerOnly(),
    input: v.object(activityFilter),
    output: list(auditEntryShape),
    errors: [],
    summary: 'Everything that operators did as the creator, newest first.',
  }),
}
