import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type StaffMoneyView, staffMoneyViews } from '../../../lib/staff-tabs.ts'
import { m } from '../../../paraglide/messages.js'
import { overviewQuery } from '../../../queries/staff.ts'
import { tabClasses, tabListClasses } from '../../../ui/tabs.tsx'
import { Disputes } from './disputes.tsx'
import { LedgerChecks } from './ledger-checks.tsx'
import { PayoutQueue } from './payout-queue.tsx'
import { Sales } from './sales.tsx'

/** The money room of the back office: what waits to be paid out, what was sold, what is disputed, whether the books hold. */
export function StaffMoney({ view }: { view: StaffMoneyView }) {
  const { data } = useQuery(overviewQuery)
  const counts: Partial<Record<StaffMoneyView, number | undefined>> = {
    payouts: data?.payouts,
    disputes: data?.disputes,
  }
  return (
    <>
      <nav aria-label={m.staff_tab_money()} className={tabListClasses}>
        {staffMoneyViews.map((it) => (
          <Link
            key={it}
            to="/staff"
            search={{ tab: 'money', view: it }}
            aria-current={it === view ? 'page' : undefined}
            className={tabClasses}
          >
            {words[it]()}
            {counts[it] !== undefined && (
              <span className="ml-1.5 font-normal text-ink-faint tabular-nums">{counts[it]}</span>
            )}
          </Link>
        ))}
      </nav>
      {view === 'payouts' && <PayoutQueue />}
      {view === 'sales' && <Sales />}
      {view === 'disputes' && <Disputes />}
      {view === 'ledger' && <LedgerChecks />}
    </>
  )
}

const words: Record<StaffMoneyView, () => string> = {
  payouts: m.payouts_list_title,
  sales: m.staff_money_sales,
  disputes: m.staff_money_disputes,
  ledger: m.staff_money_ledger,
}
