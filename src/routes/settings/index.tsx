import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { SettingsScreen } from '../../screens/settings/settings-screen.tsx'

export const Route = createFileRoute('/settings/')({
  staticData: { middleware: ['auth'] },
  loader: () => pageHead({ title: m.title_settings() }),
  head: loaderHead,
  component: SettingsScreen,
})
