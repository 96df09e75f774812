import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { DiscreetScreen } from '../../screens/discreet/discreet-screen.tsx'

export const Route = createFileRoute('/settings/discreet')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: () => pageHead({ title: m.title_settings_discreet() }),
  head: loaderHead,
  component: DiscreetScreen,
})
