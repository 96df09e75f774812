import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { savedRepliesQuery, welcomeQuery } from '../../queries/chat-tools.ts'
import { requestSettingsQuery } from '../../queries/requests.ts'
import { ChatSettingsScreen } from '../../screens/chat/settings-screen.tsx'

export const Route = createFileRoute('/settings/chat')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.prefetchQuery(welcomeQuery),
      queryClient.prefetchInfiniteQuery(savedRepliesQuery()),
      queryClient.prefetchQuery(requestSettingsQuery),
    ])
    return pageHead({ title: m.title_settings_chat() })
  },
  head: loaderHead,
  component: ChatSettingsScreen,
})
