import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { EditScreen } from '../screens/profile/edit-screen.tsx'

export const Route = createFileRoute('/@{$username}/edit/')({
  loader: () => pageHead({ title: m.profile_edit_title() }),
  head: loaderHead,
  component: () => <EditScreen />,
})
