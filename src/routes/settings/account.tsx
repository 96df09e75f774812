import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { sessionsQuery } from '../../queries/account.ts'
import { agenciesQuery } from '../../queries/agencies.ts'
import { earningsQuery } from '../../queries/payouts.ts'
import { knownSession } from '../../queries/session.ts'
import { AccountScreen } from '../../screens/account/account-screen.tsx'

export const Route = createFileRoute('/settings/account')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    const session = knownSession(queryClient)
    await Promise.all([
      queryClient.prefetchQuery(sessionsQuery),
      queryClient.prefetchQuery(agenciesQuery),
      session.state === 'in' && session.profile.is_creator && queryClient.prefetchQuery(earningsQuery),
    ])
    return pageHead({ title: m.title_settings_account() })
  },
  head: loaderHead,
  component: AccountScreen,
})
