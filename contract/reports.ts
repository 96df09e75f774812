import * as v from 'valibot'
import { anyone, endpoint } from './endpoint.ts'
import { reportKinds, reportObjects, reportStates } from './report-kinds.ts'
import { id, text, time } from './shapes.ts'

export const reports = {
  send: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: anyone('never'),
    input: v.object({
      kind: v.picklist(reportKinds),
      /** An object of this product, or an address or description of it. */
      object: v.union([v.object({ kind: v.picklist(reportObjects), id }), text(1_000, 1)]),
      /** What is wrong, in the reporter’s words; the kind alone is enough. */
      text: v.optional(text(5_000), ''),
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
