import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../paraglide/messages.js'
import { auditLogQuery } from '../../queries/staff.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Pages } from './pages.tsx'

/** What staff did, newest first; nothing is ever taken out of it. */
export function AuditLog() {
  const query = useInfiniteQuery(auditLogQuery)
  return (
    <Pages
      query={query}
      empty={m.staff_log_none()}
      row={(entry) => (
        <li key={entry.id} className="px-4 py-3 sm:px-6">
          <p className="flex flex-wrap gap-x-2">
            <span className="font-semibold">@{entry.staff.username}</span>
            <span>{(labels[entry.action] ?? (() => entry.action))()}</span>
            <span className="break-all text-ink-soft text-sm">
              {entry.object_kind} {entry.object_id}
            </span>
          </p>
          {entry.note && <p className="whitespace-pre-line text-ink-soft text-sm">{entry.note}</p>}
          <TimeAgo at={entry.at} className="text-ink-faint text-sm" />
        </li>
      )}
    />
  )
}

const labels: Record<string, () => string> = {
  'verification.approved': m.staff_audit_approved,
  'verification.rejected': m.staff_audit_rejected,
  'verification.look': m.staff_audit_looked,
  'report.take': m.staff_audit_took,
  'report.look': m.staff_audit_looked,
  'report.upheld': m.staff_audit_upheld,
  'report.upheld.removed': m.staff_audit_removed,
  'report.rejected': m.staff_audit_dismissed,
  'user.suspend': m.staff_audit_suspended,
  'user.unsuspend': m.staff_audit_unsuspended,
  'user.allow_birthdate': m.staff_audit_birthdate_allowed,
  'payout.approved': m.staff_audit_payout_approved,
  'payout.processing': m.staff_audit_payout_processing,
  'payout.paid': m.staff_audit_payout_paid,
  'payout.failed': m.staff_audit_payout_failed,
  'payout.account': m.staff_audit_payout_account,
  'sale.refund': m.staff_audit_refunded,
  'ledger.check': m.staff_audit_checked,
}
