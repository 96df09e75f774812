import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type StaffTab, staffTabs } from '../../lib/staff-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { overviewQuery } from '../../queries/staff.ts'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Frame } from '../frame/frame.tsx'
import { Acts } from './acts.tsx'
import { StaffReports } from './staff-reports.tsx'
import { StaffUsers } from './staff-users.tsx'
import { Verifications } from './verifications.tsx'

/** The back office (PRODUCT 26): what waits, with its clocks, and what was done. */
export function StaffScreen({ tab, money }: { tab: StaffTab; money: ReactNode }) {
  const { data } = useQuery(overviewQuery)
  const counts: Partial<Record<StaffTab, number | undefined>> = {
    verifications: data?.verifications,
    reports: data?.reports,
    money: data && data.payouts + data.disputes,
  }
  return (
    <Frame title={m.staff_title()}>
      {data && data.overdue > 0 && (
        <p role="status" className="border-rust border-l-4 bg-sunken px-4 py-3 font-semibold text-rust-text sm:px-6">
          {m.staff_overdue({ count: data.overdue })}
        </p>
      )}
      {data?.ledger_holds === false && (
        <p role="status" className="border-rust border-l-4 bg-sunken px-4 py-3 font-semibold text-rust-text sm:px-6">
          {m.staff_ledger_wrong_banner()}
        </p>
      )}
      {data?.next_due_at && data.overdue === 0 && (
        <p className="px-4 pt-4 text-ink-soft sm:px-6">
          {m.staff_next_due()} <TimeAgo at={data.next_due_at} />
        </p>
      )}
      <nav aria-label={m.staff_title()} className={tabListClasses}>
        {staffTabs.map((it) => (
          <Link
            key={it}
            to="/staff"
            search={{ tab: it }}
            aria-current={it === tab ? 'page' : undefined}
            className={tabClasses}
          >
            {words[it]()}
            {counts[it] !== undefined && (
              <span className="ml-1.5 font-normal text-ink-faint tabular-nums">{counts[it]}</span>
            )}
          </Link>
        ))}
      </nav>
      {tab === 'verifications' && <Verifications />}
      {tab === 'reports' && <StaffReports />}
      {tab === 'users' && <StaffUsers />}
      {tab === 'money' && money}
      {tab === 'log' && <Acts />}
    </Frame>
  )
}

const words: Record<StaffTab, () => string> = {
  verifications: m.staff_tab_verifications,
  reports: m.staff_tab_reports,
  users: m.staff_tab_users,
  money: m.staff_tab_money,
  log: m.staff_tab_log,
}
