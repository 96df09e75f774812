// Apart from the endpoints: the address of the form is read on every first visit, which needs no validator.

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
