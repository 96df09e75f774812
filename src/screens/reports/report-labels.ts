import type { ReportKind, reportStates } from '../../../contract/reports.ts'
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
