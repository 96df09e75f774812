import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { earningsQuery, payoutMethodsQuery, payoutsQuery } from '../../queries/payouts.ts'
import { PayoutsScreen } from '../../screens/payouts/payouts-screen.tsx'

export const Route = createFileRoute('/settings/payouts')({
  staticData: { middleware: ['auth', 'creator'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.prefetchQuery(earningsQuery),
      queryClient.prefetchQuery(payoutMethodsQuery),
      queryClient.prefetchInfiniteQuery(payoutsQuery),
    ])
    return pageHead({ title: m.title_settings_payouts() })
  },
  head: loaderHead,
  component: PayoutsScreen,
})
