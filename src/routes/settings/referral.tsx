import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { referralStatsQuery } from '../../queries/referral.ts'
import { ReferralScreen } from '../../screens/referral/referral-screen.tsx'

export const Route = createFileRoute('/settings/referral')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(referralStatsQuery)
    return pageHead({ title: m.title_settings_referral() })
  },
  head: loaderHead,
  component: ReferralScreen,
})
