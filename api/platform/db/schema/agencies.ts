import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AuditField, MemberRole } from '../../../../contract/agency-shapes.ts'
import { int4multirange, timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

const agency = () =>
  uuid('agency_id')
    .notNull()
    .references(() => agencies.id, { onDelete: 'cascade' })
const flagColumns = () => ({
  canChat: boolean('can_chat').notNull().default(false),
  canPayment: boolean('can_payment').notNull().default(false),
  canMedias: boolean('can_medias').notNull().default(false),
  canProfile: boolean('can_profile').notNull().default(false),
  canSocial: boolean('can_social').notNull().default(false),
  showInAnalytics: boolean('show_in_analytics').notNull().default(true),
})

export const agencies = pgTable('agencies', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  dissolvedAt: timestamptz('dissolved_at'),
  // What its operators may not write to fans, and the price above which they are asked twice (product §82).
  restrictedWords: text('restricted_words').array().notNull().default(sql`'{}'`),
  asksAboveCents: integer('asks_above_cents'),
})

export const agencyMembers = pgTable(
  'agency_members',
  {
    id: uuid('id').primaryKey(),
    agencyId: agency(),
    userId: userReference('user_id'),
    role: text('role').$type<MemberRole>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    endedAt: timestamptz('ended_at'),
  },
  (t) => [
    index('agency_members_user').on(t.userId),
    uniqueIndex('agency_members_once').on(t.agencyId, t.userId).where(sql`${t.endedAt} is null`),
    // The pages of a team, by role and by age.
    index('agency_members_by_rank')
      .on(t.agencyId, sql`array_position(array['owner', 'admin', 'supervisor', 'operator'], ${t.role})`, t.id)
      .where(sql`${t.endedAt} is null`),
    index('agency_members_by_age').on(t.agencyId, t.id).where(sql`${t.endedAt} is null`),
  ],
)

/** An agency's invitation of a member or a creator; a creator's has the id of the link that it would activate. */
export const agencyInvitations = pgTable(
  'agency_invitations',
  {
    id: uuid('id').primaryKey(),
    agencyId: agency(),
    userId: userReference('user_id'),
    kind: text('kind').$type<'creator' | 'member'>().notNull(),
    role: text('role').$type<'admin' | 'operator'>(),
    invitedBy: userReference('invited_by'),
    status: text('status').$type<'pending' | 'accepted' | 'declined' | 'withdrawn'>().notNull().default('pending'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    answeredAt: timestamptz('answered_at'),
  },
  (t) => [
    index('agency_invitations_user').on(t.userId, t.id),
    index('agency_invitations_inviter').on(t.invitedBy),
    uniqueIndex('agency_invitations_once').on(t.agencyId, t.userId, t.kind).where(sql`${t.status} = 'pending'`),
  ],
)

/** A link that both sides accept, with the creator's ceiling of flags (product §33). */
export const agencyCreators = pgTable(
  'agency_creators',
  {
    id: uuid('id').primaryKey(),
    agencyId: agency(),
    userId: userReference('user_id'),
    status: text('status').$type<'invited' | 'active' | 'ended'>().notNull(),
    ...flagColumns(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    endedAt: timestamptz('ended_at'),
  },
  (t) => [
    index('agency_creators_user').on(t.userId),
    uniqueIndex('agency_creators_once').on(t.agencyId, t.userId).where(sql`${t.endedAt} is null`),
    // The pages of an agency's creators.
    index('agency_creators_by_age').on(t.agencyId, t.id).where(sql`${t.endedAt} is null`),
  ],
)

/** What one operator may do as one creator, within the ceiling, from–until. Revoking is a row with an author and a time. */
export const agencyGrants = pgTable(
  'agency_grants',
  {
    id: uuid('id').primaryKey(),
    agencyId: agency(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => agencyMembers.id, { onDelete: 'cascade' }),
    creatorLinkId: uuid('creator_link_id')
      .notNull()
      .references(() => agencyCreators.id, { onDelete: 'cascade' }),
    ...flagColumns(),
    startsAt: timestamptz('starts_at').notNull().defaultNow(),
    until: timestamptz('until'),
    /** The weekly windows in which it holds, in minutes of the week (`api/identity/shifts.ts`); both null for always. */
    shifts: int4multirange('shifts'),
    shiftZone: text('shift_zone'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When a flag was last revoked: a session that began to act earlier gets `shouldLogout` when it needs that flag. */
    reducedAt: timestamptz('reduced_at'),
    revokedAt: timestamptz('revoked_at'),
    revokedBy: uuid('revoked_by'),
    /** When a creator who had revoked it let the agency give access to this operator again. */
    allowedAt: timestamptz('allowed_at'),
  },
  (t) => [
    // A grant that ended is never reactivated, so that no old session acts under a new grant.
    uniqueIndex('agency_grants_pair').on(t.memberId, t.creatorLinkId).where(sql`${t.revokedAt} is null`),
    index('agency_grants_creator').on(t.creatorLinkId),
  ],
)

/** Append-only: everything done while impersonating (product §36). */
export const agencyAuditEntries = pgTable(
  'agency_audit_entries',
  {
    id: uuid('id').primaryKey(),
    agencyId: uuid('agency_id').notNull(),
    grantId: uuid('grant_id'),
    actorId: uuid('actor_id').notNull(),
    subjectId: uuid('subject_id').notNull(),
    action: text('action').notNull(),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('agency_audit_entries_subject').on(t.subjectId, t.id),
    index('agency_audit_entries_actor').on(t.actorId, t.id),
    index('agency_audit_entries_agency').on(t.agencyId, t.id),
    // Who may act for a creator, each with their last action.
    index('agency_audit_entries_grant').on(t.grantId, t.id).where(sql`${t.grantId} is not null`),
  ],
)

/** What a line of the log wrote, or changed from what to what. It goes after a year, and with the creator's account. */
export const agencyAuditChanges = pgTable(
  'agency_audit_changes',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id').notNull(),
    subjectId: uuid('subject_id').notNull(),
    field: text('field').$type<AuditField>().notNull(),
    /** Null where there was nothing before, or is nothing now. Prices are cents. */
    before: text('before'),
    after: text('after'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('agency_audit_changes_entry').on(t.entryId),
    index('agency_audit_changes_subject').on(t.subjectId, t.id),
  ],
)

/** The team member who holds a conversation of a creator for a while, and the private note for them. */
export const agencyClaims = pgTable(
  'agency_claims',
  {
    creatorId: userReference('creator_id'),
    fanId: userReference('fan_id'),
    agencyId: agency(),
    operatorId: uuid('operator_id'),
    note: text('note').notNull().default(''),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** The end of the lease (product §58); null for one that is over. */
    until: timestamptz('until'),
  },
  (t) => [
    primaryKey({ columns: [t.agencyId, t.creatorId, t.fanId] }),
    index('agency_claims_creator').on(t.creatorId),
    index('agency_claims_fan').on(t.fanId),
    index('agency_claims_operator').on(t.operatorId).where(sql`${t.operatorId} is not null`),
    // What an operator holds now.
    index('agency_claims_held').on(t.operatorId, t.until).where(sql`${t.operatorId} is not null`),
  ],
)
