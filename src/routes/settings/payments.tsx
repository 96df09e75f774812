import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { EmptyScreen } from '../../screens/frame/empty-screen.tsx'

export const Route = createFileRoute('/settings/payments')({
  loader: () => pageHead({ title: m.title_settings_payments() }),
  head: headOf,
  component: () => <EmptyScreen title={m.title_settings_payments()} />,
})
