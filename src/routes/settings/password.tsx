import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { signInMethodsQuery } from '../../queries/account.ts'
import { PasswordScreen } from '../../screens/account/password-screen.tsx'

export const Route = createFileRoute('/settings/password')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(signInMethodsQuery)
    return pageHead({ title: m.title_settings_password() })
  },
  head: loaderHead,
  component: PasswordScreen,
})
