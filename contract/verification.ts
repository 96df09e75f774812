import * as v from 'valibot'
import { endpoint, ownerOnly } from './endpoint.ts'
import { text, time } from './shapes.ts'

export const verificationStates = ['none', 'started', 'pending', 'approved', 'rejected'] as const
export const documentKinds = ['passport', 'identity_card', 'driving_licence'] as const
export const verificationImages = ['document', 'selfie'] as const

/** The status of a creator's verification (product §20). Only staff may see the images. */
const verificationShape = v.object({
  status: v.picklist(verificationStates),
  reason: v.nullable(v.string()),
  legal_name: v.nullable(v.string()),
  birthdate: v.nullable(v.string()),
  country: v.nullable(v.string()),
  document_kind: v.nullable(v.picklist(documentKinds)),
  has_document: v.boolean(),
  has_selfie: v.boolean(),
  submitted_at: v.nullable(time),
})
export type Verification = v.InferOutput<typeof verificationShape>

const person = ownerOnly({ verified: true })

export const verification = {
  get: endpoint({
    method: 'GET',
    path: '/api/creator/verification',
    access: ownerOnly(),
    input: v.object({}),
    output: verificationShape,
    errors: [],
    summary: 'The status of the verification.',
  }),
  init: endpoint({
    method: 'POST',
    path: '/api/creator/verification/init',
    access: person,
    input: v.object({
      legal_name: text(120, 2),
      birthdate: v.pipe(v.string(), v.isoDate()),
      country: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/)),
      document_kind: v.optional(v.picklist(documentKinds), 'identity_card'),
    }),
    output: verificationShape,
    errors: ['already_done', 'underage'],
    summary:
      'Start a verification, or start again after a rejection. The images follow by PUT /api/creator/verification/images/{document|selfie}.',
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/creator/verification/submit',
    access: person,
    input: v.object({}),
    output: verificationShape,
    errors: ['already_done'],
    summary: 'Submit the form with both images to staff.',
  }),
}
