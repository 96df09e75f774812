import { createFileRoute, notFound } from '@tanstack/react-router'
import { fatal } from '../lib/fatal.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { type StaffMoneyView, type StaffTab, staffMoneyViews, staffTabs } from '../lib/staff-tabs.ts'
import { m } from '../paraglide/messages.js'
import { loadSession } from '../queries/session.ts'
import { overviewQuery } from '../queries/staff.ts'
import { StaffMoney } from '../screens/staff/money/staff-money.tsx'
import { StaffScreen } from '../screens/staff/staff-screen.tsx'

/** The back office. For a caller who is not staff the page does not exist; the API enforces it. */
export const Route = createFileRoute('/staff')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  validateSearch: ({ tab, view }: Record<string, unknown>): { tab: StaffTab; view?: StaffMoneyView } => ({
    tab: staffTabs.find((it) => it === tab) ?? ('verifications' as const),
    ...(tab === 'money' && { view: staffMoneyViews.find((it) => it === view) ?? ('payouts' as const) }),
  }),
  loader: async ({ context: { queryClient } }) => {
    const session = await loadSession(queryClient)
    if (session.state !== 'in' || session.profile.role !== 'staff') throw notFound({ data: fatal })
    await queryClient.prefetchQuery(overviewQuery)
    return pageHead({ title: m.staff_title() })
  },
  head: loaderHead,
  component: Staff,
})

function Staff() {
  const { tab, view = 'payouts' } = Route.useSearch()
  return <StaffScreen tab={tab} money={<StaffMoney view={view} />} />
}
