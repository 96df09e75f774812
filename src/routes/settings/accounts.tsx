import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { EmptyScreen } from '../../screens/frame/empty-screen.tsx'

export const Route = createFileRoute('/settings/accounts')({
  staticData: { middleware: ['auth', 'creator'], closedWhileActing: true },
  head: () => pageHead({ title: m.title_settings_accounts() }),
  component: () => <EmptyScreen title={m.title_settings_accounts()} />,
})
