import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { EmptyScreen } from '../../screens/frame/empty-screen.tsx'

export const Route = createFileRoute('/settings/referral')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: () => pageHead({ title: m.title_settings_referral() }),
  head: headOf,
  component: () => <EmptyScreen title={m.title_settings_referral()} />,
})
