import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { SettingsScreen } from '../../screens/settings/settings-screen.tsx'

export const Route = createFileRoute('/settings/')({
  staticData: { middleware: ['auth'] },
  head: () => pageHead({ title: m.title_settings() }),
  component: SettingsScreen,
})
