import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type StaffTab, staffTabs } from '../../lib/staff-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { overviewQuery } from '../../queries/staff.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Frame } from '../frame/frame.tsx'
import { AuditLog } from './audit-log.tsx'
import { StaffLinks } from './staff-links.tsx'
import { StaffReports } from './staff-reports.tsx'
import { StaffUsers } from './staff-users.tsx'
import { Verifications } from './verifications.tsx'

/** The back office (product §26): what waits, with its clocks, and what was done. */
export function StaffScreen({ tab, money }: { tab: StaffTab; money: ReactNode }) {
  const { data } = useQuery(overviewQuery)
  const counts = {
    verifications: data?.verifications,
    reports: data?.reports,
    money: data && data.payouts + data.disputes,
  }
  return (
    <Frame title={m.staff_title()}>
      {data && data.overdue > 0 && <Alarm>{m.staff_overdue({ count: data.overdue })}</Alarm>}
      {data?.ledger_holds === false && <Alarm>{m.staff_ledger_wrong_banner()}</Alarm>}
      {data?.next_due_at && data.overdue === 0 && (
        <p className="px-4 pt-4 text-ink-soft sm:px-6">
          {m.staff_next_due()} <TimeAgo at={data.next_due_at} />
        </p>
      )}
      <StaffLinks
        label={m.staff_title()}
        ids={staffTabs}
        current={tab}
        labels={labels}
        counts={counts}
        search={(id) => ({ tab: id })}
      />
      {tab === 'verifications' && <Verifications />}
      {tab === 'reports' && <StaffReports />}
      {tab === 'users' && <StaffUsers />}
      {tab === 'money' && money}
      {tab === 'log' && <AuditLog />}
    </Frame>
  )
}

const Alarm = ({ children }: { children: ReactNode }) => (
  <p role="status" className="border-rust border-l-4 bg-sunken px-4 py-3 font-semibold text-rust-text sm:px-6">
    {children}
  </p>
)

const labels: Record<StaffTab, () => string> = {
  verifications: m.staff_tab_verifications,
  reports: m.staff_tab_reports,
  users: m.staff_tab_users,
  money: m.staff_tab_money,
  log: m.staff_tab_log,
}
