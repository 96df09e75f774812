import * as v from 'valibot'
import { permissionsShape } from './profile.ts'
import { id, time } from './shapes.ts'
import { shiftShape } from './shifts.ts'
import { userShape } from './users.ts'

/** In the order of their ranks. */
export const memberRoles = ['owner', 'admin', 'supervisor', 'operator'] as const
export type MemberRole = (typeof memberRoles)[number]

export const grantShape = v.object({
  id: v.string(),
  member_id: v.string(),
  creator_id: v.string(),
  permissions: permissionsShape,
  until: v.nullable(time),
  /** When it holds within a week; null for always. */
  shift: v.nullable(shiftShape),
})
export type Grant = v.InferOutput<typeof grantShape>

export const invitationShape = v.object({
  id: v.string(),
  kind: v.picklist(['creator', 'member']),
  role: v.nullable(v.picklist(['admin', 'operator'])),
  agency: v.object({ id: v.string(), name: v.string() }),
  user: userShape,
  invited_by: userShape,
  created_at: time,
})
export type Invitation = v.InferOutput<typeof invitationShape>

export const memberShape = v.object({ id: v.string(), user: userShape, role: v.picklist(memberRoles) })
export type AgencyMember = v.InferOutput<typeof memberShape>

export const representedShape = v.object({
  id: v.string(),
  user: userShape,
  status: v.picklist(['invited', 'active']),
  ceiling: permissionsShape,
})
export type Represented = v.InferOutput<typeof representedShape>

/** A member and a creator of an agency, and what the one may do as the other; null for nothing. */
export const grantPairShape = v.object({
  member: memberShape,
  creator: representedShape,
  grant: v.nullable(grantShape),
})
export type GrantPair = v.InferOutput<typeof grantPairShape>

/** An agency as one of its members sees it, with the grants of that member. */
export const agencyShape = v.object({
  id: v.string(),
  name: v.string(),
  role: v.picklist(memberRoles),
  my_member_id: v.string(),
  members: v.array(memberShape),
  creators: v.array(representedShape),
  grants: v.array(grantShape),
  invitations: v.array(invitationShape),
})
export type Agency = v.InferOutput<typeof agencyShape>

/** Which lines of the log are meant. */
export const activityFilter = {
  actor: v.optional(id),
  subject: v.optional(id),
  /** The first word of an action: `chat`, `posts`, … */
  area: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/))),
}

/** What an operator can change that the log keeps, before and after. */
const auditFields = ['text', 'price', 'visibility', 'display_name', 'bio', 'location', 'shift', 'bundles'] as const
export type AuditField = (typeof auditFields)[number]

/** What was written or changed. `price` is an amount in coins as text, `visibility` that of a post, `shift` is `shiftLogText`, `bundles` months with their percent. */
const auditChangeShape = v.object({
  field: v.picklist(auditFields),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
})
export type AuditChange = v.InferOutput<typeof auditChangeShape>

export const auditEntryShape = v.object({
  id: v.string(),
  actor: userShape,
  subject: userShape,
  action: v.string(),
  object: v.nullable(v.object({ kind: v.string(), id: v.string() })),
  /** The user it was about, in the creator's own log: the fan of a conversation, or who was followed or blocked. */
  about: v.nullable(userShape),
  /** In the creator's own log, what was written and changed; empty where that is nothing, or is deleted. */
  changes: v.array(auditChangeShape),
  at: time,
})
export type AuditEntry = v.InferOutput<typeof auditEntryShape>

/** The creator's side of a link: the agency, and the most that its operators may do. */
export const linkToAgencyShape = v.object({
  id: v.string(),
  agency: v.object({ id: v.string(), name: v.string() }),
  ceiling: permissionsShape,
  /** Who reads the creator's conversations without acting: the owner and supervisors, at most twenty (product §86). */
  supervisors: v.array(userShape),
  since: time,
})
export type AgencyLink = v.InferOutput<typeof linkToAgencyShape>

export const agencyAccessShape = v.object({
  id: v.string(),
  agency: v.object({ id: v.string(), name: v.string() }),
  operator: userShape,
  permissions: permissionsShape,
  until: v.nullable(time),
  shift: v.nullable(shiftShape),
  last_action_at: v.nullable(time),
  /** Whether the operator is acting under it now. */
  acting: v.boolean(),
})
export type AgencyAccess = v.InferOutput<typeof agencyAccessShape>

/** An operator's access that the creator has ended; the agency can give it again only after they allow it. */
export const endedAccessShape = v.object({
  id: v.string(),
  agency: v.object({ id: v.string(), name: v.string() }),
  operator: userShape,
  ended_at: time,
})
export type EndedAccess = v.InferOutput<typeof endedAccessShape>

export const figuresShape = v.object({
  operator: userShape,
  messages: v.number(),
  /** Priced messages that fans bought, and the amount, which is null for a member who may not see amounts. */
  sold: v.number(),
  earned: v.nullable(v.number()),
  /** The median time to an answer in seconds; null without answers. */
  answer_seconds: v.nullable(v.number()),
  /** How many reviews they got, and the average of their scores, from 1 to 5; null without any (product §86). */
  reviews: v.number(),
  score: v.nullable(v.number()),
})
export type Figures = v.InferOutput<typeof figuresShape>

/** Flags as a client sends them: only `true` grants, and `show_in_analytics` is true when absent (spec §3). */
export const flagsIn = v.object({
  can_chat: v.optional(v.boolean(), false),
  can_payment: v.optional(v.boolean(), false),
  can_medias: v.optional(v.boolean(), false),
  can_profile: v.optional(v.boolean(), false),
  can_social: v.optional(v.boolean(), false),
  show_in_analytics: v.optional(v.boolean()),
})
export type FlagsIn = v.InferOutput<typeof flagsIn>
