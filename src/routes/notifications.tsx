import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { notificationsQuery } from '../queries/notifications.ts'
import { knownSession } from '../queries/session.ts'
import { NotificationsScreen } from '../screens/notifications/notifications-screen.tsx'

export const Route = createFileRoute('/notifications')({
  staticData: { middleware: ['auth'] },
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'unread' } =>
    show === 'unread' ? { show: 'unread' } : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { show } }) => {
    if (knownSession(queryClient).state === 'in')
      await queryClient.prefetchInfiniteQuery(notificationsQuery(show === 'unread'))
    return pageHead({ title: m.title_notifications() })
  },
  head: loaderHead,
  component: () => <NotificationsScreen unreadOnly={Route.useSearch().show === 'unread'} />,
})
