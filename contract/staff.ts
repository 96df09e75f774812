import * as v from 'valibot'
import { endpoint, staff as staffOnly } from './endpoint.ts'
import { mediaShape } from './media.ts'
import { reportKinds, reportObjects, reportStates } from './report-kinds.ts'
import { id, list, listing, text, time } from './shapes.ts'
import { verificationStates } from './verification.ts'

const person = v.object({
  id: v.string(),
  username: v.nullable(v.string()),
  display_name: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
})

const staffVerificationShape = v.object({
  user: person,
  status: v.picklist(verificationStates),
  legal_name: v.string(),
  birthdate: v.string(),
  /** The birthdate given at onboarding, to compare. */
  onboarding_birthdate: v.nullable(v.string()),
  country: v.string(),
  document_kind: v.string(),
  /** Addresses of the images, which only staff may open. */
  document: v.nullable(v.string()),
  selfie: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  submitted_at: v.nullable(time),
  decided_at: v.nullable(time),
})
export type StaffVerification = v.InferOutput<typeof staffVerificationShape>

const staffReportShape = v.object({
  id: v.string(),
  ticket: v.string(),
  kind: v.picklist(reportKinds),
  status: v.picklist(reportStates),
  object: v.string(),
  object_kind: v.nullable(v.picklist(reportObjects)),
  object_id: v.nullable(v.string()),
  /** The owner of the reported object, when it is an object of this product. */
  subject: v.nullable(person),
  /** The published post that is reported, or whose comment is; staff see it as their own account does. */
  post_id: v.nullable(v.string()),
  text: v.string(),
  /** What the reported message said, where its receiver reported it. */
  evidence: v.nullable(v.string()),
  email: v.nullable(v.string()),
  reporter: v.nullable(person),
  answer: v.nullable(v.string()),
  due_at: time,
  created_at: time,
  decided_at: v.nullable(time),
})
export type StaffReport = v.InferOutput<typeof staffReportShape>

const staffUserShape = v.object({
  ...person.entries,
  email: v.string(),
  email_verified: v.boolean(),
  is_creator: v.boolean(),
  role: v.picklist(['user', 'staff']),
  created_at: time,
  suspended_at: v.nullable(time),
  suspended_reason: v.nullable(v.string()),
  deleted_at: v.nullable(time),
  /** A minor's birthdate that was refused; while it is there, no other one is accepted. */
  refused_birthdate: v.nullable(v.string()),
})
export type StaffUser = v.InferOutput<typeof staffUserShape>

const reason = text(1_000, 3)
/** Of decisions about people, and of what staff open of them. */
const staffAuth = ['second_factor_required', 'fresh_sign_in_required'] as const

export const staff = {
  overview: endpoint({
    method: 'GET',
    path: '/api/staff/overview',
    access: staffOnly,
    rate: 'heavy',
    input: v.object({}),
    output: v.object({
      verifications: v.number(),
      reports: v.number(),
      overdue: v.number(),
      next_due_at: v.nullable(time),
      payouts: v.number(),
      disputes: v.number(),
      /** Whether the last ledger check found no violation; null before the first. */
      ledger_holds: v.nullable(v.boolean()),
    }),
    errors: [],
    summary: 'What waits for staff, in numbers.',
  }),
  verifications: endpoint({
    method: 'GET',
    path: '/api/staff/verifications',
    access: staffOnly,
    input: v.object({ ...listing, status: v.optional(v.picklist(['pending', 'approved', 'rejected']), 'pending') }),
    output: list(staffVerificationShape),
    errors: [],
    summary: 'The verification queue, longest waiting first.',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/staff/verifications/{id}/approve',
    access: staffOnly,
    input: v.object({ id }),
    output: staffVerificationShape,
    errors: [...staffAuth, 'not_found', 'already_done', 'own_thing'],
    summary: 'Approve a verification; the user becomes a creator.',
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/staff/verifications/{id}/reject',
    access: staffOnly,
    input: v.object({ id, reason }),
    output: staffVerificationShape,
    errors: [...staffAuth, 'not_found', 'already_done', 'own_thing'],
    summary: 'Reject a verification with a reason that the user sees.',
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/staff/reports',
    access: staffOnly,
    rate: 'heavy',
    input: v.object({ ...listing, status: v.optional(v.picklist(['open', 'upheld', 'rejected']), 'open') }),
    output: list(staffReportShape),
    errors: [],
    summary: 'Notices from the public, the next deadline first.',
  }),
  takeReport: endpoint({
    method: 'POST',
    path: '/api/staff/reports/{id}/take',
    access: staffOnly,
    input: v.object({ id }),
    output: staffReportShape,
    errors: ['not_found', 'already_done'],
    summary: 'Mark a notice as in review.',
  }),
  lookAtReport: endpoint({
    method: 'POST',
    path: '/api/staff/reports/{id}/look',
    access: staffOnly,
    input: v.object({ id }),
    output: v.object({ text: v.nullable(v.string()), media: v.array(mediaShape) }),
    errors: ['not_found'],
    summary:
      'What was reported, also where it is otherwise locked; each look is logged, and its addresses work for an hour.',
  }),
  decideReport: endpoint({
    method: 'POST',
    path: '/api/staff/reports/{id}/decide',
    access: staffOnly,
    input: v.object({
      id,
      decision: v.picklist(['upheld', 'rejected']),
      remove: v.optional(v.boolean(), false),
      answer: text(2_000, 3),
    }),
    output: staffReportShape,
    errors: ['not_found', 'already_done', 'own_thing'],
    summary: 'Decide on a notice, remove its object if necessary, and answer the sender.',
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/staff/users',
    access: staffOnly,
    rate: 'heavy',
    input: v.object({ ...listing, q: v.optional(text(100), '') }),
    output: list(staffUserShape),
    errors: [],
    summary: 'Users by username, name or e-mail address.',
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/staff/users/{id}/suspend',
    access: staffOnly,
    input: v.object({ id, reason }),
    output: staffUserShape,
    errors: [...staffAuth, 'not_found', 'own_thing', 'staff_account', 'already_done'],
    summary: 'Suspend a user who is not staff and end their sessions; the reason is shown to them.',
  }),
  unsuspend: endpoint({
    method: 'POST',
    path: '/api/staff/users/{id}/unsuspend',
    access: staffOnly,
    input: v.object({ id }),
    output: staffUserShape,
    errors: [...staffAuth, 'not_found', 'already_done'],
    summary: 'Lift a suspension.',
  }),
  allowBirthdate: endpoint({
    method: 'POST',
    path: '/api/staff/users/{id}/allow-birthdate',
    access: staffOnly,
    input: v.object({ id, note: reason }),
    output: staffUserShape,
    errors: [...staffAuth, 'not_found', 'own_thing', 'already_done'],
    summary: 'Clear the refused birthdate of a user, who may then give another one; the note is for the log.',
  }),
  auditLog: endpoint({
    method: 'GET',
    path: '/api/staff/acts',
    access: staffOnly,
    input: v.object(listing),
    output: list(
      v.object({
        id: v.string(),
        staff: person,
        action: v.string(),
        object_kind: v.string(),
        object_id: v.string(),
        note: v.nullable(v.string()),
        at: time,
      }),
    ),
    errors: [],
    summary: 'The log of what staff did, newest first.',
  }),
}
