import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { ChatSettingsScreen } from '../../screens/chat/settings-screen.tsx'

export const Route = createFileRoute('/settings/chat')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: () => pageHead({ title: m.title_settings_chat() }),
  head: headOf,
  component: ChatSettingsScreen,
})
