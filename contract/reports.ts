import * as v from 'valibot'
import { anyone, endpoint } from './endpoint.ts'
import { id, text, time } from './shapes.ts'

export const reportKinds = [
  'illegal_content',
  'intimate_image',
  'copyright',
  'minor_safety',
  'impersonation',
  'harassment',
  'spam',
  'other',
] as const
export type ReportKind = (typeof reportKinds)[number]
/** Hours in which staff must answer (product §23). */
export const reportHours: Record<ReportKind, number> = {
  minor_safety: 12,
  intimate_image: 24,
  illegal_content: 24,
  impersonation: 72,
  harassment: 72,
  copyright: 168,
  spam: 168,
  other: 168,
}
export const reportStates = ['received', 'in_review', 'upheld', 'rejected'] as const
export const reportObjects = ['user', 'post', 'comment', 'message', 'media'] as const

export const reports = {
  send: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: anyone('never'),
    input: v.object({
      kind: v.picklist(reportKinds),
      /** An object of this product, or an address or description of it. */
      object: v.union([v.object({ kind: v.picklist(reportObjects), id }), text(1_000, 1)]),
      text: text(5_000, 1),
      email: v.optional(v.nullable(v.pipe(text(320), v.union([v.literal(''), v.pipe(v.string(), v.email())])))),
    }),
    output: v.object({ ticket: v.string(), due_at: time }),
    errors: ['human_check_failed'],
    summary:
      'Send a notice to staff, also as a visitor, with a human check in `x-captcha-response`; its ticket shows the status.',
    rate: 'expensive',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/reports/{ticket}',
    access: anyone('any'),
    input: v.object({ ticket: v.pipe(v.string(), v.maxLength(40), v.toUpperCase()) }),
    output: v.object({
      ticket: v.string(),
      kind: v.picklist(reportKinds),
      status: v.picklist(reportStates),
      due_at: time,
      created_at: time,
      decided_at: v.nullable(time),
      answer: v.nullable(v.string()),
    }),
    errors: ['not_found'],
    summary: 'The status of a notice, for the holder of its ticket.',
  }),
}
