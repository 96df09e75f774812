import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { sessionsQuery } from '../../queries/account.ts'
import { AccountScreen } from '../../screens/account/account-screen.tsx'

export const Route = createFileRoute('/settings/account')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(sessionsQuery)
    return pageHead({ title: m.title_settings_account() })
  },
  head: headOf,
  component: AccountScreen,
})
