import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { emailQuery } from '../../queries/account.ts'
import { EmailScreen } from '../../screens/account/email-screen.tsx'

export const Route = createFileRoute('/settings/email')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(emailQuery)
    return pageHead({ title: m.title_settings_email() })
  },
  head: loaderHead,
  component: EmailScreen,
})
