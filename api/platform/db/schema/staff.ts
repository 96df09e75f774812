import { sql } from 'drizzle-orm'
import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference, users } from './identity.ts'

/** A creator's proof of who they are (product §20); one per person. The images are in storage, under ids of their own. */
export const creatorVerifications = pgTable(
  'creator_verifications',
  {
    userId: userReference('user_id').primaryKey(),
    status: text('status').$type<'started' | 'pending' | 'approved' | 'rejected'>().notNull(),
    legalName: text('legal_name').notNull(),
    birthdate: date('birthdate', { mode: 'string' }).notNull(),
    country: text('country').notNull(),
    documentKind: text('document_kind').$type<'passport' | 'identity_card' | 'driving_licence'>().notNull(),
    documentImageId: uuid('document_image_id'),
    selfieImageId: uuid('selfie_image_id'),
    reason: text('reason'),
    submittedAt: timestamptz('submitted_at'),
    decidedAt: timestamptz('decided_at'),
    decidedBy: uuid('decided_by'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [index('creator_verifications_queue').on(t.status, t.submittedAt)],
)

/** Notices of the public (product §23), each with a clock. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    /** The reporter's secret, which cannot be guessed. */
    ticket: text('ticket').notNull(),
    kind: text('kind').notNull(),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    /** The reported object, as an address or in the reporter's words. */
    object: text('object').notNull(),
    text: text('text').notNull(),
    /** The reported message, as its receiver had it when they reported it. */
    evidence: text('evidence'),
    email: text('email'),
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    locale: text('locale').$type<'en' | 'fr'>().notNull().default('en'),
    status: text('status').$type<'received' | 'in_review' | 'upheld' | 'rejected'>().notNull().default('received'),
    /** The staff's answer to the reporter. */
    answer: text('answer'),
    dueAt: timestamptz('due_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    decidedAt: timestamptz('decided_at'),
    decidedBy: uuid('decided_by'),
  },
  (t) => [
    uniqueIndex('reports_ticket').on(t.ticket),
    index('reports_queue').on(t.status, t.dueAt),
    index('reports_reporter').on(t.reporterId).where(sql`${t.reporterId} is not null`),
    index('reports_email').on(t.email).where(sql`${t.email} is not null`),
  ],
)

/** Append-only: what staff did (product §26). */
export const staffAuditEntries = pgTable(
  'staff_audit_entries',
  {
    id: uuid('id').primaryKey(),
    staffId: uuid('staff_id').notNull(),
    action: text('action').notNull(),
    objectKind: text('object_kind').notNull(),
    objectId: text('object_id').notNull(),
    note: text('note'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [index('staff_audit_entries_time').on(t.id), index('staff_audit_entries_object').on(t.objectKind, t.objectId)],
)
