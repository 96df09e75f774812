import type { ReportKind, reportObjects, reportStates } from '../../../contract/report-kinds.ts'
import { m } from '../../paraglide/messages.js'

/** The kinds of notices as people say them. */
export const kindLabels: Record<ReportKind, () => string> = {
  illegal_content: m.reports_kind_illegal_content,
  intimate_image: m.reports_kind_intimate_image,
  copyright: m.reports_kind_copyright,
  minor_safety: m.reports_kind_minor_safety,
  impersonation: m.reports_kind_impersonation,
  harassment: m.reports_kind_harassment,
  spam: m.reports_kind_spam,
  other: m.reports_kind_other,
}

export const stateLabels: Record<(typeof reportStates)[number], () => string> = {
  received: m.reports_state_received,
  in_review: m.reports_state_in_review,
  upheld: m.reports_state_upheld,
  rejected: m.reports_state_rejected,
}

/** The reasons of the sheet, the most urgent first; the form has all of them. */
export const reasons = [
  'minor_safety',
  'intimate_image',
  'illegal_content',
  'harassment',
  'impersonation',
  'spam',
] as const satisfies readonly ReportKind[]

export const reasonLabels: Record<(typeof reasons)[number], () => string> = {
  minor_safety: m.report_reason_minor_safety,
  intimate_image: m.report_reason_intimate_image,
  illegal_content: m.report_reason_illegal_content,
  harassment: m.report_reason_harassment,
  impersonation: m.report_reason_impersonation,
  spam: m.report_reason_spam,
}

/** What a report is about, for staff. */
export const objectLabels: Record<(typeof reportObjects)[number], () => string> = {
  user: m.reports_object_user,
  post: m.reports_object_post,
  comment: m.reports_object_comment,
  message: m.reports_object_message,
  media: m.reports_object_media,
}
