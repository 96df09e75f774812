import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { methodsQuery, signInMethodsQuery } from '../../queries/account.ts'
import { accessQuery, linksQuery } from '../../queries/agencies.ts'
import { AccountsScreen } from '../../screens/settings/accounts-screen.tsx'

export const Route = createFileRoute('/settings/accounts')({
  staticData: { middleware: ['auth', 'creator'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.prefetchQuery(signInMethodsQuery),
      queryClient.prefetchQuery(methodsQuery),
      queryClient.prefetchQuery(accessQuery),
      queryClient.prefetchQuery(linksQuery),
    ])
    return pageHead({ title: m.title_settings_accounts() })
  },
  head: loaderHead,
  component: AccountsScreen,
})
