import { useQuery } from '@tanstack/react-query'
import { type StaffMoneyView, staffMoneyViews } from '../../../lib/staff-tabs.ts'
import { m } from '../../../paraglide/messages.js'
import { overviewQuery } from '../../../queries/staff.ts'
import { StaffLinks } from '../staff-links.tsx'
import { Disputes } from './disputes.tsx'
import { LedgerChecks } from './ledger-checks.tsx'
import { PayoutQueue } from './payout-queue.tsx'
import { Sales } from './sales.tsx'

/** The money room of the back office: what waits to be paid out, what was sold, what is disputed, whether the books hold. */
export function StaffMoney({ view }: { view: StaffMoneyView }) {
  const { data } = useQuery(overviewQuery)
  return (
    <>
      <StaffLinks
        label={m.staff_tab_money()}
        ids={staffMoneyViews}
        current={view}
        labels={labels}
        counts={{ payouts: data?.payouts, disputes: data?.disputes }}
        search={(id) => ({ tab: 'money', view: id })}
      />
      {view === 'payouts' && <PayoutQueue />}
      {view === 'sales' && <Sales />}
      {view === 'disputes' && <Disputes />}
      {view === 'ledger' && <LedgerChecks />}
    </>
  )
}

const labels: Record<StaffMoneyView, () => string> = {
  payouts: m.payouts_list_title,
  sales: m.staff_money_sales,
  disputes: m.staff_money_disputes,
  ledger: m.staff_money_ledger,
}
