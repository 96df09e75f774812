import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { notificationSettingsQuery } from '../../queries/notifications.ts'
import { NotificationSettingsScreen } from '../../screens/notifications/settings-screen.tsx'

export const Route = createFileRoute('/settings/notifications')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(notificationSettingsQuery)
    return pageHead({ title: m.notifications_settings() })
  },
  head: loaderHead,
  component: NotificationSettingsScreen,
})
