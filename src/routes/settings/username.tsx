import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { UsernameScreen } from '../../screens/account/username-screen.tsx'

export const Route = createFileRoute('/settings/username')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: () => pageHead({ title: m.title_settings_username() }),
  head: loaderHead,
  component: UsernameScreen,
})
