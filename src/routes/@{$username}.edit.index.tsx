import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { m } from '../paraglide/messages.js'
import { EditScreen } from '../screens/profile/edit-screen.tsx'

export const Route = createFileRoute('/@{$username}/edit/')({
  head: () => pageHead({ title: m.profile_edit_title() }),
  component: () => <EditScreen />,
})
